// TraceFrame.swift - the calls and changes that enclose a step of a script, the innermost last.
//
//      statement ── send ── change ── original ── statement of a method ...
//                     └──── told ──── notification ── statement of the observer ...
import MiniRuntime

enum TraceFrame: Sendable {
    case statement(String)
    /// A message send. The steps inside it are indented only if the send itself is shown.
    case send(String, isShown: Bool)
    /// A change, between will and did.
    case change(UnmanagedObject, key: String)
    case original(String, UnmanagedObject)
    /// The deliveries after did. No event marks their end, so the next step that is not a delivery ends the frame.
    case told
    case notification(String, UnmanagedObject)

    /// The frame's entry in a call stack; nil if it is not a call.
    var call: String? {
        switch self {
        case .statement(let text), .send(let text, _), .original(let text, _),
            .notification(let text, _):
            text
        case .change, .told: nil
        }
    }

    var isTold: Bool {
        if case .told = self { true } else { false }
    }

    var isIndented: Bool {
        if case .send(_, isShown: false) = self { false } else { true }
    }
}

extension [TraceFrame] {
    /// Ends the innermost frame that satisfies the predicate, and all frames inside it.
    mutating func end(where isMeant: (TraceFrame) -> Bool) {
        if let index = lastIndex(where: isMeant) { removeSubrange(index...) }
    }

    /// Ends deliveries that are over.
    mutating func endTold() {
        while last?.isTold == true { removeLast() }
    }
}

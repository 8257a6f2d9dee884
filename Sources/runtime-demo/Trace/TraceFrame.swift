// TraceFrame.swift - what is under way while a script runs: the innermost last.
//
//      statement ── send ── change ── original ── statement of a method ...
//                     └──── told ──── notification ── statement of the observer ...
import MiniRuntime

enum TraceFrame: Sendable {
    case statement(String)
    /// Shown as a step, or not: only then is what it does indented.
    case send(String, isShown: Bool)
    /// Between will and did.
    case change(UnmanagedObject, key: String)
    case original(String, UnmanagedObject)
    /// After did, while observers are told. Nothing says when that is over: what is no delivery ends it.
    case told
    case notification(String, UnmanagedObject)

    /// As a call stack shows it; nil for what is no call.
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
    /// Ends the innermost frame of which that holds, and all that it encloses.
    mutating func end(where isMeant: (TraceFrame) -> Bool) {
        if let index = lastIndex(where: isMeant) { removeSubrange(index...) }
    }

    /// Ends deliveries that are over.
    mutating func endTold() {
        while last?.isTold == true { removeLast() }
    }
}

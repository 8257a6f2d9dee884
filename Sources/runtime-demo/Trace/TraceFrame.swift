// TraceFrame.swift - the calls and changes that enclose a step: the innermost last.
//
//      statement ── send ── change ── original ── statement of a method ...
//                     └──── told ──── notification ── statement of the observer ...
import MiniRuntime

enum TraceFrame: Sendable {
    case statement(String, line: Int)
    /// A message of the script. Shown as a step, or not: only then are the steps in it indented.
    /// - Parameters:
    ///   - isEntered: whether the notifying method that the message found has begun.
    ///   - stored: the value that the method is to replace; nil if it is no setter, or a notifying one.
    case send(TracedCall, isShown: Bool, isEntered: Bool = false, stored: StoredValue? = nil)
    /// A method of a notifying class that was not called by a message of the script.
    case override(TracedCall)
    /// Between will and did.
    case change(UnmanagedObject, key: String)
    /// - Parameter stored: the value that the method is to replace.
    case original(TracedCall, stored: StoredValue?)
    /// After did, while observers are notified. No event ends it: the next step that is no delivery does.
    case told
    case notification(TracedCall)

    /// The method that runs; nil for frames that are no call.
    var call: TracedCall? {
        get {
            switch self {
            case .send(let call, _, _, _), .override(let call), .original(let call, _), .notification(let call): call
            case .statement, .change, .told: nil
            }
        }
        set {
            guard let newValue else { return }
            switch self {
            case .send(_, let isShown, let isEntered, let stored):
                self = .send(newValue, isShown: isShown, isEntered: isEntered, stored: stored)
            case .override: self = .override(newValue)
            case .original(_, let stored): self = .original(newValue, stored: stored)
            case .notification: self = .notification(newValue)
            case .statement, .change, .told: break
            }
        }
    }

    /// The line of a call stack; nil for frames that are no call.
    var line: String? {
        if case .statement(let text, _) = self { text } else { call?.text }
    }

    var isTold: Bool {
        if case .told = self { true } else { false }
    }

    var isIndented: Bool {
        if case .send(_, isShown: false, _, _) = self { false } else { true }
    }
}

/// A call of a method.
struct TracedCall: Sendable {
    let receiver: UnmanagedObject
    /// nil if no class of the receiver has the method.
    let method: MethodReference?
    /// `-[Person setAge:]`, or the message if there is no method.
    let text: String
    /// The name of the receiver's class, once the receiver is deallocated and must not be read.
    var deadClass: String?
}

/// A method, by the class that has it.
struct MethodReference: Hashable, Sendable {
    let cls: Class
    let selector: Selector

    /// `-[Person setAge:]`
    var text: String { "\(cls.isMetaclass ? "+" : "-")[\(cls.name) \(selector)]" }
}

extension [TraceFrame] {
    /// Ends the innermost frame for which `isMeant` returns true, and all frames inside it. Returns the frame.
    @discardableResult
    mutating func end(where isMeant: (TraceFrame) -> Bool) -> TraceFrame? {
        guard let index = lastIndex(where: isMeant) else { return nil }
        defer { removeSubrange(index...) }
        return self[index]
    }

    /// Ends all frames inside the innermost one for which `isMeant` returns true.
    mutating func end(inside isMeant: (TraceFrame) -> Bool) {
        guard let index = lastIndex(where: isMeant) else { return }
        removeSubrange((index + 1)...)
    }

    /// Ends deliveries that are over.
    mutating func endTold() {
        while last?.isTold == true { removeLast() }
    }
}

// TraceStep.swift - one step of a script, in words.

import MiniRuntime

struct TraceStep: Encodable, Sendable, Lockable {
    enum Kind: String, Encodable, Sendable, CaseIterable {
        // Actions of the script.
        case statement, send, output
        // Events of the runtime's trace hook.
        case classAllocated, classRegistered, classDisposed, methodAdded, methodReplaced, cacheFilled,
            cacheFlushed
        case isaChanged, initialize, objectAllocated, objectDeallocated, message, forwarded, exception
        case observerAdded, observerRemoved, willChange, didChange, changeAbandoned
        case originalCalled, originalReturned, notification, notificationDone
        case overrideEntered, overrideReturned
    }

    /// The number of the step, from 1, in the order of execution.
    let number: Int
    /// The number of enclosing frames that are indented.
    let depth: Int
    let kind: Kind
    let text: String
    /// The line of the statement that is executed; nil before the first.
    let line: Int?
    /// The calls that enclose the step, outermost first: statements, methods, deliveries.
    let stack: [String]
    /// The search for the method of a message.
    let lookup: Lookup?
    /// The objects, classes and methods that the text names.
    let subjects: Subjects
    /// The methods that run, outermost first.
    let calls: [TracedCall]

    private enum CodingKeys: CodingKey { case number, depth, kind, text, line, stack, lookup }
}

/// The objects, classes and methods that a step names.
struct Subjects: Sendable {
    var objects: [UnmanagedObject] = []
    var classes: [Class] = []
    var methods: [MethodReference] = []
}

extension TraceStep.Kind {
    /// An explanation for a reader who sees such a step for the first time; nil where the text is enough.
    var explanation: String? {
        switch self {
        case .classAllocated:
            "A class is made while the program runs: a class object, and a metaclass that is its isa."
        case .classRegistered: "The class can be found by name now, and have instances."
        case .methodAdded:
            "An entry in the class's own method table. If a superclass also implements the selector, its entry stays "
                + "but is now hidden."
        case .methodReplaced:
            "The same entry, with another function behind it: a swizzle, if somebody else's."
        case .isaChanged:
            "Isa is a word in the object: the class in which messages to it are looked up first."
        case .send:
            "The look-up begins at isa and goes up the superclasses. The first method that it finds runs."
        case .willChange:
            "The old value is read now, for observers with the option old. Those with the option prior are notified."
        case .originalCalled:
            "The notifying class calls the method that it overrides, which knows nothing of observers."
        case .originalReturned: "The original has returned to the method of the notifying class."
        case .overrideEntered:
            "A method of the notifying class begins. The script did not send this message itself: other code did."
        case .overrideReturned:
            "The notifying class replaces the return value, so that ordinary code sees no difference."
        case .didChange: "The new value is stored. The latest observer is notified first."
        case .changeAbandoned: "An exception was raised, so no observer is notified."
        case .notification:
            "An ordinary message, sent from inside the setter: the setter returns after all observers were notified."
        case .observerAdded:
            "A registration, in the information beside the object. The object does not keep its observer alive."
        case .observerRemoved: "The registration is gone. With the last one, isa goes back."
        case .objectDeallocated: "The last reference is gone."
        case .message: "Every send, as the lookup sees it. No method is cached meanwhile."
        case .cacheFilled:
            "The next message of this name to an instance of the class finds its method in one step."
        case .cacheFlushed: "A method table has changed: what was cached may be wrong."
        case .forwarded:
            "No class in the chain has the method: the object is asked what to do with the message."
        case .initialize: "The first message that a class ever gets is preceded by this one."
        case .exception: "An exception goes up to whoever catches it."
        case .statement, .output, .classDisposed, .objectAllocated, .notificationDone:
            nil
        }
    }
}

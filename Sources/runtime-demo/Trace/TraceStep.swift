// TraceStep.swift - one step of a script, in words.

import MiniRuntime

struct TraceStep: Encodable, Sendable, Lockable {
    enum Kind: String, Encodable, Sendable {
        // Actions of the script.
        case statement, send, output
        // Events of the runtime's trace hook.
        case classAllocated, classRegistered, classDisposed, methodAdded, methodReplaced, cacheFilled,
            cacheFlushed
        case isaChanged, initialize, objectAllocated, objectDeallocated, message, forwarded, exception
        case observerAdded, observerRemoved, willChange, didChange, changeAbandoned
        case originalCalled, originalReturned, notification, notificationDone
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
}

extension TraceStep.Kind {
    /// An explanation for a reader who sees such a step for the first time; nil where the text is enough.
    var explanation: String? {
        switch self {
        case .classAllocated:
            "A class is made while the program runs: a class object, and a metaclass that is its isa."
        case .classRegistered: "The class can be found by name now, and have instances."
        case .methodAdded:
            "An entry in the class's own method table. A superclass's entry stays, and is found no more."
        case .methodReplaced:
            "The same entry, with another function behind it: a swizzle, if somebody else's."
        case .isaChanged:
            "Isa is a word in the object: the class in which messages to it are looked up first."
        case .send:
            "The lookup begins at isa. What is found here is what runs, whatever the script says of classes."
        case .willChange:
            "The old value is read now, for those who asked for it, and those who want to know before are told."
        case .originalCalled:
            "The overriding method calls the one it stands before, which knows nothing of observers."
        case .didChange: "The new value is there. The latest observer is told first."
        case .changeAbandoned: "Something was raised, so nobody is told."
        case .notification:
            "A message like any other, from inside the setter: the set returns after all are told."
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
        case .statement, .output, .classDisposed, .objectAllocated, .originalReturned,
            .notificationDone:
            nil
        }
    }
}

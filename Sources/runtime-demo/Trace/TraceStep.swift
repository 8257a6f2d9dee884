// TraceStep.swift - one step of a script, in words.

import MiniRuntime

struct TraceStep: Encodable, Sendable, Lockable {
    enum Kind: String, Encodable, Sendable, CaseIterable {
        // Actions of the script.
        case statement, settled, send, returned, output
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
    var text: String
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
            "The entry has another function now. Replacing a method like this is called swizzling."
        case .isaChanged:
            "The isa is a word in the object. It points at the class in which messages are looked up first."
        case .settled:
            "The statement has run. Variables, owners and ivars are as the next statement finds them."
        case .returned: "The setter has returned. It is not a method of a notifying class."
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
            "The registration is stored in the object's observation info. It does not retain the observer."
        case .observerRemoved: "The registration was removed. Removing the last one restores isa."
        case .objectDeallocated: "The last reference was released."
        case .message: "Every message is shown when its method is looked up. Methods are not cached."
        case .cacheFilled:
            "The next message of this name to an instance of the class finds its method in one step."
        case .cacheFlushed: "A method table has changed, so cached methods may be outdated."
        case .forwarded:
            "No class in the chain has the method, so the runtime lets the object forward the message."
        case .initialize: "The runtime sends initialize to a class before the first other message."
        case .exception: "The exception leaves all calls up to the one that catches it."
        case .statement, .output, .classDisposed, .objectAllocated, .notificationDone:
            nil
        }
    }
}

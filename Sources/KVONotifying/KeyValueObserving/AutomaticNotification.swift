// AutomaticNotification.swift - what notifying setters and mutators do around the class's own.
import MiniFoundation
import MiniRuntime

enum AutomaticNotification {
    /// Tells the observers of a key, if there are any, around `body`.
    /// - Parameter messages: those by which changes of the kind of `mutation` are said.
    static func around(
        _ object: UnmanagedObject, _ key: Key, _ messages: ChangeMessages = .setting,
        _ mutation: @autoclosure () -> Mutation = .setting, _ body: () -> Void
    ) {
        if messages.areOverridden(object.isa) {
            if PendingChanges.isSuppressed(object, key) { return body() }
            return sendingMessages(object, key, mutation(), body)
        }
        let watches = ObservationInfo.snapshot(object, key)
        guard !watches.isEmpty, !PendingChanges.isSuppressed(object, key) else {
            body()
            return Wiring.followLatecomers(key, of: object, known: watches)
        }
        // The setter may let go of the last reference to its own object.
        object.retain()
        defer { object.release() }
        let change = PendingChange(object, key, mutation(), watches)
        if RuntimeException.isPending { return change.abandon() }
        body()
        if RuntimeException.isPending { return change.abandon() }
        change.finish()
    }

    /// The same for a property that is an object, which paths may lead through.
    static func aroundObject(_ object: UnmanagedObject, _ key: Key, _ body: () -> Void) {
        ChangesUnderWay.begin(object, key)
        defer { ChangesUnderWay.end(object, key) }
        around(object, key, .setting, .setting, body)
    }

    /// The longer way, for a class that wants to see the messages.
    private static func sendingMessages(_ object: UnmanagedObject, _ key: Key, _ mutation: Mutation, _ body: () -> Void)
    {
        let messages = mutation.messages
        mutation.send(messages.will, to: object, key)
        if RuntimeException.isPending { return }
        body()
        if RuntimeException.isPending { return PendingChanges.abandon(object, key.name) }
        mutation.send(messages.did, to: object, key)
    }

    /// Runs `body`, in which the key's setter and mutators do not notify: the caller does.
    static func suppressed(_ object: UnmanagedObject, _ key: String, _ body: () -> Void) {
        PendingChanges.suppressing(object, key, body)
    }
}

/// A pair of messages by which a change is said.
struct ChangeMessages: Sendable {
    let will, did: Selector
    // NSObject's, by which an override is told.
    private let ownWill, ownDid: IMP

    private init(_ will: Selector, _ did: Selector) {
        self.will = will
        self.did = did
        ownWill = Class.nsObject.methodImplementation(will)
        ownDid = Class.nsObject.methodImplementation(did)
    }

    static let setting = ChangeMessages(Selectors.willChangeValue, Selectors.didChangeValue)
    static let indexed = ChangeMessages(Selectors.willChangeIndexes, Selectors.didChangeIndexes)
    static let unordered = ChangeMessages(Selectors.willChangeSet, Selectors.didChangeSet)

    /// Whether a class wants to see one of them: then they are sent, else the way between them is shorter.
    func areOverridden(_ isa: Class) -> Bool {
        isa.methodImplementation(will) != ownWill || isa.methodImplementation(did) != ownDid
    }
}

extension Mutation {
    var messages: ChangeMessages {
        switch self {
        case .setting: .setting
        case .indexed: .indexed
        case .unordered: .unordered
        }
    }

    /// Sends one of its messages.
    func send(_ message: Selector, to object: UnmanagedObject, _ key: Key) {
        switch self {
        case .setting:
            object.sendWords(message, (key.word, 0, 0, 0))
        case .indexed(let kind, let indexes):
            object.sendWords(message, (kind.rawValue, indexes.unmanaged.word, key.word, 0))
        case .unordered(let mutation, let members):
            object.sendWords(message, (key.word, mutation.rawValue, members.unmanaged.word, 0))
        }
    }
}

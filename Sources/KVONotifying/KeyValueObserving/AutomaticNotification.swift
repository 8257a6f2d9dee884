// AutomaticNotification.swift - what notifying setters and mutators do around the class's own.
import MiniFoundation
import MiniRuntime

enum AutomaticNotification {
    /// Tells the observers of a key, if there are any, around `body`.
    /// - Parameters:
    ///   - messages: those by which changes of the kind of `mutation` are said.
    ///   - isObject: whether the value is an object that is replaced: paths may lead through it.
    static func around(
        _ object: UnmanagedObject, _ key: Key, _ messages: ChangeMessages = .setting,
        _ mutation: @autoclosure () -> Mutation = .setting, isObject: Bool = false, _ body: () -> Void
    ) {
        // A dealloc that runs while an exception is on its way sets values as ever.
        if RuntimeException.isPending {
            let mutation = mutation()
            return RuntimeException.keepingPending { around(object, key, messages, mutation, isObject: isObject, body) }
        }
        // The setter may let go of the last reference to its own object.
        object.retain()
        defer { object.release() }
        if isObject { ChangesUnderWay.begin(object, key) }
        defer { if isObject { ChangesUnderWay.end(object, key) } }
        if PendingChanges.isSuppressed(object, key) { return body() }
        if messages.areOverridden(object.isa) { return sendingMessages(object, key, mutation(), body) }

        let watches = ObservationInfo.snapshot(object, key)
        guard !watches.isEmpty else {
            body()
            return Wiring.followLatecomers(key, of: object, known: watches)
        }
        let change = PendingChange(object, key, mutation(), watches)
        if RuntimeException.isPending { return change.abandon() }
        body()
        if RuntimeException.isPending { return change.abandon() }
        change.finish()
    }

    /// The longer way, for a class that wants to see the messages. What an override has begun when something raises is
    /// abandoned.
    private static func sendingMessages(_ object: UnmanagedObject, _ key: Key, _ mutation: Mutation, _ body: () -> Void)
    {
        let (messages, depth) = (mutation.messages, PendingChanges.depth)
        mutation.send(messages.will, to: object, key)
        if !RuntimeException.isPending { body() }
        if !RuntimeException.isPending { mutation.send(messages.did, to: object, key) }
        if RuntimeException.isPending { PendingChanges.abandon(downTo: depth) }
    }
}

/// A pair of messages by which a change is said.
struct ChangeMessages: Sendable {
    let will, did: Selector
    // The functions of this module, by which an override, or a swizzle of NSObject's, is told.
    private let ownWill, ownDid: IMP

    private init<Will, Did>(_ will: Selector, _ ownWill: Will, _ did: Selector, _ ownDid: Did) {
        self.will = will
        self.did = did
        self.ownWill = IMP(function: ownWill)
        self.ownDid = IMP(function: ownDid)
    }

    static let setting = ChangeMessages(
        Selectors.willChangeValue, ObservingMethods.willChangeValue,
        Selectors.didChangeValue, ObservingMethods.didChangeValue)
    static let indexed = ChangeMessages(
        Selectors.willChangeIndexes, ObservingMethods.willChangeIndexes,
        Selectors.didChangeIndexes, ObservingMethods.didChangeIndexes)
    static let unordered = ChangeMessages(
        Selectors.willChangeSet, ObservingMethods.willChangeSet,
        Selectors.didChangeSet, ObservingMethods.didChangeSet)

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

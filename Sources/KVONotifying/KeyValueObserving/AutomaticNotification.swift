// AutomaticNotification.swift - what notifying setters and mutators do around the class's own.
import MiniFoundation
import MiniRuntime

/// What a notifying method changes: the property of one key, whatever the object.
struct ChangingProperty: Sendable {
    let key: Key
    /// Lives for ever.
    let cls: Unmanaged<ClassRecord>
    let content: Content

    enum Content {
        /// A number or a structure: no path leads through it.
        case scalar
        /// An object that is replaced: paths may lead through it.
        case object
        /// Elements of a collection.
        case elements
    }

    /// - Parameter cls: that of the notifying method; without it the object's class is looked at each time.
    init(_ key: Key, _ content: Content, of cls: ClassRecord = .ofNobody) {
        self.key = key
        self.cls = .passUnretained(cls)
        self.content = content
    }
}

enum AutomaticNotification {
    /// Tells the observers of a key, if there are any, around `body`.
    /// - Parameter messages: those by which changes of the kind of `mutation` are said.
    static func around(
        _ object: UnmanagedObject, _ property: ChangingProperty, _ messages: ChangeMessages = .setting,
        _ mutation: @autoclosure () -> Mutation = .setting, _ body: () -> Void
    ) {
        // A dealloc that runs while an exception is on its way sets values as ever.
        if RuntimeException.isPending {
            let mutation = mutation()
            return RuntimeException.keepingPending { around(object, property, messages, mutation, body) }
        }
        if PendingChanges.isSuppressed(object, property.key) { return keepingAlive(object, property, body) }
        if property.cls._withUnsafeGuaranteedRef({ $0.wantsMessages(messages, object.isa) }) {
            return keepingAlive(object, property) { sendingMessages(object, property.key, mutation(), body) }
        }
        telling(object, property, mutation(), body)
    }

    /// Tells those who observe the key now, nobody having a say in it.
    @inline(__always)
    static func telling(
        _ object: UnmanagedObject, _ property: ChangingProperty, _ mutation: @autoclosure () -> Mutation,
        _ body: () -> Void
    ) {
        keepingAlive(object, property) {
            let watches = ObservationInfo.snapshot(object, property.key)
            defer { watches.release() }
            guard watches.count > 0 else {
                body()
                if property.content != .scalar { Wiring.followLatecomers(property.key, of: object, known: watches) }
                return
            }
            // On the stack up to some twenty entries.
            withUnsafeTemporaryAllocation(of: Change.Entry.self, capacity: watches.count) { room in
                var change = Change(
                    object, property.key, watches, isScalar: property.content == .scalar, room: room.baseAddress)
                change.begin(mutation())
                if RuntimeException.isPending { return change.abandon() }
                body()
                if RuntimeException.isPending { return change.abandon() }
                change.finish()
            }
        }
    }

    /// The setter may let go of the last reference to its own object. That of an object is said to be under way.
    @inline(__always)
    private static func keepingAlive(_ object: UnmanagedObject, _ property: ChangingProperty, _ body: () -> Void) {
        object.retain()
        let underWay = property.content == .object ? ChangesUnderWay.begin(object, property.key) : nil
        body()
        if let underWay { ChangesUnderWay.end(underWay) }
        object.release()
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
    enum Kind {
        case setting, indexed, unordered
    }

    let kind: Kind
    let will, did: Selector
    // The functions of this module, by which an override, or a swizzle of NSObject's, is told.
    private let ownWill, ownDid: IMP

    private init<Will, Did>(_ kind: Kind, _ will: Selector, _ ownWill: Will, _ did: Selector, _ ownDid: Did) {
        self.kind = kind
        self.will = will
        self.did = did
        self.ownWill = IMP(function: ownWill)
        self.ownDid = IMP(function: ownDid)
    }

    static let setting = ChangeMessages(
        .setting, Selectors.willChangeValue, ObservingMethods.willChangeValue,
        Selectors.didChangeValue, ObservingMethods.didChangeValue)
    static let indexed = ChangeMessages(
        .indexed, Selectors.willChangeIndexes, ObservingMethods.willChangeIndexes,
        Selectors.didChangeIndexes, ObservingMethods.didChangeIndexes)
    static let unordered = ChangeMessages(
        .unordered, Selectors.willChangeSet, ObservingMethods.willChangeSet,
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

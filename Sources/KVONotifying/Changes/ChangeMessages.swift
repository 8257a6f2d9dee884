// ChangeMessages.swift - the messages by which a change is said, and whether a class wants to see them.
import MiniFoundation
import MiniRuntime

/// A pair of messages by which a change is said.
struct ChangeMessages: Sendable {
    enum Kind {
        case setting, indexed, unordered
    }

    let kind: Kind
    let will, did: Selector
    // The functions of this module, by which an override, or a swizzle of NSObject's, is told.
    private let ownWill, ownDid: IMP

    private init(_ kind: Kind, _ will: Selector, _ did: Selector) {
        self.kind = kind
        self.will = will
        self.did = did
        ownWill = Class.nsObject.methodImplementation(will)
        ownDid = Class.nsObject.methodImplementation(did)
    }

    /// Finds NSObject's own methods. To be called while the modules are loaded, before a program could swizzle them.
    static func findOwnMethods() {
        _ = (setting, indexed, unordered)
    }

    static let setting = ChangeMessages(.setting, Selectors.willChangeValue, Selectors.didChangeValue)
    static let indexed = ChangeMessages(.indexed, Selectors.willChangeIndexes, Selectors.didChangeIndexes)
    static let unordered = ChangeMessages(.unordered, Selectors.willChangeSet, Selectors.didChangeSet)

    /// Whether a class wants to see one of them: then they are sent, else the way between them is shorter.
    func areOverridden(_ isa: Class) -> Bool {
        isa.methodImplementation(will) != ownWill || isa.methodImplementation(did) != ownDid
    }
}

extension KeyValueClass {
    /// Whether an object of that isa wants to see the messages by which a change is said.
    func wantsMessages(_ messages: ChangeMessages, _ isa: Class) -> Bool {
        let isUsual = messages.kind == .setting && isa == notifying
        if isUsual && silent.isSet { return false }
        let generation = ObjectRuntime.methodGeneration
        if messages.areOverridden(isa) { return true }
        if isUsual { silent.set(asOf: generation) }
        return false
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

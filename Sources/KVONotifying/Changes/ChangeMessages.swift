// ChangeMessages.swift - the pairs of messages that announce changes, and whether a class overrides them.
import KeyValueCoding
import MiniFoundation
import MiniRuntime

/// A pair of messages that announce a change: will and did.
struct ChangeMessages: Sendable {
    let will, did: Selector
    // NSObject's own IMPs. A class with other IMPs overrides the messages; or NSObject's methods were swizzled.
    private let ownWill, ownDid: IMP

    private init(_ will: Selector, _ did: Selector) {
        self.will = will
        self.did = did
        ownWill = Class.nsObject.methodImplementation(will)
        ownDid = Class.nsObject.methodImplementation(did)
    }

    /// Reads NSObject's own methods. Called while the modules are loaded, before the program could swizzle them.
    static func findOwnMethods() {
        _ = (setting, indexed, unordered)
    }

    static let setting = ChangeMessages(Selectors.willChangeValue, Selectors.didChangeValue)
    static let indexed = ChangeMessages(Selectors.willChangeIndexes, Selectors.didChangeIndexes)
    static let unordered = ChangeMessages(Selectors.willChangeSet, Selectors.didChangeSet)

    /// Whether a class overrides one of the messages. If so, changes must send them.
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

    /// Sends one of the mutation's messages: its `will` or its `did`.
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

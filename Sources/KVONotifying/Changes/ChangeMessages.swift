// ChangeMessages.swift - the messages that announce a change.
import CKeyValueObserving
import KeyValueCoding
import MiniFoundation
import MiniRuntime

extension Mutation {
    /// The pair of messages that announces the mutation.
    var messages: kvo_messages {
        switch self {
        case .setting: KVO_VALUE_MESSAGES
        case .indexed: KVO_INDEXES_MESSAGES
        case .unordered: KVO_SET_MESSAGES
        }
    }

    /// Sends the message that begins a change of elements, or the one that ends it.
    func announce(to object: UnmanagedObject, _ key: UnmanagedObject, isDid: Bool) {
        switch self {
        case .setting: break  // sent by C
        case .indexed(let kind, let indexes):
            object.sendWords(
                isDid ? Selectors.didChangeIndexes : Selectors.willChangeIndexes,
                (kind.rawValue, indexes.unmanaged.word, key.word, 0))
        case .unordered(let mutation, let members):
            object.sendWords(
                isDid ? Selectors.didChangeSet : Selectors.willChangeSet,
                (key.word, mutation.rawValue, members.unmanaged.word, 0))
        }
    }
}

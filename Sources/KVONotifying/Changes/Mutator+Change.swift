// Mutator+Change.swift - the effect of a mutator on its property, read from its arguments.
import CKeyValueObserving
import KeyValueCoding
import MiniFoundation
import MiniRuntime

extension Mutator {
    /// The messages that announce the mutator's changes.
    var messages: kvo_messages {
        switch shape {
        case .index, .indexes: KVO_INDEXES_MESSAGES
        case .member, .members: KVO_SET_MESSAGES
        }
    }

    /// Returns the effect of a message. nil for invalid arguments, such as a nil member or an argument that is not a
    /// set.
    func mutation(of message: IncomingMessage) -> Mutation? {
        switch shape {
        case .index(let kind, let position):
            let index = message.arguments[position + 2]!.load(as: Int.self)
            guard index >= 0 else { return nil }
            return .indexed(kind, NSIndexSet.object(index))
        case .indexes(let kind, let position):
            guard let indexes = object(message, position), NSIndexSet.isOne(indexes) else { return nil }
            return .indexed(kind, indexes)
        case .member(let mutation):
            return object(message, 0).map { .unordered(mutation, NSSet.object([$0])) }
        case .members(let mutation):
            return object(message, 0).flatMap(members).map { .unordered(mutation, $0) }
        }
    }

    /// Returns a set argument, or the set of a dictionary's keys; nil for other objects.
    private func members(_ argument: Object) -> Object? {
        if let entries = NSDictionary.entries(of: argument) { return NSSet.object(entries.map(\.key)) }
        return NSSet.elements(of: argument) == nil ? nil : argument
    }

    private func object(_ message: IncomingMessage, _ position: Int) -> Object? {
        UnmanagedObject(message.arguments[position + 2]!.load(as: UnsafeMutableRawPointer?.self))?.retained()
    }
}

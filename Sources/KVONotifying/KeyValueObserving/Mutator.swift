// Mutator.swift - the methods by which a class changes single elements of a to-many property, and what each does.
import MiniFoundation
import MiniRuntime

/// One mutator of a key: its selector, and how its arguments tell the change.
struct Mutator: Sendable {
    let selector: Selector
    /// The type encodings of its arguments: `@` an object, `Q` an index.
    private let arguments: [Character]
    private let shape: Shape

    private enum Shape: Sendable {
        /// The argument of that number is an index.
        case index(KeyValueChangeKind, Int)
        /// The argument of that number is an NSIndexSet.
        case indexes(KeyValueChangeKind, Int)
        /// The argument is a member.
        case member(KeyValueSetMutation)
        /// The argument is an NSSet of members.
        case members(KeyValueSetMutation)
    }

    /// The mutators of a key, for ordered and unordered collections.
    /// - Parameter name: the key as accessors spell it.
    static func all(of name: String) -> [Mutator] {
        let all: [(String, [Character], Shape)] = [
            ("insertObject:in\(name)AtIndex:", ["@", "Q"], .index(.insertion, 1)),
            ("insert\(name):atIndexes:", ["@", "@"], .indexes(.insertion, 1)),
            ("removeObjectFrom\(name)AtIndex:", ["Q"], .index(.removal, 0)),
            ("remove\(name)AtIndexes:", ["@"], .indexes(.removal, 0)),
            ("replaceObjectIn\(name)AtIndex:withObject:", ["Q", "@"], .index(.replacement, 0)),
            ("replace\(name)AtIndexes:with\(name):", ["@", "@"], .indexes(.replacement, 0)),
            ("add\(name)Object:", ["@"], .member(.union)),
            ("remove\(name)Object:", ["@"], .member(.minus)),
            ("add\(name):", ["@"], .members(.union)),
            ("remove\(name):", ["@"], .members(.minus)),
            ("intersect\(name):", ["@"], .members(.intersect)),
        ]
        return all.map { Mutator(selector: Selector($0.0), arguments: $0.1, shape: $0.2) }
    }

    /// Whether a method that bears the name takes what a mutator takes.
    func fits(_ method: Method) -> Bool {
        guard let signature = method.signature, signature.argumentCount == arguments.count + 2 else { return false }
        return arguments.enumerated().allSatisfy { index, wanted in
            guard let first = signature.argumentType(at: index + 2)?.unqualified.text.first else { return false }
            return wanted == "@" ? first == "@" : "qQlL".contains(first)
        }
    }

    /// The messages by which its changes are said.
    var messages: ChangeMessages {
        switch shape {
        case .index, .indexes: .indexed
        case .member, .members: .unordered
        }
    }

    /// What a message is about to do. nil for arguments that say nothing of elements: a nil member, or no set.
    func mutation(of message: IncomingMessage) -> Mutation? {
        switch shape {
        case .index(let kind, let position):
            let index = message.arguments[position + 2]!.load(as: Int.self)
            guard index >= 0 else { return nil }
            return .indexed(kind, NSIndexSet.object([index]))
        case .indexes(let kind, let position):
            guard let indexes = object(message, position), NSIndexSet.ranges(of: indexes) != nil else { return nil }
            return .indexed(kind, indexes)
        case .member(let mutation):
            return object(message, 0).map { .unordered(mutation, NSSet.object([$0])) }
        case .members(let mutation):
            guard let members = object(message, 0), NSSet.elements(of: members) != nil else { return nil }
            return .unordered(mutation, members)
        }
    }

    private func object(_ message: IncomingMessage, _ position: Int) -> Object? {
        UnmanagedObject(message.arguments[position + 2]!.load(as: UnsafeMutableRawPointer?.self))?.retained()
    }
}

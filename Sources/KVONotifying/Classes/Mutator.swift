// Mutator.swift - the methods by which a class changes single elements of a to-many property.
import KeyValueCoding
import MiniFoundation
import MiniRuntime

/// One mutator of a key: its selector, and the meaning of its arguments.
struct Mutator: Sendable {
    let selector: Selector
    /// The type encodings of its arguments: `@` an object, `Q` an index.
    private let arguments: [Character]
    let shape: Shape

    enum Shape: Sendable {
        /// The argument of that number is an index.
        case index(KeyValueChangeKind, Int)
        /// The argument of that number is an NSIndexSet.
        case indexes(KeyValueChangeKind, Int)
        /// The argument is a member.
        case member(KeyValueSetMutation)
        /// The argument is an NSSet of members.
        case members(KeyValueSetMutation)
    }

    /// Returns the mutators of a key, for ordered and unordered collections.
    /// - Parameter name: the key as accessor names contain it.
    static func all(of name: String) -> [Mutator] {
        table(of: name).map { Mutator(selector: Selector($0.0), arguments: $0.1, shape: $0.2) }
    }

    /// Returns the names of these mutators without registering selectors.
    static func names(of name: String) -> [String] { table(of: name).map(\.0) }

    private static func table(of name: String) -> [(String, [Character], Shape)] {
        [
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
    }

    /// Whether a method with this selector has the arguments of the mutator.
    func fits(_ method: Method) -> Bool {
        guard let signature = method.signature, signature.argumentCount == arguments.count + 2 else { return false }
        return arguments.enumerated().allSatisfy { index, wanted in
            guard let first = signature.argumentType(at: index + 2)?.unqualified.text.first else { return false }
            return wanted == "@" ? first == "@" : "qQlL".contains(first)
        }
    }
}

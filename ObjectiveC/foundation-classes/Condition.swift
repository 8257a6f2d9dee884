// Condition.swift - the tree of a predicate: conditions and comparisons. Operand.swift has what they compare.
import Foundation
import MiniFoundation
import MiniRuntime

/// A condition, as a tree.
indirect enum Condition: Sendable {
    case constant(Bool)
    /// A block, and the dictionary that it receives.
    case block(Block, Object?)
    case all([Condition])
    case any([Condition])
    case not(Condition)
    case comparison(Comparison)

    func isTrue(for object: Object?) throws -> Bool {
        switch self {
        case .constant(let value): value
        case .block(let block, let values): try block.test(object, values)
        case .all(let list): try list.allSatisfy { try $0.isTrue(for: object) }
        case .any(let list): try list.contains { try $0.isTrue(for: object) }
        case .not(let condition): try !condition.isTrue(for: object)
        case .comparison(let comparison): try comparison.isTrue(for: object)
        }
    }

    /// Returns the condition with values in place of its variables. A block is called with the values.
    func substituting(_ values: Bindings) throws -> Condition {
        switch self {
        case .constant: return self
        case .block(let block, let before): return .block(block, values.dictionary ?? before)
        case .all(let list): return .all(try list.map { try $0.substituting(values) })
        case .any(let list): return .any(try list.map { try $0.substituting(values) })
        case .not(let condition): return .not(try condition.substituting(values))
        case .comparison(let comparison):
            return .comparison(
                Comparison(
                    modifier: comparison.modifier, left: try comparison.left.substituting(values),
                    right: try comparison.right.substituting(values), operation: comparison.operation,
                    ignoresCase: comparison.ignoresCase, ignoresMarks: comparison.ignoresMarks))
        }
    }
}

struct Comparison: Sendable {
    enum Operator: String, Sendable {
        case equal = "==", notEqual = "!=", less = "<", lessOrEqual = "<=", greater = ">", greaterOrEqual = ">="
        case beginsWith = "BEGINSWITH", endsWith = "ENDSWITH", contains = "CONTAINS", like = "LIKE"
        case matches = "MATCHES", isIn = "IN", between = "BETWEEN"

        /// The values of NSPredicateOperatorType.
        static let types: [Operator: UInt] = [
            .less: 0, .lessOrEqual: 1, .greater: 2, .greaterOrEqual: 3, .equal: 4, .notEqual: 5, .matches: 6, .like: 7,
            .beginsWith: 8, .endsWith: 9, .isIn: 10, .contains: 99, .between: 100,
        ]
    }
    /// Which members of a collection on the left the comparison must hold for.
    enum Modifier: UInt, Sendable { case direct, all, any }

    let modifier: Modifier
    let left, right: Operand
    let operation: Operator
    let ignoresCase, ignoresMarks: Bool

    func isTrue(for object: Object?) throws -> Bool {
        let (left, right) = try (left.value(for: object), right.value(for: object))
        guard modifier != .direct else { return try compare(left, right) }
        let members: Object? = try (left?.send("objectEnumerator") as Object?)?.send("allObjects")
        let list = try members.map { try [Object].bridged(from: $0) } ?? []
        return try modifier == .all
            ? list.allSatisfy { try compare($0, right) } : list.contains { try compare($0, right) }
    }

    private func compare(_ left: Object?, _ right: Object?) throws -> Bool {
        switch operation {
        case .equal: return try areEqual(left, right)
        case .notEqual: return try !areEqual(left, right)
        case .less: return try order(left, right).map { $0 < 0 } ?? false
        case .lessOrEqual: return try order(left, right).map { $0 <= 0 } ?? false
        case .greater: return try order(left, right).map { $0 > 0 } ?? false
        case .greaterOrEqual: return try order(left, right).map { $0 >= 0 } ?? false
        case .isIn: return try isMember(left, of: right)
        case .contains: return try isMember(right, of: left)
        case .between:
            guard let right, let bounds = MiniFoundation.NSArray.elements(of: right), bounds.count == 2 else {
                throw RuntimeException("NSInvalidArgumentException", "BETWEEN needs an array of two objects")
            }
            return try (order(left, bounds[0]) ?? -1) >= 0 && (order(left, bounds[1]) ?? 1) <= 0
        case .beginsWith, .endsWith, .like, .matches: return try compareTexts(left, right)
        }
    }

    private func areEqual(_ left: Object?, _ right: Object?) throws -> Bool {
        let null = MiniFoundation.NSNull.object
        guard let left, let right, left != null || right != null else { return (left ?? null) == (right ?? null) }
        if let left = text(left), let right = text(right) { return left == right }
        return try left.send("isEqual:", right)
    }

    private func order(_ left: Object?, _ right: Object?) throws -> Int? {
        guard let left, let right else { return nil }
        if ignoresCase || ignoresMarks, let left = text(left), let right = text(right) {
            return left == right ? 0 : left < right ? -1 : 1
        }
        return try left.send("compare:", right)
    }

    private func isMember(_ object: Object?, of collection: Object?) throws -> Bool {
        guard let object, let collection else { return false }
        if let whole = text(collection) { return text(object).map { whole.contains($0) } ?? false }
        let members: Object = try (collection.send("objectEnumerator") as Object).send("allObjects")
        return try [Object].bridged(from: members).contains { try areEqual(object, $0) }
    }

    /// The text of a string, without the differences that the comparison ignores.
    private func text(_ object: Object) -> String? {
        guard let text = MiniFoundation.NSString.string(object) else { return nil }
        var options: String.CompareOptions = []
        if ignoresCase { options.insert(.caseInsensitive) }
        if ignoresMarks { options.insert(.diacriticInsensitive) }
        return options.isEmpty ? text : text.folding(options: options, locale: nil)
    }

    private func compareTexts(_ left: Object?, _ right: Object?) throws -> Bool {
        if operation == .matches { return try matches(left, right) }
        guard let left = left.flatMap(text), let right = right.flatMap(text) else { return false }
        switch operation {
        case .beginsWith: return left.hasPrefix(right)
        case .endsWith: return left.hasSuffix(right)
        default: return Self.isLike(Array(left.unicodeScalars), Array(right.unicodeScalars))
        }
    }

    /// Whether a text is like a pattern, in which `*` stands for any characters and `?` for one. If a character does
    /// not fit, the last `*` stands for one character more; an earlier one need not. O(n m).
    private static func isLike(_ text: [Unicode.Scalar], _ pattern: [Unicode.Scalar]) -> Bool {
        var (index, place) = (0, 0)
        var retry: (index: Int, place: Int)?
        while index < text.count {
            if place < pattern.count, pattern[place] == "*" {
                place += 1
                retry = (index, place)
            } else if place < pattern.count, pattern[place] == "?" || pattern[place] == text[index] {
                (index, place) = (index + 1, place + 1)
            } else if let last = retry {
                retry = (last.index + 1, last.place)
                (index, place) = (last.index + 1, last.place)
            } else {
                return false
            }
        }
        return pattern[place...].allSatisfy { $0 == "*" }
    }

    /// Whether the whole text matches a regular expression. An option ignores the case, because `\S` is not `\s`.
    private func matches(_ left: Object?, _ right: Object?) throws -> Bool {
        guard let text = left.flatMap(MiniFoundation.NSString.string),
            let pattern = right.flatMap(MiniFoundation.NSString.string)
        else { return false }
        func plain(_ text: String) -> String {
            ignoresMarks ? text.folding(options: .diacriticInsensitive, locale: nil) : text
        }
        let options: Foundation.NSRegularExpression.Options = ignoresCase ? .caseInsensitive : []
        guard
            let expression = try? Foundation.NSRegularExpression(
                pattern: "\\A(?:\(plain(pattern)))\\z", options: options)
        else {
            throw RuntimeException(
                "NSInvalidArgumentException", "Can't do regex matching, reason: (Can't open pattern \(pattern))")
        }
        let whole = plain(text)
        return expression.firstMatch(in: whole, range: NSRange(location: 0, length: whole.utf16.count)) != nil
    }
}

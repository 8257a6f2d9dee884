// PredicateFormat.swift - predicates and expressions as text that parses to the same again, and whether two are equal.
import MiniFoundation
import MiniRuntime

extension Condition {
    var format: String {
        switch self {
        case .constant(let value): value ? "TRUEPREDICATE" : "FALSEPREDICATE"
        case .block: "BLOCKPREDICATE"
        case .all(let list): Self.joined(list, "AND")
        case .any(let list): Self.joined(list, "OR")
        case .not(let condition): "NOT \(condition.enclosed)"
        case .comparison(let comparison): comparison.format
        }
    }

    private static func joined(_ list: [Condition], _ word: String) -> String {
        list.isEmpty
            ? (word == "AND" ? "TRUEPREDICATE" : "FALSEPREDICATE")
            : list.map(\.enclosed).joined(separator: " \(word) ")
    }

    /// The format, in parentheses if it has parts.
    private var enclosed: String {
        switch self {
        case .all, .any, .not: "(\(format))"
        default: format
        }
    }

    func isEqual(to other: Condition) throws -> Bool {
        switch (self, other) {
        case (.constant(let first), .constant(let second)): first == second
        case (.block(let first), .block(let second)): first.isSame(as: second)
        case (.all(let first), .all(let second)), (.any(let first), .any(let second)):
            try first.count == second.count && zip(first, second).allSatisfy { try $0.isEqual(to: $1) }
        case (.not(let first), .not(let second)): try first.isEqual(to: second)
        case (.comparison(let first), .comparison(let second)): try first.isEqual(to: second)
        default: false
        }
    }
}

extension Comparison {
    var format: String {
        let options = (ignoresCase ? "c" : "") + (ignoresMarks ? "d" : "")
        let name = operation == .equal ? "=" : operation.rawValue
        let prefix = modifier == .direct ? "" : "\(modifier)".uppercased() + " "
        return "\(prefix)\(left.format) \(name)\(options.isEmpty ? "" : "[\(options)]") \(right.format)"
    }

    func isEqual(to other: Comparison) throws -> Bool {
        try modifier == other.modifier && operation == other.operation && ignoresCase == other.ignoresCase
            && ignoresMarks == other.ignoresMarks && left.isEqual(to: other.left) && right.isEqual(to: other.right)
    }
}

extension Operand {
    var format: String {
        switch self {
        case .constant(let object?):
            MiniFoundation.NSString.string(object).map { $0.contains("\"") ? "'\($0)'" : "\"\($0)\"" }
                ?? object.description
        case .constant(nil): "nil"
        case .keyPath(let path): path
        case .list(let list): "{\(list.map(\.format).joined(separator: ", "))}"
        case .function(let name, let argument): "\(name)(\(argument.format))"
        }
    }

    func isEqual(to other: Operand) throws -> Bool {
        switch (self, other) {
        case (.constant(let first?), .constant(let second?)): try first == second || first.send("isEqual:", second)
        case (.constant(nil), .constant(nil)): true
        case (.keyPath(let first), .keyPath(let second)): first == second
        case (.list(let first), .list(let second)):
            try first.count == second.count && zip(first, second).allSatisfy { try $0.isEqual(to: $1) }
        case (.function(let first, let argument), .function(let second, let other)):
            try first == second && argument.isEqual(to: other)
        default: false
        }
    }
}

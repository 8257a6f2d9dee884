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
        case (.block(let first, _), .block(let second, _)): first.isSame(as: second)
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
        let prefix = modifier == .direct ? "" : "\(modifier)".uppercased() + " "
        return "\(prefix)\(left.format) \(operation.rawValue)\(options.isEmpty ? "" : "[\(options)]") \(right.format)"
    }

    func isEqual(to other: Comparison) throws -> Bool {
        try modifier == other.modifier && operation == other.operation && ignoresCase == other.ignoresCase
            && ignoresMarks == other.ignoresMarks && left.isEqual(to: other.left) && right.isEqual(to: other.right)
    }
}

extension Operand {
    var format: String {
        switch self {
        case .constant(let object?): Self.format(object)
        case .constant(nil): "nil"
        case .keyPath(let path): path
        case .list(let list): "{\(list.map(\.format).joined(separator: ", "))}"
        case .function(let name, let argument): "\(name)(\(argument.format))"
        case .message(let operand, let name, let arguments):
            "FUNCTION(\(([operand, .constant(name.bridgedObject)] + arguments).map(\.format).joined(separator: ", ")))"
        case .index(let operand, let index): "\(operand.enclosed(in: 2))[\(index.format)]"
        case .variable(let name): "$\(name)"
        case .path(let operand, let path): "\(operand.enclosed(in: 2)).\(path)"
        case .arithmetic(let first, let steps):
            steps.reduce(first.enclosed(in: precedence)) { text, step in
                "\(text) \(step.name) \(step.operand.enclosed(in: precedence))"
            }
        case .subquery(let collection, let name, let condition):
            "SUBQUERY(\(collection.format), $\(name), \(condition.format))"
        }
    }

    /// - Parameter path: the arrays around the object, which may contain themselves.
    private static func format(_ object: Object, in path: [Object] = []) -> String {
        if let text = MiniFoundation.NSString.string(object) {
            return "\"\(text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined())\""
        }
        guard path.count < 100, !path.contains(object), let list = MiniFoundation.NSArray.elements(of: object) else {
            return object.description
        }
        return "{\(list.map { format($0, in: path + [object]) }.joined(separator: ", "))}"
    }

    /// That of the operators, which is higher for those that are computed first.
    private var precedence: Int {
        guard case .arithmetic(_, let steps) = self else { return 3 }
        return ["+": 0, "-": 0, "*": 1, "/": 1][steps[0].name] ?? 2
    }

    /// The format, in parentheses unless it is computed first without them.
    private func enclosed(in outer: Int) -> String { precedence > outer ? format : "(\(format))" }

    func isEqual(to other: Operand) throws -> Bool {
        switch (self, other) {
        case (.constant(let first?), .constant(let second?)): try first == second || first.send("isEqual:", second)
        case (.constant(nil), .constant(nil)): true
        case (.keyPath(let first), .keyPath(let second)): first == second
        case (.list(let first), .list(let second)):
            try first.count == second.count && zip(first, second).allSatisfy { try $0.isEqual(to: $1) }
        case (.function(let first, let argument), .function(let second, let other)):
            try first == second && argument.isEqual(to: other)
        case (.message(let first, let name, let arguments), .message(let second, let other, let others)):
            try name == other && first.isEqual(to: second) && arguments.count == others.count
                && zip(arguments, others).allSatisfy { try $0.isEqual(to: $1) }
        case (.index(let first, let index), .index(let second, let other)):
            try index.isEqual(to: other) && first.isEqual(to: second)
        case (.variable(let first), .variable(let second)): first == second
        case (.path(let first, let path), .path(let second, let other)): try path == other && first.isEqual(to: second)
        case (.arithmetic(let first, let steps), .arithmetic(let second, let others)):
            try first.isEqual(to: second) && steps.count == others.count
                && zip(steps, others).allSatisfy { try $0.name == $1.name && $0.operand.isEqual(to: $1.operand) }
        case (.subquery(let first, let name, let condition), .subquery(let second, let other, let same)):
            try name == other && first.isEqual(to: second) && condition.isEqual(to: same)
        default: false
        }
    }
}

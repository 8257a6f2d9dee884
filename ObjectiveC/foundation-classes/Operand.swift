// Operand.swift - the expressions of a predicate: constants, key paths, variables, arithmetic, subqueries.
import Foundation
import MiniFoundation
import MiniRuntime

/// The values of variables.
struct Bindings {
    /// The NSDictionary that a block receives, if a program passed one.
    var dictionary: Object?
    /// Returns the value of a variable, or nil if it has none. The value nil is an NSNull.
    let value: (String) throws -> Object?

    init(_ dictionary: Object) {
        self.dictionary = dictionary
        value = { try dictionary.send("objectForKey:", $0) }
    }

    init(_ name: String, _ object: Object) { value = { $0 == name ? object : nil } }
}

/// One side of a comparison.
indirect enum Operand: Sendable {
    /// An operator and what stands behind it. A list of these, so that a long sum is no deep tree.
    struct Step: Sendable {
        let name: String
        let operand: Operand
    }

    /// What stands in brackets behind a collection.
    enum Index: Sendable {
        case first, last, size
        /// A position in an array, or a key of a dictionary.
        case value(Operand)
    }

    case constant(Object?)
    case keyPath(String)
    case list([Operand])
    /// A function over the elements of a collection, by the operator that key paths have for it.
    case function(String, Operand)
    /// The result of a message with that name and these arguments: FUNCTION(operand, "name", arguments).
    case message(Operand, String, [Operand])
    case index(Operand, Index)
    case variable(String)
    /// A key path of the value of another expression, as in `$person.name`.
    case path(Operand, String)
    /// Operators of one precedence, from left to right.
    case arithmetic(Operand, [Step])
    /// The elements of a collection for which a condition on a variable is true.
    case subquery(Operand, String, Condition)

    /// The names of the functions, and the operators.
    static let functions = [
        "sum": "@sum.self", "average": "@avg.self", "min": "@min.self", "max": "@max.self", "count": "@count",
    ]

    func value(for object: Object?) throws -> Object? {
        switch self {
        case .constant(let value): return value
        case .keyPath("SELF"): return object
        case .keyPath(let path): return try object.flatMap { try $0.send("valueForKeyPath:", path) }
        case .list(let list):
            return try MiniFoundation.NSArray.object(
                list.map { try $0.value(for: object) ?? MiniFoundation.NSNull.object })
        case .function(let name, let argument):
            guard let path = Self.functions[name.replacingOccurrences(of: ":", with: "")] else { return nil }
            return try argument.value(for: object).flatMap { try $0.send("valueForKeyPath:", path) }
        case .message(let operand, let name, let arguments):
            return try operand.value(for: object).flatMap { receiver in
                try Self.result(of: receiver, name, arguments.map { try $0.value(for: object) })
            }
        case .index(let operand, let index):
            return try operand.value(for: object).flatMap { try index.element(of: $0, for: object) }
        case .variable(let name):
            throw RuntimeException(
                "NSInvalidArgumentException", "Can't get value for '\(name)' in bindings (null).")
        case .path(let operand, let path):
            return try operand.value(for: object).flatMap { try $0.send("valueForKeyPath:", path) }
        case .arithmetic(let first, let steps):
            return try steps.reduce(Number(first.value(for: object))) { number, step in
                try number?.applying(step.name, Number(step.operand.value(for: object)))
            }?.object
        case .subquery(let collection, let name, let condition):
            guard let value = try collection.value(for: object) else { return nil }
            let members: Object = try (value.send("objectEnumerator") as Object).send("allObjects")
            return try MiniFoundation.NSArray.object(
                [Object].bridged(from: members).filter { member in
                    try condition.substituting(Bindings(name, member)).isTrue(for: object)
                })
        }
    }

    /// Returns the expression with values in place of its variables.
    func substituting(_ values: Bindings) throws -> Operand {
        switch self {
        case .constant, .keyPath: return self
        case .list(let list): return .list(try list.map { try $0.substituting(values) })
        case .function(let name, let argument): return .function(name, try argument.substituting(values))
        case .message(let operand, let name, let arguments):
            return .message(try operand.substituting(values), name, try arguments.map { try $0.substituting(values) })
        case .index(let operand, .value(let place)):
            return .index(try operand.substituting(values), .value(try place.substituting(values)))
        case .index(let operand, let place): return .index(try operand.substituting(values), place)
        case .variable(let name):
            guard let value = try values.value(name) else { return self }
            return .constant(value == MiniFoundation.NSNull.object ? nil : value)
        case .path(let operand, let path): return .path(try operand.substituting(values), path)
        case .arithmetic(let first, let steps):
            return .arithmetic(
                try first.substituting(values),
                try steps.map { Step(name: $0.name, operand: try $0.operand.substituting(values)) })
        case .subquery(let collection, let name, let condition):
            return .subquery(
                try collection.substituting(values), name, try condition.substituting(values))
        }
    }
}

/// A number of an expression: an integer as long as all that it is computed from are.
private enum Number {
    case integer(Int64)
    case real(Double)

    /// Returns nil for nil, so that the whole expression is nil.
    init?(_ object: Object?) throws {
        guard let object else { return nil }
        guard let type = try? String(cString: object.send("objCType") as UnsafePointer<CChar>) else {
            throw RuntimeException("NSInvalidArgumentException", "\(object) is no number")
        }
        self = "fd".contains(type) ? .real(try object.send("doubleValue")) : .integer(try object.send("longLongValue"))
    }

    var object: Object {
        switch self {
        case .integer(let value): MiniFoundation.NSNumber.object(value)
        case .real(let value): MiniFoundation.NSNumber.object(value)
        }
    }

    private var real: Double {
        switch self {
        case .integer(let value): Double(value)
        case .real(let value): value
        }
    }

    /// A result that no integer can be is a real number.
    func applying(_ name: String, _ other: Number?) -> Number? {
        guard let other else { return nil }
        if case .integer(let left) = self, case .integer(let right) = other {
            let result: (partialValue: Int64, overflow: Bool)
            switch name {
            case "+": result = left.addingReportingOverflow(right)
            case "-": result = left.subtractingReportingOverflow(right)
            case "*": result = left.multipliedReportingOverflow(by: right)
            case "/": result = left.dividedReportingOverflow(by: right)
            default: result = (Int64(exactly: pow(Double(left), Double(right))) ?? 0, abs(pow(real, other.real)) > 1e15)
            }
            if !result.overflow, name != "**" || right >= 0 { return .integer(result.partialValue) }
        }
        switch name {
        case "+": return .real(real + other.real)
        case "-": return .real(real - other.real)
        case "*": return .real(real * other.real)
        case "/": return .real(real / other.real)
        default: return .real(pow(real, other.real))
        }
    }
}

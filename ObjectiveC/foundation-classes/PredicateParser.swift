// PredicateParser.swift - reads the format of a predicate: `name BEGINSWITH[c] %@ AND (age > 3 OR ANY pets.age < 2)`.
//
//      or         = and { OR and }
//      and        = not { AND not }
//      not        = NOT not | ( or ) | TRUEPREDICATE | FALSEPREDICATE | comparison
//      comparison = [ANY | ALL | NONE | SOME] operand operator [[cd]] operand
//      operand    = product { (+ | -) product }
//      product    = power { (* | /) power }
//      power      = value { ** value }
//      value      = text | number | key path | %@ | %K | { operand, ... } | TRUE | FALSE | NIL | $variable
//                 | ( operand ) | SUBQUERY ( operand , $variable , or )
//
// A parenthesis where a condition may begin encloses a condition, so a comparison does not begin with one.
// The nesting of conditions and lists is limited, because parsing, evaluating and freeing them take stack for each
// level.
import Foundation
import MiniFoundation
import MiniRuntime

struct PredicateParser {
    private let format: String
    private let tokens: [String]
    private var next = 0
    private var depth = 0
    private static let maximumDepth = 100
    private var arguments: ArraySlice<Object>

    init(_ format: String, _ arguments: [Object]) throws {
        self.format = format
        self.arguments = arguments[...]
        tokens = try Self.split(format)
    }

    mutating func parseExpression() throws -> Operand {
        let operand = try parseOperand()
        guard next == tokens.count else { throw failure() }
        return operand
    }

    mutating func parse() throws -> Condition {
        let condition = try parseOr()
        guard next == tokens.count else { throw failure() }
        return condition
    }

    // ── Conditions ──────────────────────────────────────────────────────────────────────────────────────

    private mutating func parseOr() throws -> Condition {
        var list = [try parseAnd()]
        while take("OR", "||") { list.append(try parseAnd()) }
        return list.count == 1 ? list[0] : .any(list)
    }

    private mutating func parseAnd() throws -> Condition {
        var list = [try parseNot()]
        while take("AND", "&&") { list.append(try parseNot()) }
        return list.count == 1 ? list[0] : .all(list)
    }

    private mutating func parseNot() throws -> Condition { try nested { try $0.parseNotHere() } }

    private mutating func parseNotHere() throws -> Condition {
        if take("NOT", "!") { return .not(try parseNot()) }
        if take("TRUEPREDICATE") { return .constant(true) }
        if take("FALSEPREDICATE") { return .constant(false) }
        if take("NONE") { return .not(.comparison(try parseComparison(.any))) }
        guard take("(") else {
            return .comparison(try parseComparison(take("ANY", "SOME") ? .any : take("ALL") ? .all : .direct))
        }
        let condition = try parseOr()
        guard take(")") else { throw failure() }
        return condition
    }

    private mutating func parseComparison(_ modifier: Comparison.Modifier) throws -> Comparison {
        let left = try parseOperand()
        let operation = try parseOperator()
        var options = ""
        if take("[") {
            options = try takeAny().lowercased()
            guard take("]") else { throw failure() }
        }
        return Comparison(
            modifier: modifier, left: left, right: try parseOperand(), operation: operation,
            ignoresCase: options.contains("c"), ignoresMarks: options.contains("d"))
    }

    private mutating func parseOperator() throws -> Comparison.Operator {
        let names = ["=": "==", "<>": "!=", "=<": "<=", "=>": ">="]
        let token = try takeAny().uppercased()
        guard let operation = Comparison.Operator(rawValue: names[token] ?? token) else { throw failure() }
        return operation
    }

    // ── Expressions ─────────────────────────────────────────────────────────────────────────────────────

    private mutating func parseOperand() throws -> Operand {
        let first = try parseProduct()
        var steps: [Operand.Step] = []
        while next < tokens.count {
            let token = tokens[next]
            if take("+", "-") {
                steps.append(Operand.Step(name: token, operand: try parseProduct()))
            } else if token.hasPrefix("-") {
                steps.append(Operand.Step(name: "+", operand: try parseProduct()))  // the sign of a number
            } else {
                break
            }
        }
        return steps.isEmpty ? first : .arithmetic(first, steps)
    }

    private mutating func parseProduct() throws -> Operand {
        try parseSteps("*", "/") { try $0.parseSteps("**") { try $0.nested { try $0.parseValue() } } }
    }

    private mutating func parseSteps(_ names: String..., of parse: (inout Self) throws -> Operand) throws -> Operand {
        let first = try parse(&self)
        var steps: [Operand.Step] = []
        while next < tokens.count, names.contains(tokens[next]) {
            next += 1
            steps.append(Operand.Step(name: tokens[next - 1], operand: try parse(&self)))
        }
        return steps.isEmpty ? first : .arithmetic(first, steps)
    }

    private mutating func parseValue() throws -> Operand {
        if take("{") { return try parseList() }
        if take("(") {
            let operand = try parseOperand()
            guard take(")") else { throw failure() }
            return operand
        }
        if take("SUBQUERY") { return try parseSubquery() }
        let token = try takeAny()
        if token.hasPrefix("$") { return try Self.variable(token) ?? { throw failure() }() }
        switch token.uppercased() {
        case "TRUE", "YES": return .constant(MiniFoundation.NSNumber.object(true))
        case "FALSE", "NO": return .constant(MiniFoundation.NSNumber.object(false))
        case "NIL", "NULL": return .constant(nil)
        case "SELF": return .keyPath("SELF")
        default: break
        }
        switch token.first {
        case "\"", "'": return .constant(MiniFoundation.NSString.object(String(token.dropFirst())))
        case "%":
            guard let argument = arguments.popFirst() else { throw failure() }
            guard token == "%K" else { return .constant(argument) }
            guard let path = MiniFoundation.NSString.string(argument) else { throw failure() }
            return .keyPath(path)
        default: break
        }
        if let integer = Int64(token) { return .constant(MiniFoundation.NSNumber.object(integer)) }
        if let number = Double(token) { return .constant(MiniFoundation.NSNumber.object(number)) }
        guard let first = token.first, first.isLetter || first == "_" || first == "@" else { throw failure() }
        return .keyPath(token.hasPrefix("SELF.") ? String(token.dropFirst(5)) : token)
    }

    /// Returns a variable, or a key path that begins with one.
    private static func variable(_ token: String) -> Operand? {
        let parts = token.dropFirst().split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard !parts[0].isEmpty, parts.last != "" else { return nil }
        let variable = Operand.variable(String(parts[0]))
        return parts.count == 1 ? variable : .path(variable, String(parts[1]))
    }

    private mutating func parseSubquery() throws -> Operand {
        guard take("(") else { throw failure() }
        let collection = try parseOperand()
        guard take(","), case .variable(let name)? = Self.variable(try takeAny()), take(",") else { throw failure() }
        let condition = try parseOr()
        guard take(")") else { throw failure() }
        let subquery = Operand.subquery(collection, name, condition)
        guard next < tokens.count, tokens[next].hasPrefix("."), tokens[next] != "." else { return subquery }
        return .path(subquery, String(try takeAny().dropFirst()))
    }

    private mutating func parseList() throws -> Operand {
        var list: [Operand] = []
        while !take("}") {
            if !list.isEmpty, !take(",") { throw failure() }
            list.append(try parseOperand())
        }
        return .list(list)
    }

    /// Parses something that may contain more of its kind.
    private mutating func nested<Result>(_ parse: (inout Self) throws -> Result) throws -> Result {
        guard depth < Self.maximumDepth else {
            throw RuntimeException(
                "NSInvalidArgumentException",
                "Unable to parse a format string that is nested more than \(Self.maximumDepth) levels deep")
        }
        depth += 1
        defer { depth -= 1 }
        return try parse(&self)
    }

    // ── Tokens ──────────────────────────────────────────────────────────────────────────────────────────

    private mutating func take(_ words: String...) -> Bool {
        guard next < tokens.count, words.contains(tokens[next].uppercased()) else { return false }
        next += 1
        return true
    }

    private mutating func takeAny() throws -> String {
        guard next < tokens.count else { throw failure() }
        next += 1
        return tokens[next - 1]
    }

    private func failure() -> RuntimeException {
        RuntimeException("NSInvalidArgumentException", "Unable to parse the format string \"\(format)\"")
    }

    /// Returns the tokens of a format. A text begins with its quotation mark and does not end with one.
    private static func split(_ format: String) throws -> [String] {
        var tokens: [String] = []
        var rest = format[...]
        while let first = rest.first {
            if first.isWhitespace {
                rest.removeFirst()
            } else if first == "\"" || first == "'" {
                let body = rest.dropFirst()
                guard let end = body.firstIndex(of: first) else {
                    throw RuntimeException(
                        "NSInvalidArgumentException", "Unable to parse the format string \"\(format)\"")
                }
                tokens.append(String(rest[..<end]))
                rest = rest[end...].dropFirst()
            } else {
                let token = word(rest)
                tokens.append(String(token))
                rest = rest.dropFirst(token.count)
            }
        }
        return tokens
    }

    /// Returns the name, the number or the operator at the beginning of a text.
    private static func word(_ text: Substring) -> Substring {
        func isInName(_ letter: Character) -> Bool { letter.isLetter || letter.isNumber || "_.@$#".contains(letter) }
        if text.hasPrefix("%") {
            return text.prefix(2 + text.dropFirst().prefix(while: { "lqzth".contains($0) }).count)
        }
        let isNegative = text.hasPrefix("-")
        let name = (isNegative ? text.dropFirst() : text).prefix(while: isInName)
        if !name.isEmpty { return text.prefix(name.count + (isNegative ? 1 : 0)) }
        let pair = text.prefix(2)
        return ["==", "!=", "<>", "<=", "=<", ">=", "=>", "&&", "||", "**"].contains(pair) ? pair : text.prefix(1)
    }
}

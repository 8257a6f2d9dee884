// PredicateParser.swift - reads the format of a predicate: `name BEGINSWITH[c] %@ AND (age > 3 OR ANY pets.age < 2)`.
//
//      or         = and { OR and }
//      and        = not { AND not }
//      not        = NOT not | ( or ) | TRUEPREDICATE | FALSEPREDICATE | comparison
//      comparison = [ANY | ALL | NONE | SOME] operand operator [[cd]] operand
//      operand    = product { (+ | -) product }
//      product    = power { (* | /) power }
//      power      = value { ** value }
//      value      = simple { [ index ] [ .path ] }
//      simple     = text | number | - value | key path | %@ | %K | { operand, ... } | TRUE | FALSE | NIL | $variable
//                 | ( operand ) | SUBQUERY ( operand , $variable , or )
//                 | name ( operand ) | FUNCTION ( operand , text { , operand } )
//      index      = FIRST | LAST | SIZE | operand
//
// The token behind its end shows whether a parenthesis encloses a condition or an operand.
// The nesting of conditions and lists is limited, because parsing, evaluating and freeing them take stack for each
// level.
import Foundation
import MiniFoundation
import MiniRuntime

struct PredicateParser {
    private let format: String
    private let tokens: [PredicateToken]
    private let ends: [Int: Int]
    private var next = 0
    private var depth = 0
    private static let maximumDepth = 100
    private var arguments: ArraySlice<Object>

    init(_ format: String, _ arguments: [Object]) throws {
        self.format = format
        self.arguments = arguments[...]
        guard let tokens = PredicateTokens(format) else { throw Self.failure(format) }
        (self.tokens, ends) = (tokens.list, tokens.ends)
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
        guard beginsWithCondition, take("(") else {
            return .comparison(try parseComparison(take("ANY", "SOME") ? .any : take("ALL") ? .all : .direct))
        }
        let condition = try parseOr()
        guard take(")") else { throw failure() }
        return condition
    }

    /// Whether the next token is a parenthesis around a condition: what follows its end continues no operand.
    private var beginsWithCondition: Bool {
        guard let end = ends[next] else { return false }
        guard end + 1 < tokens.count else { return true }
        return ["AND", "&&", "OR", "||", ")", ","].contains(tokens[end + 1].word?.uppercased())
    }

    private mutating func parseComparison(_ modifier: Comparison.Modifier) throws -> Comparison {
        let left = try parseOperand()
        let operation = try parseOperator()
        var options = ""
        if take("[") {
            options = try takeWord().lowercased()
            guard take("]") else { throw failure() }
        }
        return Comparison(
            modifier: modifier, left: left, right: try parseOperand(), operation: operation,
            ignoresCase: options.contains("c"), ignoresMarks: options.contains("d"))
    }

    private mutating func parseOperator() throws -> Comparison.Operator {
        let names = ["=": "==", "<>": "!=", "=<": "<=", "=>": ">="]
        let token = try takeWord().uppercased()
        guard let operation = Comparison.Operator(rawValue: names[token] ?? token) else { throw failure() }
        return operation
    }

    // ── Expressions ─────────────────────────────────────────────────────────────────────────────────────

    private mutating func parseOperand() throws -> Operand {
        try parseSteps("+", "-") {
            try $0.parseSteps("*", "/") { try $0.parseSteps("**") { try $0.nested { try $0.parseValue() } } }
        }
    }

    private mutating func parseSteps(_ names: String..., of parse: (inout Self) throws -> Operand) throws -> Operand {
        let first = try parse(&self)
        var steps: [Operand.Step] = []
        while next < tokens.count, let name = tokens[next].word, names.contains(name) {
            next += 1
            steps.append(Operand.Step(name: name, operand: try parse(&self)))
        }
        return steps.isEmpty ? first : .arithmetic(first, steps)
    }

    /// Parses a value, and the indexes and key paths behind it, each of which nests it once more.
    private mutating func parseValue() throws -> Operand {
        var (value, levels) = (try parseSimpleValue(), 0)
        while next < tokens.count {
            if take("[") {
                value = .index(value, try parseIndex())
                guard take("]") else { throw failure() }
            } else if let path = tokens[next].word, path.hasPrefix("."), path != "." {
                next += 1
                value = .path(value, String(path.dropFirst()))
            } else {
                break
            }
            levels += 1
            guard levels + depth < Self.maximumDepth else { throw Self.tooDeep }
        }
        return value
    }

    private mutating func parseIndex() throws -> Operand.Index {
        if take("FIRST") { return .first }
        if take("LAST") { return .last }
        if take("SIZE") { return .size }
        return .value(try nested { try $0.parseOperand() })
    }

    private mutating func parseSimpleValue() throws -> Operand {
        if take("{") { return try parseList("}") }
        if take("(") {
            let operand = try parseOperand()
            guard take(")") else { throw failure() }
            return operand
        }
        if take("-") { return try parseNegative() }
        guard next < tokens.count else { throw failure() }
        next += 1
        switch tokens[next - 1] {
        case .text(let text): return .constant(MiniFoundation.NSString.object(text))
        case .number(let digits): return try number(digits)
        case .word(let word): return take("(") ? try parseFunction(word) : try parseWord(word)
        }
    }

    private mutating func parseNegative() throws -> Operand {
        if next < tokens.count, case .number(let digits) = tokens[next] {
            next += 1
            return try number("-" + digits)
        }
        let value = try nested { try $0.parseValue() }
        return .arithmetic(.constant(MiniFoundation.NSNumber.object(-1)), [.init(name: "*", operand: value)])
    }

    private func number(_ digits: String) throws -> Operand {
        if digits.contains("x") || digits.contains("X") {
            let (isNegative, text) = (digits.hasPrefix("-"), digits.drop { $0 == "-" }.dropFirst(2))
            guard let bits = Int64(text, radix: 16) else { throw failure() }
            return .constant(MiniFoundation.NSNumber.object(isNegative ? -bits : bits))
        }
        if let integer = Int64(digits) { return .constant(MiniFoundation.NSNumber.object(integer)) }
        guard let number = Double(digits) else { throw failure() }
        return .constant(MiniFoundation.NSNumber.object(number))
    }

    private mutating func parseWord(_ word: String) throws -> Operand {
        if word.hasPrefix("$") { return try Self.variable(word) ?? { throw failure() }() }
        switch word.uppercased() {
        case "TRUE", "YES": return .constant(MiniFoundation.NSNumber.object(true))
        case "FALSE", "NO": return .constant(MiniFoundation.NSNumber.object(false))
        case "NIL", "NULL": return .constant(nil)
        case "SELF": return .keyPath("SELF")
        default: break
        }
        if word.hasPrefix("%") {
            guard let argument = arguments.popFirst() else { throw failure() }
            guard word == "%K" else { return .constant(argument) }
            guard let path = MiniFoundation.NSString.string(argument) else { throw failure() }
            return .keyPath(path)
        }
        guard let first = word.first, first.isLetter || first == "_" || first == "@" else { throw failure() }
        return .keyPath(word.hasPrefix("SELF.") ? String(word.dropFirst(5)) : word)
    }

    /// Parses the arguments of a function, whose parenthesis is open.
    private mutating func parseFunction(_ name: String) throws -> Operand {
        if name.uppercased() == "SUBQUERY" { return try parseSubquery() }
        guard case .list(let list) = try parseList(")"), let first = list.first else { throw failure() }
        if name.uppercased() == "FUNCTION" {
            guard list.count >= 2, case .constant(let selector?) = list[1],
                let selector = MiniFoundation.NSString.string(selector)
            else { throw failure() }
            return .message(first, selector, Array(list[2...]))
        }
        guard list.count == 1, Operand.functions[name] != nil else { throw failure() }
        return .function(name, first)
    }

    /// Returns a variable, or a key path that begins with one.
    private static func variable(_ token: String) -> Operand? {
        let parts = token.dropFirst().split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard !parts[0].isEmpty, parts.last != "" else { return nil }
        let variable = Operand.variable(String(parts[0]))
        return parts.count == 1 ? variable : .path(variable, String(parts[1]))
    }

    private mutating func parseSubquery() throws -> Operand {
        let collection = try parseOperand()
        guard take(","), case .variable(let name)? = Self.variable(try takeWord()), take(",") else { throw failure() }
        let condition = try parseOr()
        guard take(")") else { throw failure() }
        return .subquery(collection, name, condition)
    }

    private mutating func parseList(_ end: String) throws -> Operand {
        var list: [Operand] = []
        while !take(end) {
            if !list.isEmpty, !take(",") { throw failure() }
            list.append(try parseOperand())
        }
        return .list(list)
    }

    /// Parses something that may contain more of its kind.
    private mutating func nested<Result>(_ parse: (inout Self) throws -> Result) throws -> Result {
        guard depth < Self.maximumDepth else { throw Self.tooDeep }
        depth += 1
        defer { depth -= 1 }
        return try parse(&self)
    }

    // ── Tokens ──────────────────────────────────────────────────────────────────────────────────────────

    private mutating func take(_ words: String...) -> Bool {
        guard next < tokens.count, let word = tokens[next].word, words.contains(word.uppercased()) else { return false }
        next += 1
        return true
    }

    private mutating func takeWord() throws -> String {
        guard next < tokens.count, let word = tokens[next].word else { throw failure() }
        next += 1
        return word
    }

    private func failure() -> RuntimeException { Self.failure(format) }

    private static func failure(_ format: String) -> RuntimeException {
        RuntimeException("NSInvalidArgumentException", "Unable to parse the format string \"\(format)\"")
    }

    private static var tooDeep: RuntimeException {
        RuntimeException(
            "NSInvalidArgumentException",
            "Unable to parse a format string that is nested more than \(maximumDepth) levels deep")
    }
}

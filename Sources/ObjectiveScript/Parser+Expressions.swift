// Parser+Expressions.swift - parses expressions. Precedence is that of C.
import MiniRuntime

extension Parser {
    mutating func expression() throws(ScriptError) -> Expression {
        try binary(1)
    }

    /// Parses an expression in which newlines are whitespace.
    mutating func withinBrackets() throws(ScriptError) -> Expression {
        let outer = ignoresNewlines
        ignoresNewlines = true
        let expression = try expression()
        ignoresNewlines = outer
        return expression
    }

    /// Whether the next token can continue the expression: it is on the same line, or newlines are whitespace.
    private var continuesLine: Bool { ignoresNewlines || !token.startsLine }

    /// Parses operators of at least this precedence. Each operator makes the tree one level deeper on the left.
    private mutating func binary(_ precedence: Int) throws(ScriptError) -> Expression {
        try enter()
        var levels = 1
        var left = try unary()
        while continuesLine, case .symbol(let symbol) = token.kind, let sign = BinaryOperator(rawValue: symbol),
            sign.precedence >= precedence
        {
            try enter()
            levels += 1
            let position = position
            advance()
            left = Expression(position: position, kind: .binary(left, sign, try binary(sign.precedence + 1)))
        }
        leave(levels)
        return left
    }

    private mutating func unary() throws(ScriptError) -> Expression {
        guard isAt("-") || isAt("!") || isAt("+") else { return try postfix() }
        let start = position
        let sign = token.kind
        advance()
        try enter()
        let operand = try unary()
        leave()
        switch sign {
        case .symbol("-"): return Expression(position: start, kind: .minus(operand))
        case .symbol("!"): return Expression(position: start, kind: .not(operand))
        default: return operand
        }
    }

    /// Parses `a.b.c` and `a->isa`.
    private mutating func postfix() throws(ScriptError) -> Expression {
        var expression = try primary()
        var levels = 0
        while continuesLine, isAt(".") || isAt("->") {
            try enter()
            levels += 1
            let isArrow = isAt("->")
            advance()
            let position = position
            if isArrow, identifier != "isa" {
                throw position.error("'->' reads only isa; '.' sends the message that reads a property")
            }
            let name = try expectIdentifier("the name of a property after '.'")
            expression = Expression(position: position, kind: .property(of: expression, name))
        }
        leave(levels)
        if case .superclass = expression.kind {
            throw expression.position.error("'super' can only be sent a message")
        }
        return expression
    }

    private mutating func primary() throws(ScriptError) -> Expression {
        let start = position
        if let literal = literal() { return Expression(position: start, kind: literal) }
        switch token.kind {
        case .identifier(let name): return try named(name)
        case .directive("selector"): return try selectorLiteral()
        case .symbol("["): return try message()
        case .symbol("@["): return Expression(position: start, kind: .array(try elements()))
        case .symbol("@{"): return Expression(position: start, kind: .dictionary(try entries()))
        case .symbol("@("):
            return Expression(position: start, kind: .boxed(try parenthesized(opening: "@(")))
        case .symbol("@"): return try boxedNumber()
        case .symbol("("): return try parenthesized(opening: "(")
        default: throw unexpected("an expression", hint: objectiveCHint)
        }
    }

    /// What to write in place of a word of Objective-C that the language does not have.
    private var objectiveCHint: String {
        guard case .directive(let word) = token.kind else { return "" }
        return switch word {
        case "interface", "implementation", "property", "synthesize", "dynamic", "end":
            "; a class is '@class Person : NSObject { int age; - (void)greet { print @\"hello\" } }'"
        case "protocol", "optional", "required": "; the language has no protocols"
        case "synchronized": "; the language has no threads"
        default: ""
        }
    }

    /// Parses a number, a string or a constant.
    private mutating func literal() -> Expression.Kind? {
        let kind: Expression.Kind? =
            switch token.kind {
            case .integer(let value): .literal(ScriptValue(value))
            case .floating(let value): .literal(.double(value))
            case .cString(let text): .literal(.cLiteral(text))
            case .objectString(let text): .string(text)
            case .identifier(let name): Keywords.literals[name].map { .literal($0) }
            default: nil
            }
        if kind != nil { advance() }
        return kind
    }

    private mutating func named(_ name: String) throws(ScriptError) -> Expression {
        let start = position
        advance()
        if name == "super" {
            guard returnType != nil else { throw start.error("'super' has a meaning only in a method") }
            return Expression(position: start, kind: .superclass)
        }
        if Keywords.statements.contains(name) { throw start.error("'\(name)' can only begin a statement") }
        if isAt("("), continuesLine { return try call(name, at: start) }
        return Expression(position: start, kind: .name(name))
    }

    private mutating func parenthesized(opening: String) throws(ScriptError) -> Expression {
        let start = position
        advance()
        let expression = try withinBrackets()
        try expect(")", "to match the '\(opening)' at \(start.text)")
        return expression
    }

    // ── Messages and calls ──────────────────────────────────────────────────────────────────────────

    private mutating func message() throws(ScriptError) -> Expression {
        let start = position
        advance()
        try enter()
        let outer = ignoresNewlines
        ignoresNewlines = true
        let receiver = try receiver()
        var name = ""
        var arguments: [Expression] = []
        guard identifier != nil || isAt(":") else { throw unexpected("the name of a message") }
        if case .identifier(let part) = token.kind, peek() != .symbol(":") {
            name = part
            advance()
        } else {
            while isAtKeywordPart {
                name += try keywordPart()
                arguments.append(try expression())
            }
        }
        guard take("]") else { throw unendedMessage(start) }
        ignoresNewlines = outer
        leave()
        return Expression(position: start, kind: .message(to: receiver, Selector(name), arguments))
    }

    /// Parses the receiver of a message, the only place where `super` is allowed.
    private mutating func receiver() throws(ScriptError) -> Expression {
        if identifier == "super", peek() != .symbol(".") { return try named("super") }
        return try postfix()
    }

    private var isAtKeywordPart: Bool {
        if case .identifier = token.kind { return peek() == .symbol(":") }
        return isAt(":")
    }

    /// Parses `name:` or `:`.
    private mutating func keywordPart() throws(ScriptError) -> String {
        let name = identifier ?? ""
        if !name.isEmpty { advance() }
        try expect(":", "after '\(name)'")
        return name + ":"
    }

    private func unendedMessage(_ start: Position) -> ScriptError {
        let hint = isAt(",") ? "; no method takes a variable number of arguments, but @[a, b] makes an array" : ""
        return unexpected("']' to end the message that begins at \(start.text)", hint: hint)
    }

    private mutating func call(_ name: String, at start: Position) throws(ScriptError) -> Expression {
        guard let function = Functions.table[name] else {
            throw start.error("there is no function '\(name)'\(suggestion(for: name, among: Functions.names))")
        }
        let arguments = try list("(", ")", "to end the call that begins at \(start.text)")
        guard function.arity.contains(arguments.count) else {
            let expected = function.arity.lowerBound
            throw start.error(
                "'\(name)' takes \(expected)\(function.arity.count > 1 ? " or more" : "") "
                    + "argument\(expected == 1 ? "" : "s"), but \(arguments.count) "
                    + "\(arguments.count == 1 ? "is" : "are") given; it is \(function.signature)")
        }
        return Expression(position: start, kind: .call(function, arguments))
    }

    // ── Compound literals ───────────────────────────────────────────────────────────────────────────

    private mutating func boxedNumber() throws(ScriptError) -> Expression {
        let start = position
        advance()
        let isNegative = take("-")
        let numberPosition = position
        guard case .literal(let value)? = literal(), value.isNumber else {
            throw unexpected("a number, YES, NO, '\"', '[', '{' or '(' after '@'")
        }
        let number = Expression(position: numberPosition, kind: .literal(value))
        return Expression(
            position: start,
            kind: .boxed(isNegative ? Expression(position: numberPosition, kind: .minus(number)) : number))
    }

    private mutating func selectorLiteral() throws(ScriptError) -> Expression {
        let start = position
        advance()
        try expect("(", "after '@selector'")
        var name = ""
        while isAtKeywordPart { name += try keywordPart() }
        if name.isEmpty { name = try expectIdentifier("the name of a message") }
        try expect(")", "to end the selector that begins at \(start.text)")
        return Expression(position: start, kind: .literal(.selector(Selector(name))))
    }

    private mutating func elements() throws(ScriptError) -> [Expression] {
        try list("@[", "]", "to end the array that begins at \(position.text)")
    }

    /// Parses a list of expressions in brackets, separated by commas. A comma may follow the last one.
    private mutating func list(_ opening: String, _ closing: String, _ purpose: String) throws(ScriptError)
        -> [Expression]
    {
        try expect(opening, "")
        var list: [Expression] = []
        while !isAt(closing) {
            list.append(try withinBrackets())
            guard take(",") else { break }
        }
        try expect(closing, purpose)
        return list
    }

    private mutating func entries() throws(ScriptError) -> [(key: Expression, value: Expression)] {
        let start = position
        advance()
        var entries: [(key: Expression, value: Expression)] = []
        while !isAt("}") {
            let key = try withinBrackets()
            try expect(":", "between a key and its value")
            entries.append((key, try withinBrackets()))
            guard take(",") else { break }
        }
        try expect("}", "to end the dictionary that begins at \(start.text)")
        return entries
    }
}

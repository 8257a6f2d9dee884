// Parser+Statements.swift - parses statements and finds where they end.
import MiniRuntime

extension Parser {
    mutating func script() throws(ScriptError) -> [Statement] {
        let statements = try statements()
        guard token.kind == .end else { throw unexpected("a statement") }
        return statements
    }

    /// Parses statements up to a brace or the end of the script.
    private mutating func statements() throws(ScriptError) -> [Statement] {
        var statements: [Statement] = []
        while true {
            while take(";") {}
            if token.kind == .end || isAt("}") { return statements }
            statements.append(try statement())
            guard isAtEndOfStatement || lastEndedBlock else {
                throw unexpected("a newline or ';' after the statement")
            }
        }
    }

    private var isAtEndOfStatement: Bool { isAt(";") || isAt("}") || token.kind == .end || token.startsLine }

    /// Whether the statement ended with a block, and so needs no `;` or newline: `if (x) { … }`.
    private var lastEndedBlock: Bool { previousKind == .symbol("}") }

    /// Parses `{ … }`.
    mutating func block(_ purpose: String) throws(ScriptError) -> [Statement] {
        let start = position
        try expect("{", purpose)
        try enter()
        let outer = ignoresNewlines
        ignoresNewlines = false
        let statements = try statements()
        try expect("}", "to end the block that begins at \(start.text)")
        ignoresNewlines = outer
        leave()
        return statements
    }

    private mutating func statement() throws(ScriptError) -> Statement {
        let start = position
        try enter()
        let kind = try statementKind()
        leave()
        return Statement(text: text(from: start), position: start, kind: kind)
    }

    private mutating func statementKind() throws(ScriptError) -> Statement.Kind {
        switch token.kind {
        case .directive("class"): return .classDefinition(try classDefinition())
        case .directive("try"): return try attempt()
        case .directive("throw"):
            advance()
            return .raising(try expression())
        case .directive("autoreleasepool"):
            advance()
            return .pool(try block("to begin the block of '@autoreleasepool'"))
        case .identifier("if"): return try choice()
        case .identifier("while"):
            advance()
            let condition = try condition(of: "while")
            return .loop(while: condition, try block("to begin the block of 'while'"))
        case .identifier("return"): return try result()
        case .identifier(let name):
            if let command = Command(rawValue: name), !isAssigned(peek()) { return try self.command(command) }
            if name == "trace", !isAssigned(peek()) { return try trace() }
            if let declaration = try declaration() { return declaration }
        default: break
        }
        return try expressionOrAssignment()
    }

    private func isAssigned(_ next: Token.Kind) -> Bool {
        guard case .symbol(let symbol) = next else { return false }
        return ["=", "+=", "-=", "*=", "/=", "++", "--", "."].contains(symbol)
    }

    // ── Control flow ────────────────────────────────────────────────────────────────────────────────

    private mutating func condition(of keyword: String) throws(ScriptError) -> Expression {
        let start = position
        try expect("(", "before the condition of '\(keyword)'")
        let condition = try withinBrackets()
        let hint = isAt("=") ? "; '==' compares" : ""
        guard take(")") else {
            throw unexpected("')' to end the condition that begins at \(start.text)", hint: hint)
        }
        return condition
    }

    private mutating func choice() throws(ScriptError) -> Statement.Kind {
        var branches: [(condition: Expression, block: [Statement])] = []
        repeat {
            advance()
            let condition = try condition(of: "if")
            branches.append((condition, try block("to begin the block of 'if'")))
            guard identifier == "else" else { return .choice(branches, otherwise: []) }
            advance()
        } while identifier == "if"
        return .choice(branches, otherwise: try block("to begin the block of 'else'"))
    }

    private mutating func result() throws(ScriptError) -> Statement.Kind {
        guard let returnType else { throw position.error("'return' has a meaning only in a method") }
        advance()
        if isAtEndOfStatement { return .result(nil) }
        if returnType.isVoid { throw position.error("this method returns nothing: its type is void") }
        return .result(try expression())
    }

    private mutating func attempt() throws(ScriptError) -> Statement.Kind {
        advance()
        let body = try block("to begin the block of '@try'")
        var handler: CatchSyntax?
        if token.kind == .directive("catch") {
            advance()
            try expect("(", "before the exception's name")
            let variable = try caughtVariable()
            try expect(")", "after the exception's name")
            handler = CatchSyntax(variable: variable, block: try block("to begin the block of '@catch'"))
        }
        if token.kind == .directive("finally") {
            advance()
            return .attempt(body, handler, finally: try block("to begin the block of '@finally'"))
        }
        guard handler != nil else { throw unexpected("'@catch' or '@finally' after the block of '@try'") }
        return .attempt(body, handler, finally: [])
    }

    /// Parses `e`, `id e`, `NSException *e` or `...`.
    private mutating func caughtVariable() throws(ScriptError) -> String? {
        if take("...") { return nil }
        if case .identifier = peek() { advance() }
        if peek() == .symbol("*") {
            advance()
            advance()
        }
        return try expectIdentifier("a name for the exception")
    }

    // ── Commands, declarations, assignments ─────────────────────────────────────────────────────────

    private mutating func command(_ command: Command) throws(ScriptError) -> Statement.Kind {
        advance()
        if isAtEndOfStatement { throw unexpected("something to \(command)", orEndOf: command) }
        var subjects: [Subject] = []
        repeat {
            let start = position
            let expression = try expression()
            subjects.append(Subject(text: text(from: start), expression: expression))
        } while take(",")
        return .command(command, subjects)
    }

    private mutating func trace() throws(ScriptError) -> Statement.Kind {
        advance()
        guard let word = identifier, ["on", "off"].contains(word) else {
            throw unexpected("'on' or 'off' after 'trace'")
        }
        advance()
        return .trace(word == "on")
    }

    private func unexpected(_ expected: String, orEndOf command: Command) -> ScriptError {
        token.kind == .end ? unexpected(expected) : position.error("expected \(expected) on the same line")
    }

    /// Parses `int x = 3` or `NSString *s = @"text"`. Returns nil, without taking a token, if this is not a
    /// declaration.
    private mutating func declaration() throws(ScriptError) -> Statement.Kind? {
        guard isAtDeclaration else { return nil }
        let typePosition = position
        let type = try type()
        if type.isVoid { throw typePosition.error("a variable cannot be void") }
        let namePosition = position
        let name = try expectIdentifier("the variable's name")
        try checkAssignable(name, at: namePosition)
        return .declaration(type, name, take("=") ? try expression() : nil)
    }

    private var isAtDeclaration: Bool {
        guard let name = identifier else { return false }
        if TypeWords.all.contains(name) {
            switch peek() {
            case .identifier: return true
            case .symbol("*"): return TypeWords.pointers.contains(name)
            default: return false
            }
        }
        // "a * b" is a product, unless '=' follows.
        guard peek() == .symbol("*"), case .identifier = peek(2) else { return false }
        return peek(3) == .symbol("=")
    }

    private mutating func expressionOrAssignment() throws(ScriptError) -> Statement.Kind {
        let target = try expression()
        guard case .symbol(let symbol) = token.kind, isAssigned(token.kind), symbol != "." else {
            return .expression(target)
        }
        try checkAssignable(target)
        advance()
        switch symbol {
        case "=": return .assignment(to: target, nil, try expression())
        case "++", "--":
            let one = Expression(position: target.position, kind: .literal(.integer(1)))
            return .assignment(to: target, symbol == "++" ? .plus : .minus, one)
        default: return .assignment(to: target, BinaryOperator(rawValue: String(symbol.prefix(1))), try expression())
        }
    }

    private func checkAssignable(_ target: Expression) throws(ScriptError) {
        switch target.kind {
        case .name(let name): try checkAssignable(name, at: target.position)
        case .property: break
        default: throw target.position.error("only a variable, an ivar or a property can be assigned to")
        }
    }

    func checkAssignable(_ name: String, at position: Position) throws(ScriptError) {
        guard !Keywords.reserved.contains(name) else { throw position.error("'\(name)' cannot be assigned to") }
    }
}

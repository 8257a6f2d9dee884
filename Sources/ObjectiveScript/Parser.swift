// Parser.swift - tokens to a tree, by recursive descent. Ends on every input: each step takes a token or throws, and
// nesting is bounded, so that no script can exhaust the stack.
import MiniRuntime

/// A script, parsed.
public struct Script: Sendable {
    /// Its statements, in order.
    public let statements: [Statement]

    /// Parses a script. Nothing runs. O(characters).
    /// - Parameters:
    ///   - source: the text.
    ///   - file: what errors call it.
    ///   - firstLine: the number of its first line.
    /// Throws the first thing that is wrong.
    public init(parsing source: String, named file: String, firstLine: Int = 1) throws(ScriptError) {
        var parser = Parser(Source(source, file: file, firstLine: firstLine))
        statements = try parser.script()
    }
}

/// The state of parsing. What each part of the language looks like is in the extensions.
struct Parser {
    static let maximumDepth = 100

    let source: Source
    private let tokens: [Token]
    private var index = 0
    private var depth = 0
    /// Whether a newline is just space: within brackets.
    var ignoresNewlines = false
    /// What the method returns whose body is parsed; nil outside of methods.
    var returnType: TypeSyntax?

    init(_ source: Source) {
        self.source = source
        tokens = Lexer.tokens(of: source)
    }

    // ── Tokens ──────────────────────────────────────────────────────────────────────────────────────

    var token: Token { tokens[index] }

    var position: Position { Position(source: source, offset: token.range.lowerBound) }

    func peek(_ distance: Int = 1) -> Token.Kind { tokens[min(index + distance, tokens.count - 1)].kind }

    var previousKind: Token.Kind? { index == 0 ? nil : tokens[index - 1].kind }

    mutating func advance() {
        if token.kind != .end { index += 1 }
    }

    func isAt(_ symbol: String) -> Bool { token.kind == .symbol(symbol) }

    mutating func take(_ symbol: String) -> Bool {
        let found = isAt(symbol)
        if found { advance() }
        return found
    }

    mutating func expect(_ symbol: String, _ purpose: @autoclosure () -> String) throws(ScriptError) {
        guard take(symbol) else { throw unexpected("'\(symbol)' \(purpose())") }
    }

    var identifier: String? {
        if case .identifier(let name) = token.kind { name } else { nil }
    }

    mutating func expectIdentifier(_ what: String) throws(ScriptError) -> String {
        guard let name = identifier else { throw unexpected(what) }
        advance()
        return name
    }

    /// The source from a place to the last token taken.
    func text(from start: Position) -> String {
        let end = index == 0 ? start.offset : tokens[index - 1].range.upperBound
        return source.text(start.offset..<max(start.offset, end))
    }

    // ── Errors ──────────────────────────────────────────────────────────────────────────────────────

    /// The token is not what has to stand here.
    func unexpected(_ expected: String, hint: String = "") -> ScriptError {
        if case .invalid(let message, let isIncomplete) = token.kind {
            return position.error(message, isIncomplete: isIncomplete)
        }
        if token.kind == .end {
            return position.error("expected \(expected), but the script ends here\(hint)", isIncomplete: true)
        }
        return position.error("expected \(expected), but found '\(source.excerpt(token.range))'\(hint)")
    }

    /// Goes one level deeper, until `leave`.
    mutating func enter() throws(ScriptError) {
        depth += 1
        if depth > Self.maximumDepth {
            throw position.error("this is nested too deeply: more than \(Self.maximumDepth) levels")
        }
    }

    mutating func leave(_ levels: Int = 1) {
        depth -= levels
    }
}

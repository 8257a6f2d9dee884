// Parser.swift - a recursive-descent parser from tokens to a tree. It terminates on every input, because each step
// takes a token or throws. Nesting is limited, so that no script can exhaust the stack.
import MiniRuntime

/// A parsed script.
public struct Script: Sendable {
    /// The statements, in order.
    public let statements: [Statement]

    /// Parses a script without running it. O(characters).
    /// - Parameters:
    ///   - source: the text of the script.
    ///   - file: the name of the script in error messages.
    ///   - firstLine: the number of its first line.
    ///
    /// Throws the first error.
    public init(parsing source: String, named file: String, firstLine: Int = 1) throws(ScriptError) {
        var parser = Parser(Source(source, file: file, firstLine: firstLine))
        statements = try parser.script()
    }
}

/// The state of the parser. Its extensions parse the parts of the language.
struct Parser {
    static let maximumDepth = 100

    let source: Source
    private let tokens: [Token]
    private var index = 0
    private var depth = 0
    /// Whether newlines are whitespace, as they are inside brackets.
    var ignoresNewlines = false
    /// The return type of the method whose body is being parsed; nil outside of methods.
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

    /// Returns the source from `start` to the end of the last token taken.
    func text(from start: Position) -> String {
        let end = index == 0 ? start.offset : tokens[index - 1].range.upperBound
        return source.text(start.offset..<max(start.offset, end))
    }

    // ── Errors ──────────────────────────────────────────────────────────────────────────────────────

    /// Returns the error for a token that the grammar does not allow here.
    func unexpected(_ expected: String, hint: String = "") -> ScriptError {
        if case .invalid(let message, let isIncomplete) = token.kind {
            return position.error(message, isIncomplete: isIncomplete)
        }
        if token.kind == .end {
            return position.error("expected \(expected), but the script ends here\(hint)", isIncomplete: true)
        }
        return position.error("expected \(expected), but found '\(source.excerpt(token.range))'\(hint)")
    }

    /// Goes one level deeper, until the matching `leave`.
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

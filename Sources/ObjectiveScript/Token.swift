// Token.swift - the tokens of a script.

/// A word, a number, a string or a symbol.
struct Token: Sendable {
    enum Kind: Equatable, Sendable {
        case identifier(String)
        /// `@class`, without the `@`.
        case directive(String)
        case integer(UInt)
        case floating(Double)
        /// `@"text"`
        case objectString(String)
        /// `"text"`
        case cString(String)
        case symbol(String)
        /// Text that is not a token, with the reason. No rule of the grammar accepts it, so the parser reports it when
        /// it reaches it.
        case invalid(String, isIncomplete: Bool)
        case end
    }

    let kind: Kind
    let range: Range<Int>
    /// Whether it is the first token on its line.
    let startsLine: Bool
}

// Token.swift - the words of a script.

/// One word, number, string or sign.
struct Token: Sendable {
    enum Kind: Equatable, Sendable {
        case identifier(String)
        /// `@class`, without the sign.
        case directive(String)
        case integer(UInt)
        case floating(Double)
        /// `@"text"`
        case objectString(String)
        /// `"text"`
        case cString(String)
        case symbol(String)
        /// What is none of these, and why. The parser expects it nowhere, and reports it when it gets there.
        case invalid(String, isIncomplete: Bool)
        case end
    }

    let kind: Kind
    let range: Range<Int>
    /// Whether it is the first on its line.
    let startsLine: Bool
}

// Phrase.swift - a text of the tool, written in English and readable in another language.
//
//     let phrase: Phrase = "isa of \(name): \(old) -> \(new)"
//     phrase.text(in: .chinese)
//
// The translation is found by the text with `{0}`, `{1}` … in place of the values: "isa of {0}: {1} -> {2}".

struct Phrase: Sendable {
    private struct Piece: Sendable {
        var format: String
        var values: [Phrase] = []
        /// Whether the text is the same in all languages.
        var isVerbatim = false
    }

    private var pieces: [Piece]

    /// Names and values: a text that is the same in all languages.
    static func verbatim(_ text: String) -> Phrase { Phrase(pieces: [Piece(format: text, isVerbatim: true)]) }

    /// A text without values that is in the catalogue of translations.
    init(_ text: String) { pieces = [Piece(format: text)] }

    static func steps(_ count: Int) -> Phrase { count == 1 ? "1 step" : "\(count) steps" }

    private init(pieces: [Piece]) { self.pieces = pieces }

    static func + (one: Phrase, other: Phrase) -> Phrase { Phrase(pieces: one.pieces + other.pieces) }

    static func += (one: inout Phrase, other: Phrase) { one.pieces += other.pieces }

    /// The text in a language; a text that has no translation stays in English.
    func text(in language: Language = .english) -> String {
        let words = language.words
        return pieces.map { piece in
            if piece.isVerbatim { return piece.format }
            let format = words[piece.format] ?? piece.format
            if piece.values.isEmpty { return format }
            let values = piece.values.map { $0.text(in: language) }
            return format.replacing(/{(\d)}/) { Int($0.1).map { values[$0] } ?? "" }
        }.joined()
    }
}

extension Phrase: ExpressibleByStringInterpolation {
    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var format = ""
        fileprivate var values: [Phrase] = []

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ literal: String) { format += literal }

        mutating func appendInterpolation(_ value: String) { appendInterpolation(.verbatim(value)) }

        mutating func appendInterpolation(_ value: Int) { appendInterpolation(.verbatim("\(value)")) }

        mutating func appendInterpolation(_ value: Phrase) {
            format += "{\(values.count)}"
            values.append(value)
        }
    }

    init(stringLiteral text: String) { self.init(text) }

    init(stringInterpolation: StringInterpolation) {
        pieces = [Piece(format: stringInterpolation.format, values: stringInterpolation.values)]
    }
}

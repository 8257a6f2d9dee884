// PredicateTokens.swift - the tokens of a predicate's format: names, numbers, texts, operators.
//
// A text in quotation marks may contain `\'`, `\"`, `\\`, `\n`, `\r` and `\t`. Other backslashes are part of the text,
// because patterns contain them.

/// A token of a format.
enum PredicateToken: Sendable {
    /// A name, a key path, an argument such as `%@`, or an operator.
    case word(String)
    /// A number, which has no sign.
    case number(String)
    /// A text, without its quotation marks and escapes.
    case text(String)

    /// The word; nil for a number and a text.
    var word: String? { if case .word(let word) = self { word } else { nil } }
}

/// The tokens of a format, and where each parenthesis is closed.
struct PredicateTokens: Sendable {
    let list: [PredicateToken]
    /// The position of the closing parenthesis, by that of the opening one.
    private(set) var ends: [Int: Int] = [:]

    /// Returns nil if a text does not end.
    init?(_ format: String) {
        var tokens: [PredicateToken] = []
        var rest = format[...]
        while let first = rest.first {
            if first.isWhitespace {
                rest.removeFirst()
            } else if first == "\"" || first == "'" {
                guard let text = Self.takeText(&rest) else { return nil }
                tokens.append(.text(text))
            } else if let number = Self.number(rest) {
                tokens.append(.number(String(number)))
                rest = rest[number.endIndex...]
            } else {
                let word = Self.word(rest)
                tokens.append(.word(String(word)))
                rest = rest[word.endIndex...]
            }
        }
        list = tokens
        var open: [Int] = []
        for (place, token) in tokens.enumerated() {
            if token.word == "(" { open.append(place) }
            if token.word == ")", let start = open.popLast() { ends[start] = place }
        }
    }

    /// Removes a text from the beginning of `rest`. Returns nil if it does not end.
    private static func takeText(_ rest: inout Substring) -> String? {
        let quote = rest.removeFirst()
        let escapes: [Character: Character] = ["'": "'", "\"": "\"", "\\": "\\", "n": "\n", "r": "\r", "t": "\t"]
        var text = ""
        while let next = rest.popFirst() {
            if next == quote { return text }
            if next == "\\", let escaped = rest.first.flatMap({ escapes[$0] }) {
                rest.removeFirst()
                text.append(escaped)
            } else {
                text.append(next)
            }
        }
        return nil
    }

    /// Returns the number at the beginning of a text, such as `10`, `1.5e-5` or `0xff`; nil if there is none.
    private static func number(_ text: Substring) -> Substring? {
        guard let first = text.utf8.first, isDigit(first) else { return nil }
        let bytes = text.utf8
        var end = bytes.startIndex
        func skip(_ isMember: (UInt8) -> Bool) { end = bytes[end...].prefix(while: isMember).endIndex }
        if text.hasPrefix("0x") || text.hasPrefix("0X") {
            end = bytes.index(end, offsetBy: 2)
            skip { isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0 | 0x20) }
            return text[..<end]
        }
        skip(isDigit)
        if bytes[end...].first == UInt8(ascii: "."), bytes[end...].dropFirst().first.map(isDigit) ?? false {
            end = bytes.index(after: end)
            skip(isDigit)
        }
        guard let letter = bytes[end...].first, letter | 0x20 == UInt8(ascii: "e") else { return text[..<end] }
        let exponent = bytes[end...].dropFirst()
        let digits =
            exponent.first.map { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") } ?? false
            ? exponent.dropFirst() : exponent
        if digits.first.map(isDigit) ?? false {
            end = digits.startIndex
            skip(isDigit)
        }
        return text[..<end]
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// Returns the name or the operator at the beginning of a text.
    private static func word(_ text: Substring) -> Substring {
        if text.hasPrefix("%") {
            return text.prefix(2 + text.dropFirst().prefix(while: { "lqzth".contains($0) }).count)
        }
        let name = text.prefix { $0.isLetter || $0.isNumber || "_.@$#".contains($0) }
        if !name.isEmpty { return name }
        let pair = text.prefix(2)
        return ["==", "!=", "<>", "<=", "=<", ">=", "=>", "&&", "||", "**"].contains(pair) ? pair : text.prefix(1)
    }
}

// Lexer.swift - converts characters to tokens. Accepts any text: unknown text becomes an invalid token, which ends the
// list.

/// Reads the tokens of a source. O(characters) in total.
struct Lexer {
    private let characters: [Character]
    private var index = 0
    private var startsLine = true

    /// Returns all tokens. The last one is `end`, directly after the token before it.
    static func tokens(of source: Source) -> [Token] {
        var lexer = Lexer(characters: source.characters)
        var tokens: [Token] = []
        while let token = lexer.next() {
            tokens.append(token)
            if case .invalid = token.kind { break }
        }
        let end = tokens.last?.range.upperBound ?? 0
        return tokens + [Token(kind: .end, range: end..<end, startsLine: true)]
    }

    private init(characters: [Character]) {
        self.characters = characters
    }

    private var current: Character? { character(0) }

    private func character(_ distance: Int) -> Character? {
        index + distance < characters.count ? characters[index + distance] : nil
    }

    private mutating func next() -> Token? {
        startsLine = index == 0
        if let comment = skipSpace() {
            let kind = Token.Kind.invalid("expected '*/' to end this comment", isIncomplete: true)
            return Token(kind: kind, range: comment, startsLine: startsLine)
        }
        guard let first = current else { return nil }
        let start = index
        let kind = kind(beginningWith: first)
        return Token(kind: kind, range: start..<index, startsLine: startsLine)
    }

    // ── Whitespace ──────────────────────────────────────────────────────────────────────────────────

    /// Skips whitespace and comments. Returns the opening of a comment that does not end.
    private mutating func skipSpace() -> Range<Int>? {
        while let character = current {
            if Source.endsLine(character) {
                startsLine = true
                index += 1
            } else if character.isWhitespace {
                index += 1
            } else if character == "/" && self.character(1) == "/" {
                while let character = current, !Source.endsLine(character) { index += 1 }
            } else if character == "/" && self.character(1) == "*" {
                let start = index
                guard skipComment() else { return start..<start + 2 }
            } else {
                break
            }
        }
        return nil
    }

    private mutating func skipComment() -> Bool {
        index += 2
        while let character = current {
            if character == "*" && self.character(1) == "/" {
                index += 2
                return true
            }
            if Source.endsLine(character) { startsLine = true }
            index += 1
        }
        return false
    }

    // ── Tokens ──────────────────────────────────────────────────────────────────────────────────────

    private static let symbols: Set = [
        "...", "@[", "@{", "@(", "&&", "||", "==", "!=", "<=", ">=", "+=", "-=", "*=", "/=", "++", "--", "->", "(", ")",
        "[",
        "]", "{", "}", ";", ":", ",", ".", "=", "+", "-", "*", "/", "%", "<", ">", "!", "|", "@",
    ]

    private mutating func kind(beginningWith first: Character) -> Token.Kind {
        if Self.beginsName(first) { return .identifier(name()) }
        if Self.isDigit(first) { return number() }
        if first == "\"" { return string { .cString($0) } }
        if first == "@", let second = character(1) {
            if second == "\"" {
                index += 1
                return string { .objectString($0) }
            }
            if Self.beginsName(second) && !["YES", "NO"].contains(nameAhead(1)) {
                index += 1
                return .directive(name())
            }
        }
        for length in [3, 2, 1] {
            let symbol = String(characters[index...].prefix(length))
            guard Self.symbols.contains(symbol) else { continue }
            index += symbol.count
            return .symbol(symbol)
        }
        index += 1
        return .invalid("\(Self.visible(first)) has no meaning here", isIncomplete: false)
    }

    /// Returns the character in quotes, or its code point if it is invisible.
    private static func visible(_ character: Character) -> String {
        guard let scalar = character.unicodeScalars.first,
            [.control, .format, .unassigned, .privateUse].contains(scalar.properties.generalCategory)
        else { return "'\(character)'" }
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "the character U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    private static func beginsName(_ character: Character) -> Bool { character == "_" || character.isLetter }

    private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }

    private static func continuesName(_ character: Character) -> Bool { beginsName(character) || isDigit(character) }

    private func nameAhead(_ distance: Int) -> String {
        String(characters[(index + distance)...].prefix(while: Self.continuesName))
    }

    private mutating func name() -> String {
        let name = nameAhead(0)
        index += name.count
        return name
    }

    // ── Numbers ─────────────────────────────────────────────────────────────────────────────────────

    private mutating func number() -> Token.Kind {
        let start = index
        while let character = current, Self.continuesNumber(character, before: self.character(1)) {
            let takesSign = (character == "e" || character == "E") && !isHexadecimal(from: start)
            index += takesSign && (self.character(1) == "-" || self.character(1) == "+") ? 2 : 1
        }
        let text = String(characters[start..<index])
        if text.count > 400 { return .invalid("a number has no more than 400 digits", isIncomplete: false) }
        let digits = String(text.reversed().drop { "uUlL".contains($0) }.reversed())
        if isHexadecimal(from: start), digits.dropFirst(2).allSatisfy(\.isHexDigit) {
            return Self.integer(digits.dropFirst(2), radix: 16, text)
        }
        if digits.allSatisfy(Self.isDigit) { return Self.integer(digits[...], radix: 10, text) }
        let mantissa = text.hasSuffix("f") || text.hasSuffix("F") ? String(text.dropLast()) : text
        if !isHexadecimal(from: start), let value = Double(mantissa), value.isFinite { return .floating(value) }
        return .invalid("'\(text)' is no number", isIncomplete: false)
    }

    /// A point belongs to a number only if a digit follows.
    private static func continuesNumber(_ character: Character, before next: Character?) -> Bool {
        character == "." ? next.map(isDigit) ?? false : continuesName(character)
    }

    private func isHexadecimal(from start: Int) -> Bool {
        characters[start] == "0" && start + 1 < characters.count && "xX".contains(characters[start + 1])
    }

    private static func integer(_ digits: Substring, radix: Int, _ text: String) -> Token.Kind {
        if let value = UInt(digits, radix: radix) { return .integer(value) }
        return .invalid(
            digits.isEmpty ? "'\(text)' is no number" : "'\(text)' does not fit into 64 bits", isIncomplete: false)
    }

    // ── Strings ─────────────────────────────────────────────────────────────────────────────────────

    private static let escapes: [Character: Character] = [
        "n": "\n", "t": "\t", "r": "\r", "\\": "\\", "\"": "\"", "'": "'",
    ]

    private mutating func string(_ make: (String) -> Token.Kind) -> Token.Kind {
        var text = ""
        index += 1
        while let character = current, !Source.endsLine(character) {
            index += 1
            if character == "\"" { return make(text) }
            if character == "\0" { return .invalid("a string cannot hold the character NUL", isIncomplete: false) }
            guard character == "\\" else {
                text.append(character)
                continue
            }
            guard let escaped = current, let meaning = Self.escapes[escaped] else {
                let meant = current.map { "'\\\($0)'" } ?? "'\\'"
                return .invalid(
                    "\(meant) is no escape sequence; known are \\n \\t \\r \\\\ \\\" \\'", isIncomplete: false)
            }
            index += 1
            text.append(meaning)
        }
        return .invalid("expected '\"' to end this string, on the line that it begins on", isIncomplete: false)
    }
}

// WholeNumber.swift - whether all of a text is a number. Swift's NumberFormatter reads the number that a text begins
// with, and does not return where it ends.
//
//      [prefix] digits, with separators, and an exponent [suffix]
import Foundation

/// The symbols of a formatter.
struct WholeNumber {
    private let prefixes, suffixes, words: [String]
    private let grouping, decimal, exponent: String
    private let signs: [String]
    /// Whether numbers are written in words, whose grammar only the formatter has.
    private let hasWords: Bool

    init(_ formatter: NumberFormatter) {
        let currency = [formatter.currencySymbol ?? "", formatter.currencyCode ?? ""]
        // Swift's properties are nil in some locales, though their types do not say so.
        let before: [String?] = [formatter.positivePrefix, formatter.negativePrefix]
        let after: [String?] = [formatter.positiveSuffix, formatter.negativeSuffix]
        prefixes = before.compactMap(\.self) + currency
        suffixes = after.compactMap(\.self) + currency
        signs = [formatter.minusSign ?? "-", formatter.plusSign ?? "+", "-", "+", "\u{2212}"]
        let symbols: [String?] = [
            formatter.notANumberSymbol, formatter.positiveInfinitySymbol, formatter.negativeInfinitySymbol,
            formatter.zeroSymbol,
        ]
        words = symbols.compactMap(\.self)
        grouping = formatter.groupingSeparator ?? ","
        decimal = formatter.decimalSeparator ?? "."
        exponent = (formatter.exponentSymbol as String?) ?? "E"
        hasWords = formatter.numberStyle == .spellOut || formatter.numberStyle == .ordinal
    }

    func contains(_ text: String) -> Bool {
        if hasWords || words.contains(text) { return true }
        var rest = text[...]
        // A prefix may be a sign and a currency.
        for _ in 0..<3 { rest = Self.trimmed(rest, signs + prefixes) }
        for _ in 0..<2 { rest = Self.trimmedAtEnd(rest, suffixes) }
        guard Self.takeDigits(&rest, and: grouping) || rest.hasPrefix(decimal) else { return false }
        if rest.hasPrefix(decimal) {
            rest = rest.dropFirst(decimal.count)
            _ = Self.takeDigits(&rest, and: "")
        }
        if rest.lowercased().hasPrefix(exponent.lowercased()) {
            rest = Self.trimmed(rest.dropFirst(exponent.count), signs)
            guard Self.takeDigits(&rest, and: "") else { return false }
        }
        return rest.isEmpty
    }

    /// Removes digits, and separators that a digit follows. Returns whether there was a digit.
    private static func takeDigits(_ text: inout Substring, and separator: String) -> Bool {
        var hasDigits = false
        while let first = text.first {
            if first.unicodeScalars.count == 1, first.wholeNumberValue != nil {
                text.removeFirst()
                hasDigits = true
            } else if hasDigits, !separator.isEmpty, text.hasPrefix(separator),
                text.dropFirst(separator.count).first?.wholeNumberValue != nil
            {
                text = text.dropFirst(separator.count)
            } else {
                break
            }
        }
        return hasDigits
    }

    /// Removes the longest of some symbols, and white space around it.
    private static func trimmed(_ text: Substring, _ symbols: [String]) -> Substring {
        let rest = text.drop(while: \.isWhitespace)
        let found = symbols.filter { !$0.isEmpty && rest.hasPrefix($0) }.max { $0.count < $1.count }
        return found.map { rest.dropFirst($0.count).drop(while: \.isWhitespace) } ?? rest
    }

    private static func trimmedAtEnd(_ text: Substring, _ symbols: [String]) -> Substring {
        var rest = text
        while rest.last?.isWhitespace ?? false { rest.removeLast() }
        let found = symbols.filter { !$0.isEmpty && rest.hasSuffix($0) }.max { $0.count < $1.count }
        return found.map { rest.dropLast($0.count) } ?? rest
    }
}

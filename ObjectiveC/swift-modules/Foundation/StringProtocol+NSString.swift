// StringProtocol+NSString.swift - the methods of NSString, for strings and their parts. Ranges are those of Swift, as
// on Apple's systems. A method that takes a locale ignores it.
import ObjectiveC

extension String {
    /// The parts that a string is enumerated by.
    public typealias EnumerationOptions = NSString.EnumerationOptions

    /// Creates a string from an NSString.
    public init(_ string: NSString) { self = string as String }

    /// Appends a text of a format and its arguments.
    public mutating func appendFormat(_ format: String, _ arguments: any CVarArg...) {
        append(String(format: format, arguments: arguments))
    }
}

extension String.CompareOptions {
    /// The same options for the methods of NSString.
    fileprivate var own: NSString.CompareOptions { NSString.CompareOptions(rawValue: rawValue) }
}

extension StringProtocol {
    private var object: NSString { String(self) as NSString }

    private func units(_ range: Range<Index>?) -> NSRange {
        NSRange(range ?? startIndex..<endIndex, in: self)
    }

    /// Returns a range of this string, or nil if nothing was found.
    private func own(_ range: NSRange) -> Range<Index>? {
        guard range.location != NSNotFound else { return nil }
        let first = utf16.index(startIndex, offsetBy: range.location)
        return first..<utf16.index(first, offsetBy: range.length)
    }
}

// Searching.
extension StringProtocol {
    /// Returns the first range of a text, or the last with `.backwards`.
    public func range(
        of text: some StringProtocol, options: String.CompareOptions = [], range: Range<Index>? = nil,
        locale: Locale? = nil
    ) -> Range<Index>? {
        own(object.range(of: String(text), options: options.own, range: units(range)))
    }

    /// Returns the range of the first character that is in a set.
    public func rangeOfCharacter(
        from set: CharacterSet, options: String.CompareOptions = [], range: Range<Index>? = nil
    ) -> Range<Index>? {
        own(object.rangeOfCharacter(from: set, options: options.own, range: units(range)))
    }

    /// Whether a text is in the string, whatever its case.
    public func localizedCaseInsensitiveContains(_ text: some StringProtocol) -> Bool {
        range(of: text, options: .caseInsensitive) != nil
    }

    /// Whether a text is in the string as a user would search it: whatever its case.
    public func localizedStandardContains(_ text: some StringProtocol) -> Bool {
        range(of: text, options: .caseInsensitive) != nil
    }

    /// Returns the range of a text as a user would search it: whatever its case.
    public func localizedStandardRange(of text: some StringProtocol) -> Range<Index>? {
        range(of: text, options: .caseInsensitive)
    }

    /// Returns the beginning that two strings have in common.
    public func commonPrefix(with other: some StringProtocol, options: String.CompareOptions = []) -> String {
        object.commonPrefix(with: String(other), options: options.own)
    }
}

// Comparing.
extension StringProtocol {
    /// Compares the string, or a range of it, with another.
    public func compare(
        _ other: some StringProtocol, options: String.CompareOptions = [], range: Range<Index>? = nil,
        locale: Locale? = nil
    ) -> ComparisonResult {
        object.compare(String(other), options: options.own, range: units(range))
    }

    /// Compares strings whatever their case.
    public func caseInsensitiveCompare(_ other: some StringProtocol) -> ComparisonResult {
        object.caseInsensitiveCompare(String(other))
    }

    /// Compares strings. The user's language is ignored.
    public func localizedCompare(_ other: some StringProtocol) -> ComparisonResult {
        object.compare(String(other))
    }

    /// Compares strings whatever their case. The user's language is ignored.
    public func localizedCaseInsensitiveCompare(_ other: some StringProtocol) -> ComparisonResult {
        caseInsensitiveCompare(other)
    }

    /// Compares strings as names of files: whatever their case, and digits as the numbers that they form.
    public func localizedStandardCompare(_ other: some StringProtocol) -> ComparisonResult {
        object.compare(String(other), options: [.caseInsensitive, .numeric])
    }
}

// New strings.
extension StringProtocol {
    /// Returns the string without the characters of a set at both ends.
    public func trimmingCharacters(in set: CharacterSet) -> String { object.trimmingCharacters(in: set) }

    /// Returns the parts between the characters of a set.
    public func components(separatedBy separators: CharacterSet) -> [String] {
        object.components(separatedBy: separators)
    }

    /// Returns the string with a text replaced wherever it is found, or in a range.
    public func replacingOccurrences(
        of target: some StringProtocol, with replacement: some StringProtocol,
        options: String.CompareOptions = [], range: Range<Index>? = nil
    ) -> String {
        object.replacingOccurrences(
            of: String(target), with: String(replacement), options: options.own, range: units(range))
    }

    /// Returns the string with a range replaced by a text.
    public func replacingCharacters<R: RangeExpression>(in range: R, with replacement: some StringProtocol) -> String
    where R.Bound == Index {
        object.replacingCharacters(in: NSRange(range, in: self), with: String(replacement))
    }

    /// Returns the beginning of the string, or the string and a padding, of a length.
    public func padding(
        toLength length: Int, withPad padding: some StringProtocol, startingAt index: Int
    ) -> String {
        object.padding(toLength: length, withPad: String(padding), startingAt: index)
    }

    /// Returns the string followed by another.
    public func appending(_ other: some StringProtocol) -> String { String(self) + String(other) }

    /// Returns the string followed by a text of a format and its arguments.
    public func appendingFormat(_ format: some StringProtocol, _ arguments: any CVarArg...) -> String {
        String(self) + String(format: String(format), arguments: arguments)
    }

    /// Returns the string with all other characters as bytes in hexadecimal, for an address.
    public func addingPercentEncoding(withAllowedCharacters allowed: CharacterSet) -> String? {
        object.addingPercentEncoding(withAllowedCharacters: allowed)
    }

    /// The string with bytes in hexadecimal as characters; nil for a malformed one.
    public var removingPercentEncoding: String? { object.removingPercentEncoding }
    /// The string in upper case. The user's language is ignored.
    public var localizedUppercase: String { uppercased() }
    /// The string in lower case. The user's language is ignored.
    public var localizedLowercase: String { lowercased() }
    /// The string with each word capitalized. The user's language is ignored.
    public var localizedCapitalized: String { object.capitalized }

    /// Returns the string from an index on.
    public func substring(from index: Index) -> String { String(self[index...]) }
    /// Returns the string up to an index.
    public func substring(to index: Index) -> String { String(self[..<index]) }
    /// Returns the part of the string in a range.
    public func substring(with range: Range<Index>) -> String { String(self[range]) }
}

// Parts, and bytes.
extension StringProtocol {
    /// Calls a closure with each line.
    public func enumerateLines(invoking body: @escaping (_ line: String, _ stop: inout Bool) -> Void) {
        object.enumerateLines { line, stop in
            var isLast = false
            body(line, &isLast)
            if isLast { stop.pointee = true }
        }
    }

    /// Calls a closure with each part of a range, its range, and its range with what separates it from the next part.
    public func enumerateSubstrings<R: RangeExpression>(
        in range: R, options: String.EnumerationOptions = [],
        _ body: @escaping (String?, Range<Index>, Range<Index>, inout Bool) -> Void
    ) where R.Bound == Index {
        object.enumerateSubstrings(in: NSRange(range, in: self), options: options) { text, part, enclosing, stop in
            var isLast = false
            body(text, own(part)!, own(enclosing)!, &isLast)
            if isLast { stop.pointee = true }
        }
    }

    /// Returns how many bytes the string has in an encoding; 0 if the encoding cannot express it.
    public func lengthOfBytes(using encoding: String.Encoding) -> Int {
        object.lengthOfBytes(usingEncoding: encoding.rawValue)
    }
}

/// Returns the text for a key in the user's language. There are no tables of translations, so the text is `value`, or
/// the key if that is empty.
public func NSLocalizedString(
    _ key: String, tableName: String? = nil, bundle: Bundle = .main, value: String = "", comment: String
) -> String {
    bundle.localizedString(forKey: key, value: value, table: tableName)
}

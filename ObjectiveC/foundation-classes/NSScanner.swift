// NSScanner.swift - reading a text from left to right. Locations count UTF-16 units, as in NSString.
import Foundation
import MiniFoundation
import MiniRuntime

/// The text and the location of a scanner. One thread at a time may use it.
final class ScannedText: @unchecked Sendable {
    // Sendable: the location is changed by the thread that uses the NSScanner, as on Apple's systems.
    let scanner: Scanner
    /// An NSCharacterSet; nil if nothing is skipped.
    var skipped: Object?

    init(_ text: String) {
        scanner = Scanner(string: text)
        scanner.charactersToBeSkipped = nil
        skipped = try? Class.named("NSCharacterSet").send("whitespaceAndNewlineCharacterSet")
    }

    var units: String.UTF16View { scanner.string.utf16 }

    var location: Int {
        units.distance(from: units.startIndex, to: scanner.currentIndex)
    }

    /// Moves to a location. Raises an exception if it is beyond the end of the text.
    func move(to location: UInt) throws {
        guard location <= units.count else {
            throw RuntimeException(
                "NSRangeException", "*** -[NSScanner setScanLocation:]: \(location) is beyond the \(units.count) units")
        }
        scanner.currentIndex = units.index(units.startIndex, offsetBy: Int(location))
    }

    /// Scans a number with a fraction and an exponent. Letters that begin no exponent, as in `1.5em`, are left.
    func scanReal() -> Double? {
        var (end, hasDigits) = (scanner.currentIndex, false)
        func skip(_ isMember: (UInt16) -> Bool) -> Bool {
            guard end < units.endIndex, isMember(units[end]) else { return false }
            end = units.index(after: end)
            return true
        }
        func isDigit(_ unit: UInt16) -> Bool { (0x30...0x39).contains(unit) }
        func isSign(_ unit: UInt16) -> Bool { unit == 0x2B || unit == 0x2D }
        _ = skip(isSign)
        while skip(isDigit) { hasDigits = true }
        if skip({ $0 == 0x2E }) { while skip(isDigit) { hasDigits = true } }
        guard hasDigits else { return nil }
        let mantissa = end
        if skip({ $0 | 0x20 == 0x65 }) {
            _ = skip(isSign)
            var hasExponent = false
            while skip(isDigit) { hasExponent = true }
            if !hasExponent { end = mantissa }
        }
        defer { scanner.currentIndex = end }
        return strtod(String(scanner.string[scanner.currentIndex..<end]), nil)
    }

    /// Whether the unit at an index is a member of an NSCharacterSet.
    func isMember(_ index: String.Index, of set: Object) throws -> Bool {
        try set.send("characterIsMember:", units[index])
    }

    /// Moves over units while they are members of the set, or until one is, and returns them.
    func take(_ set: Object, while areMembers: Bool) throws -> String {
        let start = scanner.currentIndex
        while scanner.currentIndex < units.endIndex, try isMember(scanner.currentIndex, of: set) == areMembers {
            scanner.currentIndex = units.index(after: scanner.currentIndex)
        }
        return String(scanner.string[start..<scanner.currentIndex])
    }

    func skip() throws {
        if let skipped { _ = try take(skipped, while: true) }
    }

    /// Skips characters, then calls `scan`. Moves back if there is no result.
    func scanning<Result>(_ scan: () throws -> Result?) throws -> Result? {
        let start = scanner.currentIndex
        try skip()
        let result = try scan()
        if result == nil { scanner.currentIndex = start }
        return result
    }
}

enum NSScanner {
    static let values = ValueClass<ScannedText>("NSScanner") { cls in
        try cls.addInit("initWithString:", maker: "scannerWithString:") { (text: String) in ScannedText(text) }
        try cls.add("string") { $0.scanner.string }
        try cls.add("scanLocation") { UInt($0.location) }
        try cls.add("setScanLocation:") { (text, location: UInt) in try text.move(to: location) }
        try cls.addProperty("charactersToBeSkipped", \.skipped)
        try cls.add("caseSensitive") { $0.scanner.caseSensitive }
        try cls.add("setCaseSensitive:") { (text, new: Bool) in text.scanner.caseSensitive = new }
        try cls.add("isAtEnd") { text -> Bool in
            let start = text.scanner.currentIndex
            defer { text.scanner.currentIndex = start }
            try text.skip()
            return text.scanner.isAtEnd
        }
        try addNumbers(cls)
        try addTexts(cls)
    }

    private static func addNumbers(_ cls: ValueClass<ScannedText>) throws {
        try addNumber(cls, "scanInt:", "i") { $0.scanInt32() }
        try addNumber(cls, "scanInteger:", "q") { $0.scanInt() }
        try addNumber(cls, "scanLongLong:", "q") { $0.scanInt64() }
        try addNumber(cls, "scanUnsignedLongLong:", "Q") { $0.scanUInt64() }
        try addNumber(cls, "scanHexInt:", "I") { scanner in
            scanner.scanUInt64(representation: .hexadecimal).map { UInt32(clamping: $0) }
        }
        try addNumber(cls, "scanHexLongLong:", "Q") { $0.scanUInt64(representation: .hexadecimal) }
        try addNumber(cls, "scanFloat:", "f", text: { $0.scanReal().map(Float.init) })
        try addNumber(cls, "scanDouble:", "d", text: { $0.scanReal() })
    }

    private static func addNumber<Number: BitwiseCopyable>(
        _ cls: ValueClass<ScannedText>, _ selector: Selector, _ type: String,
        _ scan: @escaping @Sendable (Scanner) -> Number?
    ) throws {
        try addNumber(cls, selector, type, text: { scan($0.scanner) })
    }

    /// Adds a method that stores a number at the address that it receives, unless that is NULL.
    private static func addNumber<Number: BitwiseCopyable>(
        _ cls: ValueClass<ScannedText>, _ selector: Selector, _ type: String,
        text scan: @escaping @Sendable (ScannedText) -> Number?
    ) throws {
        try cls.add(selector, types: "B24@0:8^\(type)16") { (text, result: UnsafeMutableRawPointer?) -> Bool in
            guard let number = try text.scanning({ scan(text) }) else { return false }
            result?.storeBytes(of: number, as: Number.self)
            return true
        }
    }

    private static func addTexts(_ cls: ValueClass<ScannedText>) throws {
        try cls.add("scanString:intoString:") { (text, expected: String, result: ObjectAddress?) -> Bool in
            store(try text.scanning { text.scanner.scanString(expected) }, result)
        }
        try cls.add("scanUpToString:intoString:") { (text, end: String, result: ObjectAddress?) -> Bool in
            store(try text.scanning { text.scanner.scanUpToString(end) }, result)
        }
        try cls.add("scanCharactersFromSet:intoString:") { (text, set: Object, result: ObjectAddress?) -> Bool in
            store(try text.scanning { nilIfEmpty(try text.take(set, while: true)) }, result)
        }
        try cls.add("scanUpToCharactersFromSet:intoString:") { (text, set: Object, result: ObjectAddress?) -> Bool in
            store(try text.scanning { nilIfEmpty(try text.take(set, while: false)) }, result)
        }
    }

    private static func nilIfEmpty(_ text: String) -> String? { text.isEmpty ? nil : text }

    private static func store(_ text: String?, _ result: ObjectAddress?) -> Bool {
        guard let text else { return false }
        result?.store(text.bridgedObject)
        return true
    }
}

// UnitText.swift - texts that may contain halves of surrogate pairs, which a Swift String cannot.
//
//      string   a  U+FFFD  b       what code in Swift reads
//      halves      1: D83D         the units in place of some U+FFFD
//
// The NSStrings between a character's first and second half are such: substrings, and strings made of single units.

/// Half of a surrogate pair without the other one.
struct HalfPair: Equatable {
    let index: Int
    let unit: UInt16
}

/// A text, and its halves of pairs in ascending order.
struct UnitText: Equatable {
    var string: String
    var halves: [HalfPair] = []

    init(_ string: String, _ halves: [HalfPair] = []) { (self.string, self.halves) = (string, halves) }

    init(_ units: some RandomAccessCollection<UInt16>) {
        string = String(decoding: units, as: UTF16.self)
        halves = Self.halves(in: units)
    }

    private static func halves(in units: some RandomAccessCollection<UInt16>) -> [HalfPair] {
        guard units.contains(where: isHalf) else { return [] }
        var halves: [HalfPair] = []
        var high: HalfPair?
        for (index, unit) in units.enumerated() where isHalf(unit) {
            if UTF16.isTrailSurrogate(unit), high?.index == index - 1 {
                high = nil
                continue
            }
            if let high { halves.append(high) }
            high = HalfPair(index: index, unit: unit)
            if UTF16.isTrailSurrogate(unit) {
                halves.append(high!)
                high = nil
            }
        }
        if let high { halves.append(high) }
        return halves
    }

    private static func isHalf(_ unit: UInt16) -> Bool { unit & 0xF800 == 0xD800 }

    /// All units.
    var units: [UInt16] {
        var units = Array(string.utf16)
        for half in halves { units[half.index] = half.unit }
        return units
    }

    /// Returns a part of the text, whose range is within it.
    func part(_ location: Int, _ length: Int) -> UnitText {
        let start = string.utf16.index(string.startIndex, offsetBy: location)
        let end = string.utf16.index(start, offsetBy: length)
        if halves.isEmpty, isWhole(start), isWhole(end) { return UnitText(String(string[start..<end])) }
        return UnitText(units[location..<location + length])
    }

    /// Whether an index is not within a surrogate pair.
    private func isWhole(_ index: String.Index) -> Bool { index.samePosition(in: string.unicodeScalars) != nil }

    mutating func append(_ other: UnitText) {
        if halves.isEmpty && other.halves.isEmpty {
            string += other.string
        } else {
            self = UnitText(units + other.units)
        }
    }

    /// Replaces a range, which is within the text. Moves the rest of the string, and decodes it only if there are
    /// halves of pairs.
    mutating func replace(_ location: Int, _ length: Int, by other: UnitText) {
        let start = string.utf16.index(string.startIndex, offsetBy: location)
        let end = string.utf16.index(start, offsetBy: length)
        if halves.isEmpty, other.halves.isEmpty, isWhole(start), isWhole(end) {
            string.unicodeScalars.replaceSubrange(start..<end, with: other.string.unicodeScalars)
            return
        }
        var all = units
        all.replaceSubrange(location..<location + length, with: other.units)
        self = UnitText(all)
    }
}

/// The halves of pairs of an NSString, which its storage owns.
final class HalfPairs: Sendable {
    let list: [HalfPair]
    init(_ list: [HalfPair]) { self.list = list }
}

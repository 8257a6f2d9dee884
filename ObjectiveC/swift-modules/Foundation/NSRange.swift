// NSRange.swift - ranges of UTF-16 units and indexes, and the ranges of Swift.
import ObjectiveC

extension NSRange: Hashable, CustomStringConvertible, CustomDebugStringConvertible {
    /// Whether both ranges have the same location and length.
    public static func == (lhs: NSRange, rhs: NSRange) -> Bool {
        lhs.location == rhs.location && lhs.length == rhs.length
    }

    /// Feeds the location and the length to the hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(location)
        hasher.combine(length)
    }

    /// The text `{location, length}`.
    public var description: String { "{\(location), \(length)}" }
    /// The text `{location, length}`.
    public var debugDescription: String { description }
}

extension NSRange {
    /// The first index.
    public var lowerBound: Int { location }
    /// The index after the last.
    public var upperBound: Int { location + length }

    /// Creates the range of the same indexes.
    public init<R: RangeExpression>(_ range: R) where R.Bound: FixedWidthInteger {
        let bounds = range.relative(to: 0..<R.Bound.max)
        self.init(location: Int(bounds.lowerBound), length: Int(bounds.upperBound) - Int(bounds.lowerBound))
    }

    /// Creates the range of UTF-16 units that a range of a string has.
    public init<R: RangeExpression, S: StringProtocol>(_ range: R, in string: S) where R.Bound == String.Index {
        let bounds = range.relative(to: string)
        self.init(
            location: string.utf16.distance(from: string.startIndex, to: bounds.lowerBound),
            length: string.utf16.distance(from: bounds.lowerBound, to: bounds.upperBound))
    }

    /// Returns whether an index is in the range.
    public func contains(_ index: Int) -> Bool { NSLocationInRange(index, self) }

    /// Returns the smallest range that contains both.
    public func union(_ other: NSRange) -> NSRange { NSUnionRange(self, other) }

    /// Returns the indexes that are in both ranges, or nil if there are none.
    public func intersection(_ other: NSRange) -> NSRange? {
        let common = NSIntersectionRange(self, other)
        return common.length == 0 ? nil : common
    }
}

extension Range where Bound == Int {
    /// Creates the range of the same indexes, or nil if the location is `NSNotFound`.
    public init?(_ range: NSRange) {
        guard range.location != NSNotFound else { return nil }
        self = range.lowerBound..<range.upperBound
    }
}

extension Range where Bound == String.Index {
    /// Creates the range of a string that consists of a range of its UTF-16 units, or nil if the range is not inside
    /// the string or divides a character of Unicode.
    public init?<S: StringProtocol>(_ range: NSRange, in string: S) {
        let units = string.utf16
        guard range.location >= 0, range.location != NSNotFound, range.length >= 0,
            let first = units.index(units.startIndex, offsetBy: range.location, limitedBy: units.endIndex),
            let last = units.index(first, offsetBy: range.length, limitedBy: units.endIndex),
            Unicode.Scalar.begins(at: first, in: units), Unicode.Scalar.begins(at: last, in: units)
        else { return nil }
        self = first..<last
    }
}

extension Unicode.Scalar {
    /// Whether an index is not in the middle of a surrogate pair.
    fileprivate static func begins<Units: BidirectionalCollection<UInt16>>(at index: Units.Index, in units: Units)
        -> Bool
    {
        index == units.startIndex || index == units.endIndex || !UTF16.isTrailSurrogate(units[index])
            || !UTF16.isLeadSurrogate(units[units.index(before: index)])
    }
}

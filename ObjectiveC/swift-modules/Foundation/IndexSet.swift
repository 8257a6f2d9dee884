// IndexSet.swift - sets of indexes, as values. The ranges are sorted, are not empty, and neither overlap nor touch.
import ObjectiveC

/// A set of indexes, which are not negative, in ascending order.
public struct IndexSet: Hashable, Sendable {
    private var ranges: [Range<Int>] = []

    /// Creates an empty set.
    public init() {}
    /// Creates the set of one index.
    public init(integer: Int) { ranges = [integer..<integer + 1] }
    /// Creates the set of the indexes in a range.
    public init(integersIn range: Range<Int>) { ranges = range.isEmpty ? [] : [range] }
    /// Creates the set of the indexes in a range.
    public init<R: RangeExpression>(integersIn range: R) where R.Bound == Int {
        self.init(integersIn: range.relative(to: 0..<Int.max))
    }

    /// The ranges of successive indexes.
    public var rangeView: [Range<Int>] { ranges }
    /// The number of indexes.
    public var count: Int { ranges.reduce(0) { $0 + $1.count } }

    /// The position in `ranges` of the first that ends at `index` or later; `ranges.count` if none does.
    private func position(endingFrom index: Int) -> Int {
        var low = 0, high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < index { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns whether an index is in the set.
    public func contains(_ member: Int) -> Bool {
        let position = position(endingFrom: member + 1)
        return position < ranges.count && ranges[position].contains(member)
    }

    /// Returns whether all indexes of a range are in the set.
    public func contains<R: RangeExpression>(integersIn range: R) -> Bool where R.Bound == Int {
        let range = range.relative(to: 0..<Int.max)
        return range.isEmpty
            || ranges.contains { $0.lowerBound <= range.lowerBound && range.upperBound <= $0.upperBound }
    }

    /// Returns whether all indexes of another set are in this one.
    public func contains(integersIn other: IndexSet) -> Bool { other.isSubset(of: self) }

    /// Returns whether one of the indexes of a range is in the set.
    public func intersects<R: RangeExpression>(integersIn range: R) -> Bool where R.Bound == Int {
        let range = range.relative(to: 0..<Int.max)
        return ranges.contains { $0.overlaps(range) }
    }

    /// Returns how many indexes are in a range.
    public func count<R: RangeExpression>(in range: R) -> Int where R.Bound == Int {
        let range = range.relative(to: 0..<Int.max)
        return ranges.reduce(0) { $0 + $1.clamped(to: range).count }
    }

    /// Adds the indexes of a range.
    public mutating func insert(integersIn range: Range<Int>) {
        guard !range.isEmpty else { return }
        let first = position(endingFrom: range.lowerBound)
        var last = first, lower = range.lowerBound, upper = range.upperBound
        while last < ranges.count, ranges[last].lowerBound <= upper {
            lower = Swift.min(lower, ranges[last].lowerBound)
            upper = Swift.max(upper, ranges[last].upperBound)
            last += 1
        }
        ranges.replaceSubrange(first..<last, with: [lower..<upper])
    }

    /// Adds the indexes of a range.
    public mutating func insert<R: RangeExpression>(integersIn range: R) where R.Bound == Int {
        insert(integersIn: range.relative(to: 0..<Int.max))
    }

    /// Removes the indexes of a range.
    public mutating func remove(integersIn range: Range<Int>) {
        guard !range.isEmpty else { return }
        var rest: [Range<Int>] = []
        for own in ranges {
            if own.lowerBound < range.lowerBound {
                rest.append(own.lowerBound..<Swift.min(own.upperBound, range.lowerBound))
            }
            if own.upperBound > range.upperBound {
                rest.append(Swift.max(own.lowerBound, range.upperBound)..<own.upperBound)
            }
        }
        ranges = rest
    }

    /// Removes the indexes of a range.
    public mutating func remove<R: RangeExpression>(integersIn range: R) where R.Bound == Int {
        remove(integersIn: range.relative(to: 0..<Int.max))
    }

    /// Removes all indexes.
    public mutating func removeAll() { ranges = [] }

    /// Moves the indexes from `index` on by a distance. If they move down, they replace the indexes there.
    public mutating func shift(startingAt index: Int, by distance: Int) {
        let set = NSMutableIndexSet(indexSet: self)
        set.shiftIndexesStarting(at: index, by: distance)
        self = set as IndexSet
    }

    /// Returns the indexes for which a function returns true.
    public func filteredIndexSet(includeInteger: (Int) throws -> Bool) rethrows -> IndexSet {
        var result = IndexSet()
        for index in self where try includeInteger(index) { result.insert(index) }
        return result
    }
}

// The neighbours of an index.
extension IndexSet {
    /// Returns the first index above another, or nil.
    public func integerGreaterThan(_ index: Int) -> Int? { integerGreaterThanOrEqualTo(index + 1) }
    /// Returns the last index below another, or nil.
    public func integerLessThan(_ index: Int) -> Int? { integerLessThanOrEqualTo(index - 1) }
    /// Returns an index if it is in the set, else the first one above it, or nil.
    public func integerGreaterThanOrEqualTo(_ index: Int) -> Int? {
        let position = position(endingFrom: index + 1)
        return position < ranges.count ? Swift.max(index, ranges[position].lowerBound) : nil
    }
    /// Returns an index if it is in the set, else the last one below it, or nil.
    public func integerLessThanOrEqualTo(_ index: Int) -> Int? {
        ranges.last { $0.lowerBound <= index }.map { Swift.min(index, $0.upperBound - 1) }
    }
}

extension IndexSet: BidirectionalCollection {
    /// The place of an index in the set: the place of its range, and the index.
    public struct Index: Comparable, Sendable {
        fileprivate var position: Int
        fileprivate var value: Int

        /// Whether a place is before another.
        public static func < (lhs: Index, rhs: Index) -> Bool {
            (lhs.position, lhs.value) < (rhs.position, rhs.value)
        }
    }

    /// The first place.
    public var startIndex: Index { Index(position: 0, value: ranges.first?.lowerBound ?? 0) }
    /// The place after the last.
    public var endIndex: Index { Index(position: ranges.count, value: 0) }
    /// The index at a place.
    public subscript(place: Index) -> Int { place.value }
    /// Returns the next place.
    public func index(after place: Index) -> Index {
        let position = place.position
        if place.value + 1 < ranges[position].upperBound { return Index(position: position, value: place.value + 1) }
        guard position + 1 < ranges.count else { return endIndex }
        return Index(position: position + 1, value: ranges[position + 1].lowerBound)
    }
    /// Returns the previous place.
    public func index(before place: Index) -> Index {
        let position = place.position
        if position < ranges.count, place.value > ranges[position].lowerBound {
            return Index(position: position, value: place.value - 1)
        }
        return Index(position: position - 1, value: ranges[position - 1].upperBound - 1)
    }
}

extension IndexSet: SetAlgebra {
    /// Adds an index.
    @discardableResult public mutating func insert(_ index: Int) -> (inserted: Bool, memberAfterInsert: Int) {
        guard !contains(index) else { return (false, index) }
        insert(integersIn: index..<index + 1)
        return (true, index)
    }
    /// Removes an index, and returns it if it was in the set.
    @discardableResult public mutating func remove(_ index: Int) -> Int? {
        guard contains(index) else { return nil }
        remove(integersIn: index..<index + 1)
        return index
    }
    /// Adds an index, and returns it if it was in the set.
    @discardableResult public mutating func update(with index: Int) -> Int? { insert(index).inserted ? nil : index }
    /// Whether the set has no indexes.
    public var isEmpty: Bool { ranges.isEmpty }
    /// Adds the indexes of another set.
    public mutating func formUnion(_ other: IndexSet) { other.ranges.forEach { insert(integersIn: $0) } }
    /// Removes the indexes that are not in another set.
    public mutating func formIntersection(_ other: IndexSet) { self = intersection(other) }
    /// Removes the indexes that are in both sets, and adds those that are only in the other.
    public mutating func formSymmetricDifference(_ other: IndexSet) { self = symmetricDifference(other) }
    /// Returns the indexes of both sets.
    public func union(_ other: IndexSet) -> IndexSet {
        var result = self
        result.formUnion(other)
        return result
    }
    /// Returns the indexes that are in both sets.
    public func intersection(_ other: IndexSet) -> IndexSet { subtracting(subtracting(other)) }
    /// Returns the indexes that are in one of the sets only.
    public func symmetricDifference(_ other: IndexSet) -> IndexSet {
        subtracting(other).union(other.subtracting(self))
    }
    /// Returns the indexes that are not in another set.
    public func subtracting(_ other: IndexSet) -> IndexSet {
        var result = self
        other.ranges.forEach { result.remove(integersIn: $0) }
        return result
    }
}

extension IndexSet: CustomStringConvertible, CustomDebugStringConvertible {
    /// The number of indexes.
    public var description: String { "\(count) indexes" }
    /// The number of indexes.
    public var debugDescription: String { description }
}

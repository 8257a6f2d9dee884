// AttributedText.swift - a text whose parts have attributes: what an attributed string holds.
//
//      text   a b c d e f g
//      runs   │  2 │   5 │ 7      each with the location of its end and its attributes
//
// The runs cover the text without gaps. Neighbours differ, so that the effective range of attributes is one run. A
// change compares the attributes of the runs at the edges of its range only, and changes the text in place.
import MiniFoundation
import MiniRuntime

/// A text and the attributes of its parts. One thread at a time changes it.
final class AttributedText: @unchecked Sendable {
    // Sendable: an object of Objective-C that programs must not share while they change it.

    /// A part of the text with the same attributes, which are an NSDictionary.
    struct Run {
        /// The location after its last unit.
        var end: Int
        var attributes: Object
    }

    /// An NSMutableString that nobody else has, or the immutable one that was returned last.
    private var text: Object
    private var isImmutable: Bool
    private(set) var runs: [Run]

    init(_ text: Object, _ attributes: Object? = nil) throws {
        (self.text, isImmutable) = (try text.send("copy"), true)
        let length: Int = try self.text.send("length")
        let attributes = attributes ?? Self.none
        runs = try length == 0 ? [] : [Run(end: length, attributes: attributes.send("copy"))]
    }

    private init(immutable text: Object, _ runs: [Run]) { (self.text, isImmutable, self.runs) = (text, true, runs) }

    static var none: Object { MiniFoundation.NSDictionary.object([]) }

    var length: Int { runs.last?.end ?? 0 }

    /// An immutable NSString, which is copied once after a change.
    var string: Object {
        get throws {
            if !isImmutable { (text, isImmutable) = (try text.send("copy"), true) }
            return text
        }
    }

    var copy: AttributedText { get throws { AttributedText(immutable: try string, runs) } }

    // ── Reading ─────────────────────────────────────────────────────────────────────────────────────────

    /// Raises an exception if a range is not in the text.
    func check(_ range: ObjectRange) throws {
        guard range.location < 0 || range.length < 0 || range.location > length - range.length else { return }
        throw RuntimeException(
            "NSRangeException",
            "range {\(range.location), \(range.length)} is out of bounds; string length \(length)")
    }

    /// Returns the place of the run with a unit; `count` if there is none. O(log n).
    private func place(_ index: Int) -> Int {
        var (low, high) = (0, runs.count)
        while low < high {
            let middle = (low + high) / 2
            if runs[middle].end > index { high = middle } else { low = middle + 1 }
        }
        return low
    }

    private func start(_ place: Int) -> Int { place == 0 ? 0 : runs[place - 1].end }

    /// Returns the range of the run at an index, and its attributes. Raises an exception if there is none.
    func run(at index: Int) throws -> (range: ObjectRange, attributes: Object) {
        let place = place(index)
        guard index >= 0, place < runs.count else {
            throw RuntimeException("NSRangeException", "index \(index) is out of bounds; string length \(length)")
        }
        let start = start(place)
        return (ObjectRange(start, runs[place].end - start), runs[place].attributes)
    }

    /// Returns the parts of the runs that are in a range. Their ends count from its location.
    private func runs(in range: ObjectRange) -> [Run] {
        let end = range.location + range.length
        var result: [Run] = []
        var place = place(range.location)
        while place < runs.count, start(place) < end {
            result.append(Run(end: min(runs[place].end, end) - range.location, attributes: runs[place].attributes))
            place += 1
        }
        return result
    }

    /// Returns the text of a range with its attributes.
    func part(_ range: ObjectRange) throws -> AttributedText {
        try check(range)
        return try AttributedText(immutable: text.send("substringWithRange:", range), runs(in: range))
    }

    func isEqual(_ other: AttributedText) throws -> Bool {
        guard try string.send("isEqual:", other.string), runs.count == other.runs.count else { return false }
        return try zip(runs, other.runs).allSatisfy {
            try $0.end == $1.end && $0.attributes.send("isEqual:", $1.attributes)
        }
    }

    /// Returns the longest range around an index, within limits, in which `isSame` holds for the attributes.
    func longest(_ index: Int, _ limits: ObjectRange, _ isSame: (Object) throws -> Bool) throws -> ObjectRange {
        try check(limits)
        let (from, to) = (limits.location, limits.location + limits.length)
        var (first, last) = (place(index), place(index))
        while first > 0, runs[first - 1].end > from, try isSame(runs[first - 1].attributes) { first -= 1 }
        while last < runs.count, runs[last].end < to, last + 1 < runs.count, try isSame(runs[last + 1].attributes) {
            last += 1
        }
        let start = max(from, start(first)), end = last < runs.count ? min(to, runs[last].end) : to
        return ObjectRange(start, max(end - start, 0))
    }

    // ── Changing ────────────────────────────────────────────────────────────────────────────────────────

    /// Replaces the attributes of each run in a range by the result of `body`.
    func change(_ range: ObjectRange, _ body: (Object) throws -> Object) throws {
        try check(range)
        guard range.length > 0 else { return }
        let changed = try runs(in: range).map { try Run(end: $0.end, attributes: body($0.attributes)) }
        let splice = try splice(range, by: changed)
        apply(splice, growing: 0)
    }

    /// Replaces a range by another text with its attributes.
    func replace(_ range: ObjectRange, by other: AttributedText) throws {
        try check(range)
        let splice = try splice(range, by: other.runs)
        if isImmutable { (text, isImmutable) = (try text.send("mutableCopy"), false) }
        try text.send("replaceCharactersInRange:withString:", range, other.string)
        apply(splice, growing: other.length - range.length)
    }

    /// Replaces a range by a text with the attributes of the range's first character; if the range is empty, with those
    /// of the character before it, or else after it.
    func replace(_ range: ObjectRange, by text: Object) throws {
        try check(range)
        let index = range.length > 0 ? range.location : max(range.location - 1, 0)
        try replace(range, by: AttributedText(text, length == 0 ? nil : run(at: index).attributes))
    }

    /// Runs to be replaced by others.
    private typealias Splice = (places: Range<Int>, runs: [Run])

    /// Returns the runs that replace those around a range: what is left of them, and `changed` between. Equal
    /// neighbours become one.
    private func splice(_ range: ObjectRange, by changed: [Run]) throws -> Splice {
        let end = range.location + range.length, growth = (changed.last?.end ?? 0) - range.length
        // The runs of the units before and behind the range are cut, and may become one with the new ones.
        let first = range.location > 0 ? place(range.location - 1) : 0, last = place(end)
        var parts: [Run] = []
        if range.location > 0 { parts.append(Run(end: range.location, attributes: runs[first].attributes)) }
        parts += changed.map { Run(end: range.location + $0.end, attributes: $0.attributes) }
        if last < runs.count { parts.append(Run(end: runs[last].end + growth, attributes: runs[last].attributes)) }
        var result: [Run] = []
        for part in parts {
            if let before = result.last, try before.attributes.send("isEqual:", part.attributes) {
                result[result.count - 1].end = part.end
            } else {
                result.append(part)
            }
        }
        return (first..<min(last + 1, runs.count), result)
    }

    /// Replaces runs, and moves those behind them. The old ones are released afterwards, because that may run code of
    /// the program.
    private func apply(_ splice: Splice, growing growth: Int) {
        let old = Array(runs[splice.places])
        if growth != 0 { for place in splice.places.upperBound..<runs.count { runs[place].end += growth } }
        runs.replaceSubrange(splice.places, with: splice.runs)
        withExtendedLifetime(old) {}
    }
}

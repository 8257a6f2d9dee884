// AttributedText.swift - a text whose parts have attributes: what an attributed string holds.
//
// The runs cover the text without gaps. Neighbours differ, so that the effective range of attributes is one run.
import MiniFoundation
import MiniRuntime

/// A text and the attributes of its parts. One thread at a time changes it.
final class AttributedText: @unchecked Sendable {
    // Sendable: an object of Objective-C that programs must not share while they change it.

    /// A part of the text with the same attributes, which are an NSDictionary.
    struct Run {
        var length: Int
        var attributes: Object
    }

    /// An immutable NSString.
    private(set) var string: Object
    private(set) var runs: [Run]

    init(_ text: Object, _ attributes: Object? = nil) throws {
        string = try text.send("copy")
        let length: Int = try string.send("length")
        let attributes = attributes ?? Self.none
        runs = try length == 0 ? [] : [Run(length: length, attributes: attributes.send("copy"))]
    }

    private init(_ string: Object, _ runs: [Run]) { (self.string, self.runs) = (string, runs) }

    var copy: AttributedText { AttributedText(string, runs) }
    var length: Int { runs.reduce(0) { $0 + $1.length } }
    static var none: Object { MiniFoundation.NSDictionary.object([]) }

    /// Raises an exception if a range is not in the text.
    func check(_ range: ObjectRange) throws {
        guard range.location < 0 || range.length < 0 || range.location > length - range.length else { return }
        throw RuntimeException(
            "NSRangeException",
            "range {\(range.location), \(range.length)} is out of bounds; string length \(length)")
    }

    /// Returns the run at an index, and where it begins. Raises an exception if there is none.
    func run(at index: Int) throws -> (start: Int, run: Run) {
        var start = 0
        for run in runs where index >= 0 {
            if index < start + run.length { return (start, run) }
            start += run.length
        }
        throw RuntimeException("NSRangeException", "index \(index) is out of bounds; string length \(length)")
    }

    /// Returns the parts of the runs that are in a range.
    private func runs(in range: ObjectRange) -> [Run] {
        var (start, result) = (0, [Run]())
        for run in runs {
            let from = max(start, range.location), to = min(start + run.length, range.location + range.length)
            if from < to { result.append(Run(length: to - from, attributes: run.attributes)) }
            start += run.length
        }
        return result
    }

    /// Returns the text of a range with its attributes.
    func part(_ range: ObjectRange) throws -> AttributedText {
        try check(range)
        return try AttributedText(string.send("substringWithRange:", range), runs(in: range))
    }

    /// Replaces the attributes of each run in a range by the result of `body`.
    func change(_ range: ObjectRange, _ body: (Object) throws -> Object) throws {
        try check(range)
        let changed = try runs(in: range).map { try Run(length: $0.length, attributes: body($0.attributes)) }
        try set(string, replaced(range, by: changed))
    }

    /// Changes the text and the attributes at once. The old ones are released afterwards, because that may run code of
    /// the program.
    private func set(_ string: Object, _ runs: [Run]) {
        let old = (self.string, self.runs)
        (self.string, self.runs) = (string, runs)
        withExtendedLifetime(old) {}
    }

    /// Replaces a range by another text with its attributes.
    func replace(_ range: ObjectRange, by other: AttributedText) throws {
        try check(range)
        let text: Object = try string.send("stringByReplacingCharactersInRange:withString:", range, other.string)
        try set(text, replaced(range, by: other.runs))
    }

    /// Replaces a range by a text with the attributes of the range's first character; if the range is empty, with those
    /// of the character before it, or else after it.
    func replace(_ range: ObjectRange, by text: Object) throws {
        try check(range)
        let index = range.length > 0 ? range.location : max(range.location - 1, 0)
        try replace(range, by: AttributedText(text, length == 0 ? nil : run(at: index).run.attributes))
    }

    /// Returns the runs with others in a range.
    private func replaced(_ range: ObjectRange, by changed: [Run]) throws -> [Run] {
        let end = range.location + range.length
        let before = runs(in: ObjectRange(.init(location: 0, length: range.location)))
        let after = runs(in: ObjectRange(.init(location: end, length: length - end)))
        var result: [Run] = []
        for run in before + changed + after {
            if let last = result.last, try last.attributes.send("isEqual:", run.attributes) {
                result[result.count - 1].length += run.length
            } else {
                result.append(run)
            }
        }
        return result
    }

    func isEqual(_ other: AttributedText) throws -> Bool {
        guard try string.send("isEqual:", other.string), runs.count == other.runs.count else { return false }
        return try zip(runs, other.runs).allSatisfy {
            try $0.length == $1.length && $0.attributes.send("isEqual:", $1.attributes)
        }
    }

    /// Returns the longest range around an index, within limits, in which `isSame` holds for the attributes.
    func longest(_ index: Int, _ limits: ObjectRange, _ isSame: (Object) throws -> Bool) throws -> ObjectRange {
        try check(limits)
        var (start, found, from) = (0, limits.location, limits.location)
        var to = limits.location + limits.length
        for run in runs {
            if try !isSame(run.attributes) {
                if start + run.length <= index { from = max(from, start + run.length) }
                if start > index { to = min(to, start) }
            }
            start += run.length
        }
        found = from
        return ObjectRange(.init(location: found, length: max(to - found, 0)))
    }
}

// NSRegularExpression.swift - patterns in texts: Swift's NSRegularExpression. Ranges count UTF-16 units.
import Foundation
import MiniFoundation
import MiniRuntime

enum NSRegularExpression {
    typealias Expression = Foundation.NSRegularExpression

    static let values: ValueClass<Expression> = ValueClass("NSRegularExpression", adopting: ["NSCopying"]) { cls in
        try cls.addInit(
            "initWithPattern:options:error:", maker: "regularExpressionWithPattern:options:error:"
        ) { (pattern: String, options: UInt, error: ObjectAddress?) in
            ObjectAddress.catching(error) { try Expression(pattern: pattern, options: .init(rawValue: options)) }
        }
        try cls.addClassMethod("escapedPatternForString:") { (_, text: String) in Expression.escapedPattern(for: text) }
        try cls.addClassMethod("escapedTemplateForString:") { (_, text: String) in
            Expression.escapedTemplate(for: text)
        }
        try cls.add("pattern") { $0.pattern }
        try cls.add("options") { $0.options.rawValue }
        try cls.add("numberOfCaptureGroups") { UInt($0.numberOfCaptureGroups) }
        try addMatching(cls)
        try addReplacing(cls)
        try cls.add("isEqual:") { (expression, other: Object?) -> Bool in
            guard let other, cls.holds(other) else { return false }
            let same = try cls.value(of: other)
            return expression.pattern == same.pattern && expression.options == same.options
        }
        try cls.add("hash") { UInt(bitPattern: $0.pattern.hashValue) }
        try cls.addCopy()
    }

    /// A match: the ranges of the whole and of each capture group.
    static let results = ValueClass<[ObjectRange]>("NSTextCheckingResult", adopting: ["NSCopying"]) { cls in
        try cls.add("range") { $0[0] }
        try cls.add("numberOfRanges") { UInt($0.count) }
        try cls.add("rangeAtIndex:") { (ranges, index: UInt) in
            guard index < ranges.count else {
                throw RuntimeException("NSRangeException", "index \(index) is beyond the \(ranges.count) ranges")
            }
            return ranges[Int(index)]
        }
        try cls.addEquality()
        try cls.addCopy()
    }

    private static func result(_ match: Foundation.NSTextCheckingResult) -> Object {
        results.object((0..<match.numberOfRanges).map { ObjectRange(match.range(at: $0)) })
    }

    /// Raises an exception unless the range is within the text.
    private static func check(_ range: ObjectRange, in text: String) throws {
        let length = text.utf16.count
        guard range.location >= 0, range.length >= 0, range.location <= length, range.length <= length - range.location
        else { throw RuntimeException("NSRangeException", "\(range.range) is out of bounds; string length \(length)") }
    }

    private static func addMatching(_ cls: ValueClass<Expression>) throws {
        try cls.add("matchesInString:options:range:") { (expression, text: String, options: UInt, range: ObjectRange) in
            try check(range, in: text)
            let matches = expression.matches(in: text, options: .init(rawValue: options), range: range.range)
            return MiniFoundation.NSArray.object(matches.map(result))
        }
        try cls.add("numberOfMatchesInString:options:range:") {
            (expression, text: String, options: UInt, range: ObjectRange) in
            try check(range, in: text)
            return UInt(expression.numberOfMatches(in: text, options: .init(rawValue: options), range: range.range))
        }
        try cls.add("firstMatchInString:options:range:") {
            (expression, text: String, options: UInt, range: ObjectRange) -> Object? in
            try check(range, in: text)
            return expression.firstMatch(in: text, options: .init(rawValue: options), range: range.range).map(result)
        }
        try cls.add("rangeOfFirstMatchInString:options:range:") {
            (expression, text: String, options: UInt, range: ObjectRange) in
            try check(range, in: text)
            return ObjectRange(
                expression.rangeOfFirstMatch(in: text, options: .init(rawValue: options), range: range.range))
        }
        try cls.add("enumerateMatchesInString:options:range:usingBlock:") {
            (expression, text: String, options: UInt, range: ObjectRange, block: Block) in
            try check(range, in: text)
            expression.enumerateMatches(in: text, options: .init(rawValue: options), range: range.range) {
                match, flags, stop in
                let isStopped = block.call(match.map(result), UInt(flags.rawValue))
                if isStopped || RuntimeException.isPending { stop.pointee = true }
            }
        }
    }

    private static func addReplacing(_ cls: ValueClass<Expression>) throws {
        try cls.add("stringByReplacingMatchesInString:options:range:withTemplate:") {
            (expression, text: String, options: UInt, range: ObjectRange, template: String) in
            try check(range, in: text)
            let matches = expression.matches(in: text, options: .init(rawValue: options), range: range.range)
            return ReplacementTemplate(template, expression).replacing(matches, in: text)
        }
        try cls.add("replaceMatchesInString:options:range:withTemplate:") {
            (expression, string: Object, options: UInt, range: ObjectRange, template: String) -> UInt in
            let text = MiniFoundation.NSString.string(string) ?? ""
            try check(range, in: text)
            let matches = expression.matches(in: text, options: .init(rawValue: options), range: range.range)
            try string.send("setString:", ReplacementTemplate(template, expression).replacing(matches, in: text))
            return UInt(matches.count)
        }
    }
}

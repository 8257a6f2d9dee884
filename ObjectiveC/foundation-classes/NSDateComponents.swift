// NSDateComponents.swift - the parts of a date or of a duration, which can be changed: Swift's DateComponents.
import Foundation
import MiniFoundation
import MiniRuntime

/// The parts of one date. One thread at a time uses them.
final class DateParts: @unchecked Sendable {
    // Sendable: an object of Objective-C that programs must not share while they change it.
    var parts: DateComponents
    init(_ parts: DateComponents) { self.parts = parts }
}

enum NSDateComponents {
    /// NSDateComponentUndefined: the value of a part that is not set.
    static let undefined = Int.max

    static let values: ValueClass<DateParts> = ValueClass("NSDateComponents", adopting: ["NSCopying"]) { cls in
        try cls.addInit("init") { DateParts(DateComponents()) }
        for (name, path) in numbers { try addNumber(cls, name, path) }
        try cls.add("isLeapMonth") { $0.parts.isLeapMonth ?? false }
        try cls.add("setLeapMonth:") { (date, isLeap: Bool) in date.parts.isLeapMonth = isLeap }
        try cls.add("calendar") { $0.parts.calendar.map(NSCalendar.object) }
        try cls.add("setCalendar:") { (date, new: Object?) in date.parts.calendar = try NSCalendar.calendar(new) }
        try cls.add("timeZone") { $0.parts.timeZone.map(NSTimeZone.values.object) }
        try cls.add("setTimeZone:") { (date, new: Object?) in
            date.parts.timeZone = try NSTimeZone.values.argument(new)
        }
        try cls.add("date") { ($0.parts.calendar == nil ? nil : bounded($0.parts)?.date)?.object }
        try cls.add("isValidDate") { ($0.parts.calendar == nil ? nil : bounded($0.parts)?.isValidDate) ?? false }
        try cls.add("isValidDateInCalendar:") { (date, calendar: Object) -> Bool in
            try NSCalendar.calendar(calendar).flatMap { bounded(date.parts)?.isValidDate(in: $0) } ?? false
        }
        try cls.add("valueForComponent:") { (date, unit: UInt) in
            try date.parts.value(for: NSCalendar.component(unit)) ?? undefined
        }
        try cls.add("setValue:forComponent:") { (date, value: Int, unit: UInt) in
            try date.parts.setValue(value == undefined ? nil : value, for: NSCalendar.component(unit))
        }
        try cls.add("isEqual:") { (date, other: Object?) -> Bool in
            guard let other, cls.holds(other) else { return false }
            return try date.parts == cls.value(of: other).parts
        }
        try cls.add("hash") { UInt(bitPattern: $0.parts.hashValue) }
        try cls.cls.addMethod("copyWithZone:") { (me: Object, _: UnsafeMutableRawPointer?) in
            try cls.object(DateParts(cls.value(of: me).parts))
        }
    }

    private typealias Number = WritableKeyPath<DateComponents, Int?> & Sendable

    private static let numbers: [(String, Number)] = [
        ("era", \.era), ("year", \.year), ("month", \.month), ("day", \.day), ("hour", \.hour), ("minute", \.minute),
        ("second", \.second), ("nanosecond", \.nanosecond), ("weekday", \.weekday),
        ("weekdayOrdinal", \.weekdayOrdinal), ("quarter", \.quarter), ("weekOfMonth", \.weekOfMonth),
        ("weekOfYear", \.weekOfYear), ("yearForWeekOfYear", \.yearForWeekOfYear), ("week", \.weekOfYear),
    ]

    /// The names of the parts that are numbers.
    static var numberNames: [String] { numbers.map(\.0) }

    private static func addNumber(_ cls: ValueClass<DateParts>, _ name: String, _ path: Number) throws {
        try cls.add(Selector(name)) { $0.parts[keyPath: path] ?? undefined }
        try cls.add(ValueClass<DateParts>.setter(of: name)) { (date, value: Int) in
            date.parts[keyPath: path] = value == undefined ? nil : value
        }
    }

    /// Returns the parts of an argument; nil if a number of them is too large. Raises an exception for nil.
    static func parts(_ object: Object?) throws -> DateComponents? {
        guard let date = try values.argument(object) else {
            throw RuntimeException("NSInvalidArgumentException", "components cannot be nil")
        }
        return bounded(date.parts)
    }

    /// Returns the parts; nil if a number of them is too large.
    private static func bounded(_ parts: DateComponents) -> DateComponents? {
        let areAllBounded = numbers.allSatisfy { name, path in
            parts[keyPath: path].map { isBounded($0, isNanoseconds: name == "nanosecond") } ?? true
        }
        return areAllBounded ? parts : nil
    }

    /// Whether a calendar can compute with a number of units. No calendar has dates that are so many units away that
    /// the number of their seconds overflows, for which Swift's Calendar ends the process.
    static func isBounded(_ number: Int, isNanoseconds: Bool = false) -> Bool {
        number.magnitude <= (isNanoseconds ? UInt(Int.max) : 1 << 43)
    }
}

// NSCalendar.swift - the calendars that dates are written in: Swift's Calendar.
//
// `NSCalendar+Dates.swift` has the methods that compare dates and find others.
import Foundation
import MiniFoundation
import MiniRuntime

/// A calendar, whose time zone, locale and first weekday can be set. One thread at a time changes it.
final class CalendarValue: @unchecked Sendable {
    // Sendable: an object of Objective-C that programs must not share while they change it.
    var calendar: Calendar
    init(_ calendar: Calendar) { self.calendar = calendar }
}

enum NSCalendar {
    static let values: ValueClass<CalendarValue> = ValueClass("NSCalendar", adopting: ["NSCopying"]) { cls in
        try cls.addInit("initWithCalendarIdentifier:", maker: "calendarWithIdentifier:") { (name: String) in
            identifiers[name].map { CalendarValue(Calendar(identifier: $0)) }
        }
        try cls.addClassMethod("currentCalendar") { _ in cls.object(CalendarValue(.current)) }
        try cls.addClassMethod("autoupdatingCurrentCalendar") { _ in cls.object(CalendarValue(.autoupdatingCurrent)) }
        try cls.add("calendarIdentifier") { value in
            identifiers.first { $0.value == value.calendar.identifier }?.key
        }
        try addSettings(cls)
        try addSymbols(cls)
        try addComponents(cls)
        try addComparisons(cls)
        try addSearches(cls)
        try addRanges(cls)
        try cls.add("isEqual:") { (value, other: Object?) -> Bool in
            guard let other, cls.holds(other) else { return false }
            return try value.calendar == cls.value(of: other).calendar
        }
        try cls.add("hash") { UInt(bitPattern: $0.calendar.hashValue) }
        try cls.cls.addMethod("copyWithZone:") { (me: Object, _: UnsafeMutableRawPointer?) in
            try object(cls.value(of: me).calendar)
        }
    }

    /// Returns an NSCalendar.
    static func object(_ calendar: Calendar) -> Object { values.object(CalendarValue(calendar)) }

    /// Returns the calendar of an argument; nil for nil.
    static func calendar(_ object: Object?) throws -> Calendar? { try values.argument(object)?.calendar }

    private static func addSettings(_ cls: ValueClass<CalendarValue>) throws {
        try cls.addProperty(
            "locale", \.calendar.locale, read: { $0.map(NSLocale.values.object) },
            write: { try NSLocale.values.argument($0) })
        try cls.addProperty(
            "timeZone", \.calendar.timeZone, read: NSTimeZone.values.object,
            write: { try NSTimeZone.values.argument($0) ?? .current })
        try cls.addProperty(
            "firstWeekday", \.calendar.firstWeekday, read: { UInt($0) }, write: { try weekday($0, "setFirstWeekday:") })
        try cls.addProperty(
            "minimumDaysInFirstWeek", \.calendar.minimumDaysInFirstWeek, read: { UInt($0) },
            write: { try weekday($0, "setMinimumDaysInFirstWeek:") })
    }

    /// Returns a number of days in a week. Raises an exception for others, for which Swift's Calendar ends the process.
    private static func weekday(_ number: UInt, _ method: String) throws -> Int {
        guard 1...7 ~= number else {
            throw RuntimeException(
                "NSInvalidArgumentException", "*** -[NSCalendar \(method)]: \(number) is not in the range from 1 to 7")
        }
        return Int(number)
    }

    private static func addSymbols(_ cls: ValueClass<CalendarValue>) throws {
        typealias Symbols = KeyPath<Calendar, [String]> & Sendable
        let lists: [(String, Symbols)] = [
            ("weekdaySymbols", \.weekdaySymbols), ("shortWeekdaySymbols", \.shortWeekdaySymbols),
            ("veryShortWeekdaySymbols", \.veryShortWeekdaySymbols),
            ("standaloneWeekdaySymbols", \.standaloneWeekdaySymbols), ("monthSymbols", \.monthSymbols),
            ("shortMonthSymbols", \.shortMonthSymbols), ("veryShortMonthSymbols", \.veryShortMonthSymbols),
            ("standaloneMonthSymbols", \.standaloneMonthSymbols), ("eraSymbols", \.eraSymbols),
            ("quarterSymbols", \.quarterSymbols),
        ]
        for (name, path) in lists { try cls.add(Selector(name)) { $0.calendar[keyPath: path].bridgedObject } }
        try cls.add("AMSymbol") { $0.calendar.amSymbol }
        try cls.add("PMSymbol") { $0.calendar.pmSymbol }
    }

    private static func addComponents(_ cls: ValueClass<CalendarValue>) throws {
        try cls.add("component:fromDate:") { (value, unit: UInt, date: Object) -> Int in
            try value.calendar.component(component(unit), from: checked(date))
        }
        try cls.add("components:fromDate:") { (value, units: UInt, date: Object) in
            try NSDateComponents.values.object(
                DateParts(value.calendar.dateComponents(components(units), from: checked(date))))
        }
        try cls.add("componentsInTimeZone:fromDate:") { (value, zone: Object, date: Object) in
            let zone = try NSTimeZone.values.argument(zone) ?? value.calendar.timeZone
            return try NSDateComponents.values.object(
                DateParts(value.calendar.dateComponents(in: zone, from: checked(date))))
        }
        try cls.add("components:fromDate:toDate:options:") {
            (value, units: UInt, start: Object, end: Object, _: UInt) in
            try NSDateComponents.values.object(
                DateParts(value.calendar.dateComponents(components(units), from: checked(start), to: checked(end))))
        }
        try cls.add("components:fromDateComponents:toDateComponents:options:") {
            (value, units: UInt, start: Object, end: Object, _: UInt) -> Object in
            guard let start = try NSDateComponents.parts(start), let end = try NSDateComponents.parts(end) else {
                throw RuntimeException("NSInvalidArgumentException", "components are out of range")
            }
            return NSDateComponents.values.object(
                DateParts(value.calendar.dateComponents(components(units), from: start, to: end)))
        }
        try cls.add("dateFromComponents:") { (value, date: Object) in
            try NSDateComponents.parts(date).flatMap(value.calendar.date)?.object
        }
    }

    // ── Units ───────────────────────────────────────────────────────────────────────────────────────────

    /// Returns the date of an argument. Raises an exception for nil.
    static func checked(_ object: Object?) throws -> Date {
        guard let date = try Date(object) else {
            throw RuntimeException("NSInvalidArgumentException", "date cannot be nil")
        }
        return date
    }

    /// Returns the component that an NSCalendarUnit is. Raises an exception if it is not one unit.
    static func component(_ unit: UInt) throws -> Calendar.Component {
        guard let component = units[unit] else {
            throw RuntimeException("NSInvalidArgumentException", "\(unit) is not one calendar unit")
        }
        return component
    }

    /// Returns the components of a combination of NSCalendarUnits.
    static func components(_ units: UInt) -> Set<Calendar.Component> {
        Set(self.units.filter { units & $0.key != 0 }.values)
    }

    private static let identifiers: [String: Calendar.Identifier] = [
        "gregorian": .gregorian, "buddhist": .buddhist, "chinese": .chinese, "coptic": .coptic, "hebrew": .hebrew,
        "iso8601": .iso8601, "indian": .indian, "islamic": .islamic, "islamic-civil": .islamicCivil,
        "islamic-tbla": .islamicTabular, "islamic-umalqura": .islamicUmmAlQura, "japanese": .japanese,
        "persian": .persian, "roc": .republicOfChina, "ethiopic": .ethiopicAmeteMihret,
        "ethiopic-amete-alem": .ethiopicAmeteAlem,
    ]

    /// The values of NSCalendarUnit. The one of 1 << 8 is the week of old programs.
    private static let units: [UInt: Calendar.Component] = [
        1 << 1: .era, 1 << 2: .year, 1 << 3: .month, 1 << 4: .day, 1 << 5: .hour, 1 << 6: .minute, 1 << 7: .second,
        1 << 8: .weekOfYear, 1 << 9: .weekday, 1 << 10: .weekdayOrdinal, 1 << 11: .quarter, 1 << 12: .weekOfMonth,
        1 << 13: .weekOfYear, 1 << 14: .yearForWeekOfYear, 1 << 15: .nanosecond, 1 << 20: .calendar,
        1 << 21: .timeZone,
    ]
}

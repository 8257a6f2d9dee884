// NSCalendar+Dates.swift - the methods of NSCalendar that compare dates, find others, and measure units.
import Foundation
import MiniFoundation
import MiniRuntime

extension NSCalendar {
    static func addComparisons(_ cls: ValueClass<CalendarValue>) throws {
        try cls.add("isDate:inSameDayAsDate:") { (value, date: Object, other: Object) in
            try value.calendar.isDate(checked(date), inSameDayAs: checked(other))
        }
        try cls.add("isDate:equalToDate:toUnitGranularity:") { (value, date: Object, other: Object, unit: UInt) in
            try value.calendar.isDate(checked(date), equalTo: checked(other), toGranularity: component(unit))
        }
        try cls.add("compareDate:toDate:toUnitGranularity:") { (value, date: Object, other: Object, unit: UInt) in
            try value.calendar.compare(checked(date), to: checked(other), toGranularity: component(unit)).rawValue
        }
        try cls.add("isDateInToday:") { (value, date: Object) in try value.calendar.isDateInToday(checked(date)) }
        try cls.add("isDateInYesterday:") { (value, date: Object) in
            try value.calendar.isDateInYesterday(checked(date))
        }
        try cls.add("isDateInTomorrow:") { (value, date: Object) in
            try value.calendar.isDateInTomorrow(checked(date))
        }
        try cls.add("isDateInWeekend:") { (value, date: Object) in try value.calendar.isDateInWeekend(checked(date)) }
        try cls.add("date:matchesComponents:") { (value, date: Object, parts: Object) -> Bool in
            let date = try checked(date)
            return try NSDateComponents.parts(parts).map { value.calendar.date(date, matchesComponents: $0) } ?? false
        }
    }

    static func addSearches(_ cls: ValueClass<CalendarValue>) throws {
        try cls.add("startOfDayForDate:") { (value, date: Object) in
            try value.calendar.startOfDay(for: checked(date)).object
        }
        try cls.add("dateByAddingComponents:toDate:options:") {
            (value, parts: Object, date: Object, options: UInt) -> Object? in
            let date = try checked(date)
            guard let parts = try NSDateComponents.parts(parts) else { return nil }
            return value.calendar.date(byAdding: parts, to: date, wrappingComponents: isWrapping(options))?.object
        }
        try cls.add("dateByAddingUnit:value:toDate:options:") {
            (value, unit: UInt, count: Int, date: Object, options: UInt) -> Object? in
            let (unit, date) = try (component(unit), checked(date))
            guard NSDateComponents.isBounded(count, isNanoseconds: unit == .nanosecond) else { return nil }
            return value.calendar.date(
                byAdding: unit, value: count, to: date, wrappingComponents: isWrapping(options))?.object
        }
        try cls.add("dateBySettingUnit:value:ofDate:options:") {
            (value, unit: UInt, count: Int, date: Object, _: UInt) -> Object? in
            let (unit, date) = try (component(unit), checked(date))
            guard NSDateComponents.isBounded(count, isNanoseconds: unit == .nanosecond) else { return nil }
            return value.calendar.date(bySetting: unit, value: count, of: date)?.object
        }
        try cls.add("dateBySettingHour:minute:second:ofDate:options:") {
            (value, hour: Int, minute: Int, second: Int, date: Object, options: UInt) in
            try value.calendar.date(
                bySettingHour: hour, minute: minute, second: second, of: checked(date),
                matchingPolicy: policy(options), repeatedTimePolicy: repeated(options),
                direction: direction(options))?
                .object
        }
        try cls.add("nextDateAfterDate:matchingComponents:options:") {
            (value, date: Object, parts: Object, options: UInt) -> Object? in
            let date = try checked(date)
            guard let parts = try NSDateComponents.parts(parts) else { return nil }
            return value.calendar.nextDate(
                after: date, matching: parts, matchingPolicy: policy(options), repeatedTimePolicy: repeated(options),
                direction: direction(options))?.object
        }
    }

    static func addRanges(_ cls: ValueClass<CalendarValue>) throws {
        try cls.add("rangeOfUnit:inUnit:forDate:") { (value, unit: UInt, larger: UInt, date: Object) in
            try range(value.calendar.range(of: component(unit), in: component(larger), for: checked(date)))
        }
        try cls.add("ordinalityOfUnit:inUnit:forDate:") { (value, unit: UInt, larger: UInt, date: Object) in
            try value.calendar.ordinality(of: component(unit), in: component(larger), for: checked(date)) ?? Int.max
        }
        try cls.add("maximumRangeOfUnit:") { (value, unit: UInt) in
            try range(value.calendar.maximumRange(of: component(unit)))
        }
        try cls.add("minimumRangeOfUnit:") { (value, unit: UInt) in
            try range(value.calendar.minimumRange(of: component(unit)))
        }
        try cls.add("rangeOfUnit:startDate:interval:forDate:") {
            (value, unit: UInt, start: ObjectAddress?, length: UnsafeMutableRawPointer?, date: Object) -> Bool in
            guard let interval = try value.calendar.dateInterval(of: component(unit), for: checked(date)) else {
                return false
            }
            start?.store(interval.start.object)
            length?.storeBytes(of: interval.duration, as: Double.self)
            return true
        }
    }

    /// A range of Swift as an NSRange, which begins at NSNotFound if there is none.
    private static func range(_ range: Range<Int>?) -> ObjectRange {
        ObjectRange(Foundation.NSRange(location: range?.lowerBound ?? Int.max, length: range?.count ?? 0))
    }

    // ── NSCalendarOptions ───────────────────────────────────────────────────────────────────────────────

    private static func isWrapping(_ options: UInt) -> Bool { options & 1 != 0 }

    private static func direction(_ options: UInt) -> Calendar.SearchDirection {
        options & 1 << 2 == 0 ? .forward : .backward
    }

    private static func repeated(_ options: UInt) -> Calendar.RepeatedTimePolicy {
        options & 1 << 13 == 0 ? .first : .last
    }

    private static func policy(_ options: UInt) -> Calendar.MatchingPolicy {
        if options & 1 << 1 != 0 { return .strict }
        if options & 1 << 8 != 0 { return .previousTimePreservingSmallerComponents }
        return options & 1 << 9 != 0 ? .nextTimePreservingSmallerComponents : .nextTime
    }
}

// Bridging+Calendars.swift - time zones, locales and calendars of Swift's Foundation, and NSTimeZone, NSLocale,
// NSCalendar.
//
// The methods are those of the standard library's protocol, and called by compiled code only.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import ObjectiveC

@_exported import struct FoundationEssentials.Calendar
@_exported import struct FoundationEssentials.DateComponents
@_exported import struct FoundationEssentials.DateInterval
@_exported import struct FoundationEssentials.Locale
@_exported import struct FoundationEssentials.TimeZone

extension Date {
    /// Compares dates, with the result that the methods of NSDate have.
    @_disfavoredOverload public func compare(_ other: Date) -> ComparisonResult {
        self < other ? .orderedAscending : self == other ? .orderedSame : .orderedDescending
    }
}

extension TimeZone: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSTimeZone {
        NSTimeZone(name: identifier) ?? NSTimeZone(forSecondsFromGMT: secondsFromGMT())
    }

    public static func _forceBridgeFromObjectiveC(_ zone: NSTimeZone, result: inout TimeZone?) {
        result = _unconditionallyBridgeFromObjectiveC(zone)
    }

    public static func _conditionallyBridgeFromObjectiveC(_ zone: NSTimeZone, result: inout TimeZone?) -> Bool {
        result = _unconditionallyBridgeFromObjectiveC(zone)
        return true
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ zone: NSTimeZone?) -> TimeZone {
        TimeZone(identifier: zone!.name) ?? TimeZone(secondsFromGMT: zone!.secondsFromGMT)!
    }
}

extension Locale: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSLocale { NSLocale(localeIdentifier: identifier) }

    public static func _forceBridgeFromObjectiveC(_ locale: NSLocale, result: inout Locale?) {
        result = _unconditionallyBridgeFromObjectiveC(locale)
    }

    public static func _conditionallyBridgeFromObjectiveC(_ locale: NSLocale, result: inout Locale?) -> Bool {
        result = _unconditionallyBridgeFromObjectiveC(locale)
        return true
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ locale: NSLocale?) -> Locale {
        Locale(identifier: locale!.localeIdentifier)
    }
}

extension Calendar: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSCalendar {
        guard let name = names.first(where: { $0.0 == identifier })?.1, let calendar = NSCalendar(identifier: name)
        else { fatalError("Unable to bridge the calendar \(identifier) to NSCalendar") }
        calendar.timeZone = timeZone
        calendar.locale = locale
        calendar.firstWeekday = firstWeekday
        calendar.minimumDaysInFirstWeek = minimumDaysInFirstWeek
        return calendar
    }

    public static func _forceBridgeFromObjectiveC(_ calendar: NSCalendar, result: inout Calendar?) {
        result = _unconditionallyBridgeFromObjectiveC(calendar)
    }

    public static func _conditionallyBridgeFromObjectiveC(_ calendar: NSCalendar, result: inout Calendar?) -> Bool {
        result = _unconditionallyBridgeFromObjectiveC(calendar)
        return true
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ calendar: NSCalendar?) -> Calendar {
        let calendar = calendar!
        var result = Calendar(
            identifier: names.first { $0.1 == calendar.calendarIdentifier }?.0 ?? .gregorian)
        result.timeZone = calendar.timeZone
        result.locale = calendar.locale
        result.firstWeekday = calendar.firstWeekday
        result.minimumDaysInFirstWeek = calendar.minimumDaysInFirstWeek
        return result
    }
}

private let names: [(Calendar.Identifier, NSCalendar.Identifier)] = [
    (.gregorian, .gregorian), (.buddhist, .buddhist), (.chinese, .chinese), (.coptic, .coptic),
    (.ethiopicAmeteMihret, .ethiopicAmeteMihret), (.ethiopicAmeteAlem, .ethiopicAmeteAlem), (.hebrew, .hebrew),
    (.iso8601, .ISO8601), (.indian, .indian), (.islamic, .islamic), (.islamicCivil, .islamicCivil),
    (.islamicTabular, .islamicTabular), (.islamicUmmAlQura, .islamicUmmAlQura), (.japanese, .japanese),
    (.persian, .persian), (.republicOfChina, .republicOfChina),
]

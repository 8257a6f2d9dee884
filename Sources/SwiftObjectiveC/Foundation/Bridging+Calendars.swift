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

/// A calendar whose time zone and locale are those of the value. NSCalendar cannot be given them.
private final class ValueCalendar: NSCalendar {
    let value: Calendar

    init?(_ value: Calendar, _ identifier: NSCalendar.Identifier) {
        self.value = value
        super.init(calendarIdentifier: identifier)
    }

    override var timeZone: TimeZone { value.timeZone }
    override var locale: Locale? { value.locale }
    override func copy() -> Any { self }
    override func startOfDay(for date: Date) -> Date { value.startOfDay(for: date) }
    override func isDate(_ date: Date, inSameDayAs other: Date) -> Bool { value.isDate(date, inSameDayAs: other) }
    override func component(_ unit: NSCalendar.Unit, from date: Date) -> Int {
        let components: [(NSCalendar.Unit, Calendar.Component)] = [
            (.era, .era), (.year, .year), (.month, .month), (.day, .day), (.hour, .hour), (.minute, .minute),
            (.second, .second), (.weekday, .weekday), (.weekOfMonth, .weekOfMonth), (.weekOfYear, .weekOfYear),
            (.nanosecond, .nanosecond),
        ]
        guard let (_, component) = components.first(where: { $0.0 == unit }) else {
            return super.component(unit, from: date)  // raises
        }
        return value.component(component, from: date)
    }
    override func isEqual(_ object: Any?) -> Bool { (object as? ValueCalendar)?.value == value }
    override var hash: Int { value.hashValue }
}

extension Calendar: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSCalendar {
        let name: NSCalendar.Identifier = identifier == .iso8601 ? .ISO8601 : .gregorian
        guard identifier == .iso8601 || identifier == .gregorian, let calendar = ValueCalendar(self, name) else {
            fatalError("Unable to bridge the calendar \(identifier) to NSCalendar")
        }
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
        if let calendar = calendar as? ValueCalendar { return calendar.value }
        var result = Calendar(identifier: calendar!.calendarIdentifier == .ISO8601 ? .iso8601 : .gregorian)
        result.timeZone = calendar!.timeZone
        result.locale = calendar!.locale
        return result
    }
}

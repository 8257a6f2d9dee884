// NSFormatter.swift - the superclass of formatters, and formatters of dates.
import Foundation
import MiniFoundation
import MiniRuntime

/// The abstract superclass, which a program may subclass.
enum NSFormatter {
    static let cls = HolderClass("NSFormatter") { cls in
        RuntimeProtocol(named: "NSCopying").map { _ = cls.adopt($0) }
        cls.adopt(NSCoding.plain)
        make("class NSFormatter") {
            // An NSFormatter has nothing to copy and to encode; subclasses add what they have.
            try cls.addMethod("copyWithZone:") { (me: Object, _: UnsafeMutableRawPointer?) -> Object? in
                try (me.send("class") as Object).send("new")
            }
            try cls.addMethod("encodeWithCoder:") { (_: Object, _: Object?) in }
            try cls.addMethod("initWithCoder:") { (me: Object, _: Object?) -> Object? in try me.send("init") }
            try cls.addMethod("stringForObjectValue:") { (me: Object, _: Object?) -> String? in
                throw RuntimeException.abstract(me, "stringForObjectValue:")
            }
            try cls.addMethod("getObjectValue:forString:errorDescription:") {
                (me: Object, _: ObjectAddress?, _: String, _: ObjectAddress?) -> Bool in
                throw RuntimeException.abstract(me, "getObjectValue:forString:errorDescription:")
            }
            try cls.addMethod("editingStringForObjectValue:") { (me: Object, value: Object?) -> String? in
                try me.send("stringForObjectValue:", value)
            }
        }
    }
}

extension RuntimeException {
    /// The exception of a method that a subclass must override.
    static func abstract(_ object: Object, _ selector: Selector) -> RuntimeException {
        RuntimeException(
            "NSInvalidArgumentException",
            "*** -\(selector) cannot be sent to an abstract object of class \(object.isa): "
                + "Create a concrete instance!")
    }
}

extension ValueClass {
    /// Adds `copyWithZone:`, which makes a formatter with the same settings.
    func addFormatterCopy() throws where Value: Formatter {
        try cls.addMethod("copyWithZone:") { (me: Object, _: UnsafeMutableRawPointer?) -> Object? in
            let copy: Object? = try (me.send("class") as Object).send("alloc")
            guard let copy, let formatter = try value(of: me).copy() as? Value else { return nil }
            set(formatter, in: copy)
            return copy
        }
    }

    /// Adds the two methods of every formatter. `parse` returns nil for text that it cannot read.
    func addConversions(
        _ text: @escaping @Sendable (Value, Object) throws -> String?,
        _ parse: @escaping @Sendable (Value, String) throws -> Object?
    ) throws {
        try add("stringForObjectValue:") { (formatter, value: Object?) in try value.flatMap { try text(formatter, $0) }
        }
        try add("getObjectValue:forString:errorDescription:") {
            (formatter, result: ObjectAddress?, string: String, error: ObjectAddress?) -> Bool in
            guard let value = try parse(formatter, string) else {
                error?.store("The value “\(string)” is invalid.".bridgedObject)
                return false
            }
            result?.store(value)
            return true
        }
    }
}

enum NSDateFormatter {
    static let values = ValueClass<DateFormatter>("NSDateFormatter", superclass: NSFormatter.cls) { cls in
        try cls.addInit("init") { DateFormatter() }
        try cls.addConversions { (formatter, date) in
            try date.unmanaged.isKind(of: Class.named("NSDate")) ? Date(date).map(formatter.string) : nil
        } _: { (formatter, text) in
            formatter.date(from: text)?.object
        }
        try cls.add("stringFromDate:") { (formatter, date: Object?) in try Date(date).map(formatter.string) }
        try cls.add("dateFromString:") { (formatter, text: String?) in
            text.flatMap { formatter.date(from: $0) }?.object
        }
        try cls.add("dateFormat") { $0.dateFormat }
        try cls.add("setDateFormat:") { (formatter, format: String?) in formatter.dateFormat = format ?? "" }
        try cls.add("setLocalizedDateFormatFromTemplate:") { (formatter, template: String) in
            formatter.setLocalizedDateFormatFromTemplate(template)
        }
        try cls.addProperty("lenient", getter: "isLenient", \.isLenient)
        try cls.addProperty("doesRelativeDateFormatting", \.doesRelativeDateFormatting)
        try cls.addFormatterCopy()
        try addBehavior(cls.cls)
        try addSymbols(cls)
        try cls.addProperty("AMSymbol", \.amSymbol, read: { $0 }, write: { (text: String) in text })
        try cls.addProperty("PMSymbol", \.pmSymbol, read: { $0 }, write: { (text: String) in text })
        try cls.addProperty(
            "dateStyle", \.dateStyle, read: { $0.rawValue }, write: { DateFormatter.Style(rawValue: $0) ?? .none })
        try cls.addProperty(
            "timeStyle", \.timeStyle, read: { $0.rawValue }, write: { DateFormatter.Style(rawValue: $0) ?? .none })
        try cls.addProperty(
            "locale", \.locale, read: { $0.map(NSLocale.values.object) },
            write: { try NSLocale.readable(NSLocale.values.argument($0) ?? .current) })
        try addTimeZone(cls)
        try cls.addProperty(
            "calendar", \.calendar, read: { $0.map(NSCalendar.object) },
            write: { try readable(NSCalendar.calendar($0) ?? .current) })
        try cls.addProperty("defaultDate", \.defaultDate, read: { $0?.object }, write: { try Date($0) })
        try cls.addClassMethod("localizedStringFromDate:dateStyle:timeStyle:") {
            (_, date: Object, dateStyle: UInt, timeStyle: UInt) in
            try Date(date).map {
                DateFormatter.localizedString(
                    from: $0, dateStyle: .init(rawValue: dateStyle) ?? .none,
                    timeStyle: .init(rawValue: timeStyle) ?? .none)
            }
        }
        try cls.addClassMethod("dateFormatFromTemplate:options:locale:") {
            (_, template: String, _: UInt, locale: Object?) in
            try DateFormatter.dateFormat(
                fromTemplate: template, options: 0,
                locale: NSLocale.readable(NSLocale.values.argument(locale) ?? .current))
        }
    }

    /// Returns the calendar with a locale and a time zone that a formatter can use.
    private static func readable(_ calendar: Calendar) throws -> Calendar {
        _ = try NSTimeZone.near(calendar.timeZone)
        guard let locale = calendar.locale, NSLocale.readable(locale) != locale else { return calendar }
        var calendar = calendar
        calendar.locale = NSLocale.readable(locale)
        return calendar
    }

    /// The names of time zones that Swift's DateFormatter takes for those of others, which have summer time; and places
    /// that have the same time.
    private static let fixedZones = ["EST": "America/Panama", "MST": "America/Phoenix", "HST": "Pacific/Honolulu"]

    private static func addTimeZone(_ cls: ValueClass<DateFormatter>) throws {
        try cls.add("timeZone") { formatter -> Object? in
            guard let zone = formatter.timeZone else { return nil }
            let name = fixedZones.first { $0.value == zone.identifier }?.key
            return NSTimeZone.values.object(name.flatMap { TimeZone(identifier: $0) } ?? zone)
        }
        try cls.add("setTimeZone:") { (formatter, zone: Object?) in
            let zone = try NSTimeZone.near(NSTimeZone.values.argument(zone) ?? .current)
            formatter.timeZone = fixedZones[zone.identifier].flatMap { TimeZone(identifier: $0) } ?? zone
        }
    }

    private static func addSymbols(_ cls: ValueClass<DateFormatter>) throws {
        typealias Symbols = ReferenceWritableKeyPath<DateFormatter, [String]> & Sendable
        let lists: [(String, Symbols)] = [
            ("weekdaySymbols", \.weekdaySymbols), ("shortWeekdaySymbols", \.shortWeekdaySymbols),
            ("veryShortWeekdaySymbols", \.veryShortWeekdaySymbols),
            ("standaloneWeekdaySymbols", \.standaloneWeekdaySymbols), ("monthSymbols", \.monthSymbols),
            ("shortMonthSymbols", \.shortMonthSymbols), ("veryShortMonthSymbols", \.veryShortMonthSymbols),
            ("standaloneMonthSymbols", \.standaloneMonthSymbols), ("eraSymbols", \.eraSymbols),
        ]
        for (name, path) in lists {
            try cls.addProperty(
                name, path, read: { list -> Object? in list.bridgedObject },
                write: { (new: Object?) in try new.map { try [String].bridged(from: $0) } ?? [] })
        }
    }

    /// Adds `formatterBehavior`, which is that of Mac OS X 10.4 always.
    static func addBehavior(_ cls: Class) throws {
        try cls.addMethod("formatterBehavior") { (_: Object) -> UInt in 1040 }
        try cls.addMethod("setFormatterBehavior:") { (_: Object, _: UInt) in }
    }
}

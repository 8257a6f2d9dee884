// NSCalendar.swift - the calendars that dates are written in.
import Foundation
import MiniFoundation
import MiniRuntime

enum NSCalendar {
    static let values = ValueClass<Calendar>("NSCalendar", adopting: ["NSCopying"]) { cls in
        try cls.addInit("initWithCalendarIdentifier:", maker: "calendarWithIdentifier:") { (name: String) in
            identifiers[name].map { Calendar(identifier: $0) }
        }
        try cls.addClassMethod("currentCalendar") { _ in cls.object(.current) }
        try cls.add("calendarIdentifier") { calendar in
            identifiers.first { $0.value == calendar.identifier }?.key
        }
        try cls.add("locale") { $0.locale.map(NSLocale.values.object) }
        try cls.add("timeZone") { NSTimeZone.values.object($0.timeZone) }
        try cls.add("component:fromDate:") { (calendar, unit: UInt, date: Object) -> Int in
            guard let component = components[unit] else {
                throw RuntimeException("NSInvalidArgumentException", "\(unit) is not one calendar unit")
            }
            return try Date(date).map { calendar.component(component, from: $0) } ?? 0
        }
        try cls.add("startOfDayForDate:") { (calendar, date: Object) in
            try Date(date).flatMap { calendar.startOfDay(for: $0).object }
        }
        try cls.add("isDate:inSameDayAsDate:") { (calendar, date: Object, other: Object) -> Bool in
            guard let date = try Date(date), let other = try Date(other) else { return false }
            return calendar.isDate(date, inSameDayAs: other)
        }
        try cls.addEquality()
        try cls.addCopy()
    }

    private static let identifiers: [String: Calendar.Identifier] = [
        "gregorian": .gregorian, "buddhist": .buddhist, "chinese": .chinese, "coptic": .coptic, "hebrew": .hebrew,
        "iso8601": .iso8601, "indian": .indian, "islamic": .islamic, "japanese": .japanese, "persian": .persian,
        "roc": .republicOfChina,
    ]

    /// The values of NSCalendarUnit.
    private static let components: [UInt: Calendar.Component] = [
        1 << 1: .era, 1 << 2: .year, 1 << 3: .month, 1 << 4: .day, 1 << 5: .hour, 1 << 6: .minute, 1 << 7: .second,
        1 << 9: .weekday, 1 << 12: .weekOfMonth, 1 << 13: .weekOfYear, 1 << 15: .nanosecond,
    ]
}

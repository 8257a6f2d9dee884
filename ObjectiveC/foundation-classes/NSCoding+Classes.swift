// NSCoding+Classes.swift - how classes of this module, and some of the core, encode themselves.
//
// The keys are those of Apple's classes where these are known. What an object contains beyond texts, numbers and the
// like is decoded if the program allows its class.
import Foundation
import MiniFoundation
import MiniRuntime

extension NSCoding {
    private static let texts = [MiniFoundation.NSString.cls]

    static func addClasses() throws {
        try addNames()
        try addCalendars()
        try addMessages()
        try addPatterns()
        try addAttributedStrings()
        try addIndexPaths()
        try addSettings()
    }

    private static func text(_ coder: Decoder, _ key: String) throws -> String? {
        try coder.object(key, of: texts).flatMap { MiniFoundation.NSString.string($0) }
    }

    /// Time zones and locales are their names.
    private static func addNames() throws {
        try add("NSTimeZone") { me, coder in
            try coder.encode(object: me.send("name"), "NS.name")
        } decode: { me, coder in
            guard let zone = try text(coder, "NS.name").flatMap({ TimeZone(identifier: $0) }) else { return nil }
            NSTimeZone.values.set(zone, in: me)
            return me
        }
        try add("NSLocale") { me, coder in
            try coder.encode(object: me.send("localeIdentifier"), "NS.identifier")
        } decode: { me, coder in
            try text(coder, "NS.identifier").flatMap { try me.send("initWithLocaleIdentifier:", $0) }
        }
        try add("NSURLQueryItem") { me, coder in
            try coder.encode(object: me.send("name"), "NS.name")
            try coder.encode(object: me.send("value"), "NS.value")
        } decode: { me, coder in
            try text(coder, "NS.name").flatMap { try me.send("initWithName:value:", $0, text(coder, "NS.value")) }
        }
    }

    private static func addCalendars() throws {
        try add("NSCalendar") { me, coder in
            try coder.encode(object: me.send("calendarIdentifier"), "NS.identifier")
            try coder.encode(object: me.send("timeZone"), "NS.timezone")
            try coder.encode(object: me.send("locale"), "NS.locale")
            try coder.encode(me.send("firstWeekday", as: UInt.self), "NS.firstwkdy")
            try coder.encode(me.send("minimumDaysInFirstWeek", as: UInt.self), "NS.mindays")
        } decode: { me, coder in
            let name = try text(coder, "NS.identifier")
            let made: Object? = try name.flatMap { try me.send("initWithCalendarIdentifier:", $0) }
            guard let made else { return nil }
            if let zone = try coder.object("NS.timezone", of: [NSTimeZone.values.cls]) {
                try made.send("setTimeZone:", zone)
            }
            if let locale = try coder.object("NS.locale", of: [NSLocale.values.cls]) {
                try made.send("setLocale:", locale)
            }
            let (first, least) = (coder.integer("NS.firstwkdy"), coder.integer("NS.mindays"))
            if (1...7).contains(first) { try made.send("setFirstWeekday:", UInt(first)) }
            if (1...7).contains(least) { try made.send("setMinimumDaysInFirstWeek:", UInt(least)) }
            return made
        }
        try add("NSDateComponents") { me, coder in
            for name in NSDateComponents.numberNames {
                let value: Int = try me.send(Selector(name))
                if value != NSDateComponents.undefined { coder.encode(value, "NS.\(name)") }
            }
            try coder.encode(me.send("isLeapMonth", as: Bool.self), "NS.leapMonth")
            try coder.encode(object: me.send("calendar"), "NS.calendar")
            try coder.encode(object: me.send("timeZone"), "NS.timezone")
        } decode: { me, coder in
            let made: Object = try me.send("init")
            for name in NSDateComponents.numberNames where coder.contains("NS.\(name)") {
                try made.send(ValueClass<DateParts>.setter(of: name), coder.integer("NS.\(name)"))
            }
            if coder.value("NS.leapMonth", or: false) { try made.send("setLeapMonth:", true) }
            try made.send("setCalendar:", coder.object("NS.calendar", of: [NSCalendar.values.cls]))
            try made.send("setTimeZone:", coder.object("NS.timezone", of: [NSTimeZone.values.cls]))
            return made
        }
    }

    private static func addMessages() throws {
        try add("NSException") { me, coder in
            try coder.encode(object: me.send("name"), "NS.name")
            try coder.encode(object: me.send("reason"), "NS.reason")
            try coder.encode(object: me.send("userInfo"), "NS.userinfo")
        } decode: { me, coder in
            let info = try coder.object("NS.userinfo", of: coder.allowed + ofErrors)
            return try me.send("initWithName:reason:userInfo:", text(coder, "NS.name"), text(coder, "NS.reason"), info)
        }
        try add("NSNotification") { me, coder in
            try coder.encode(object: me.send("name"), "NS.name")
            try coder.encode(object: me.send("object"), "NS.object")
            try coder.encode(object: me.send("userInfo"), "NS.userinfo")
        } decode: { me, coder in
            guard let name = try text(coder, "NS.name") else { return nil }
            let classes = coder.allowed + ofErrors
            return try me.send(
                "initWithName:object:userInfo:", name, coder.object("NS.object", of: classes),
                coder.object("NS.userinfo", of: classes))
        }
        try add("NSSortDescriptor") { me, coder in
            let selector: Selector? = try me.send("selector")
            guard let selector else {
                throw RuntimeException(
                    "NSInvalidArgumentException",
                    "*** -[NSSortDescriptor encodeWithCoder:]: a descriptor with a comparator cannot be archived")
            }
            try coder.encode(object: me.send("key"), "NSKey")
            try coder.encode(me.send("ascending", as: Bool.self), "NSAscending")
            try coder.encode(object: selector.name.bridgedObject, "NSSelector")
        } decode: { me, coder in
            let selector = Selector(try text(coder, "NSSelector") ?? "compare:")
            return try me.send(
                "initWithKey:ascending:selector:", text(coder, "NSKey"), coder.value("NSAscending", or: true), selector)
        }
    }

    private static func addPatterns() throws {
        try add("NSRegularExpression") { me, coder in
            try coder.encode(object: me.send("pattern"), "NSPattern")
            try coder.encode(me.send("options", as: UInt.self), "NSOptions")
        } decode: { me, coder in
            let options = UInt(bitPattern: coder.integer("NSOptions"))
            return try text(coder, "NSPattern").flatMap {
                try me.send("initWithPattern:options:error:", $0, options, ObjectAddress?.none)
            }
        }
        try add("NSTextCheckingResult") { me, coder in
            let ranges = try NSRegularExpression.results.value(of: me)
            coder.encode(Data(ranges.flatMap { bytes($0.location) + bytes($0.length) }), "NSRangeData")
        } decode: { me, coder in
            let numbers = numbers(coder.value("NSRangeData", or: Data()))
            let ranges = stride(from: 0, to: numbers.count - 1, by: 2).map { ObjectRange(numbers[$0], numbers[$0 + 1]) }
            guard !ranges.isEmpty else { return nil }
            NSRegularExpression.results.set(ranges, in: me)
            return me
        }
    }

    /// The attributes of the runs, and the length of each run with the place of its attributes in the list.
    private static func addAttributedStrings() throws {
        try add("NSAttributedString") { me, coder in
            let text = try NSAttributedString.values.value(of: me)
            try coder.encode(object: text.string, "NSString")
            let ends = [0] + text.runs.map(\.end)
            try coder.encode(list: text.runs.map(\.attributes), "NSAttributes")
            coder.encode(
                Data(text.runs.indices.flatMap { bytes(ends[$0 + 1] - ends[$0]) + bytes($0) }), "NSAttributeInfo")
        } decode: { me, coder in
            let mutable: Object? = try coder.object("NSString", of: texts).flatMap { text in
                let object: Object = try NSAttributedString.mutable.cls.send("alloc")
                return try object.send("initWithString:", text)
            }
            guard let mutable else { return nil }
            let attributes = try coder.list("NSAttributes", of: coder.allowed + ofErrors)
            let numbers = numbers(coder.value("NSAttributeInfo", or: Data()))
            var (start, length): (Int, Int) = try (0, mutable.send("length"))
            for place in stride(from: 0, to: numbers.count - 1, by: 2) {
                guard attributes.indices.contains(numbers[place + 1]), let found = attributes[numbers[place + 1]],
                    (0...length).contains(numbers[place])
                else { return nil }
                try mutable.send("setAttributes:range:", found, ObjectRange(start, numbers[place]))
                start += numbers[place]
                length -= numbers[place]
            }
            return try me.send("initWithAttributedString:", mutable)
        }
    }

    private static func addIndexPaths() throws {
        try add("NSIndexPath") { me, coder in
            let indexes = try NSIndexPath.values.value(of: me)
            coder.encode(indexes.count, "NSIndexPathLength")
            if indexes.count == 1 {
                coder.encode(Int(bitPattern: indexes[0]), "NSIndexPathValue")
            } else if indexes.count > 1 {
                coder.encode(Data(indexes.flatMap { bytes(Int(clamping: $0)) }), "NSIndexPathData")
            }
        } decode: { me, coder in
            let one = [coder.integer("NSIndexPathValue")]
            let length = coder.integer("NSIndexPathLength")
            let indexes = length == 1 ? one : numbers(coder.value("NSIndexPathData", or: Data()))
            guard indexes.count == length, indexes.allSatisfy({ $0 >= 0 }) else { return nil }
            NSIndexPath.values.set(indexes.map { UInt($0) }, in: me)
            return me
        }
    }
}

// NSFormatter.swift - the superclass of formatters, and formatters of dates and numbers.
import Foundation
import MiniFoundation
import MiniRuntime

/// The abstract superclass, which a program may subclass.
enum NSFormatter {
    static let cls = HolderClass("NSFormatter") { cls in
        do {
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
        } catch {
            fatalError("the class NSFormatter cannot be made: \(error)")
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
        try cls.add("stringFromDate:") { (formatter, date: Object) in try Date(date).map(formatter.string) }
        try cls.add("dateFromString:") { (formatter, text: String) in formatter.date(from: text)?.object }
        try cls.add("dateFormat") { $0.dateFormat }
        try cls.add("setDateFormat:") { (formatter, format: String?) in formatter.dateFormat = format ?? "" }
        try cls.add("setLocalizedDateFormatFromTemplate:") { (formatter, template: String) in
            formatter.setLocalizedDateFormatFromTemplate(template)
        }
        try cls.addProperty("lenient", getter: "isLenient", \.isLenient)
        try cls.addProperty("AMSymbol", \.amSymbol, read: { $0 }, write: { (text: String) in text })
        try cls.addProperty("PMSymbol", \.pmSymbol, read: { $0 }, write: { (text: String) in text })
        try cls.addProperty(
            "dateStyle", \.dateStyle, read: { $0.rawValue }, write: { DateFormatter.Style(rawValue: $0) ?? .none })
        try cls.addProperty(
            "timeStyle", \.timeStyle, read: { $0.rawValue }, write: { DateFormatter.Style(rawValue: $0) ?? .none })
        try cls.addProperty(
            "locale", \.locale, read: { $0.map(NSLocale.values.object) },
            write: { try NSLocale.values.argument($0) ?? .current })
        try cls.addProperty(
            "timeZone", \.timeZone, read: { $0.map(NSTimeZone.values.object) },
            write: { try NSTimeZone.values.argument($0) ?? .current })
        try cls.addProperty(
            "calendar", \.calendar, read: { $0.map(NSCalendar.object) },
            write: { try NSCalendar.calendar($0) ?? .current })
        try cls.addProperty("defaultDate", \.defaultDate, read: { $0?.object }, write: { try Date($0) })
        try cls.addClassMethod("localizedStringFromDate:dateStyle:timeStyle:") {
            (_, date: Object, dateStyle: UInt, timeStyle: UInt) in
            try Date(date).map {
                DateFormatter.localizedString(
                    from: $0, dateStyle: .init(rawValue: dateStyle) ?? .none,
                    timeStyle: .init(rawValue: timeStyle) ?? .none)
            }
        }
    }
}

enum NSNumberFormatter {
    static let values = ValueClass<NumberFormatter>("NSNumberFormatter", superclass: NSFormatter.cls) { cls in
        try cls.addInit("init") { NumberFormatter() }
        try cls.addConversions { (formatter, number) in
            guard number.unmanaged.isKind(of: MiniFoundation.NSNumber.cls) else { return nil }
            return try formatter.string(from: foundationNumber(number))
        } _: { (formatter, text) in
            number(formatter, text)
        }
        try cls.add("stringFromNumber:") { (formatter, number: Object) in
            try formatter.string(from: foundationNumber(number))
        }
        try cls.add("numberFromString:") { (formatter, text: String) in number(formatter, text) }
        try cls.addProperty(
            "numberStyle", \.numberStyle, read: { $0.rawValue },
            write: { NumberFormatter.Style(rawValue: $0) ?? .none })
        try cls.addProperty(
            "roundingMode", \.roundingMode, read: { $0.rawValue },
            write: { NumberFormatter.RoundingMode(rawValue: $0) ?? .halfEven })
        try cls.addProperty(
            "locale", \.locale, read: { $0.map(NSLocale.values.object) },
            write: { try NSLocale.values.argument($0) ?? .current })
        try cls.addProperty("generatesDecimalNumbers", \.generatesDecimalNumbers)
        try cls.addProperty("usesGroupingSeparator", \.usesGroupingSeparator)
        try cls.addProperty("lenient", getter: "isLenient", \.isLenient)
        try cls.addProperty("minimumIntegerDigits", \.minimumIntegerDigits)
        try cls.addProperty("maximumIntegerDigits", \.maximumIntegerDigits)
        try cls.addProperty("minimumFractionDigits", \.minimumFractionDigits)
        try cls.addProperty("maximumFractionDigits", \.maximumFractionDigits)
        try addTexts(cls)
    }

    private static func addTexts(_ cls: ValueClass<NumberFormatter>) throws {
        let texts: [(String, ReferenceWritableKeyPath<NumberFormatter, String?> & Sendable)] = [
            ("decimalSeparator", \.decimalSeparator), ("groupingSeparator", \.groupingSeparator),
            ("currencyCode", \.currencyCode), ("currencySymbol", \.currencySymbol), ("percentSymbol", \.percentSymbol),
            ("minusSign", \.minusSign), ("plusSign", \.plusSign),
        ]
        for (name, path) in texts { try cls.addProperty(name, path) }
        for name in ["positive", "negative"] {
            let path: ReferenceWritableKeyPath<NumberFormatter, String> & Sendable =
                name == "positive" ? \.positiveFormat : \.negativeFormat
            try cls.addProperty("\(name)Format", path, read: { $0 }, write: { (text: String?) in text ?? "" })
        }
    }

    private static func number(_ formatter: NumberFormatter, _ text: String) -> Object? {
        guard let number = formatter.number(from: text) else { return nil }
        guard formatter.generatesDecimalNumbers else { return object(number) }
        return NSDecimalNumber.object(number.decimalValue)
    }
}

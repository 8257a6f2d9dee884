// NSNumberFormatter.swift - numbers as text, and text as numbers: Swift's NumberFormatter.
import Foundation
import MiniFoundation
import MiniRuntime

enum NSNumberFormatter {
    static let values = ValueClass<NumberFormatter>("NSNumberFormatter", superclass: NSFormatter.cls) { cls in
        try cls.addInit("init") { NumberFormatter() }
        try cls.addConversions { (formatter, number) in
            guard number.unmanaged.isKind(of: MiniFoundation.NSNumber.cls) else { return nil }
            return try text(formatter, foundationNumber(number))
        } _: { (formatter, text) in
            number(formatter, text)
        }
        try cls.add("stringFromNumber:") { (formatter, number: Object?) in
            try number.flatMap { try text(formatter, foundationNumber($0)) }
        }
        try cls.add("numberFromString:") { (formatter, text: String?) in text.flatMap { number(formatter, $0) } }
        try cls.addProperty(
            "numberStyle", \.numberStyle, read: { $0.rawValue },
            write: { NumberFormatter.Style(rawValue: $0) ?? .none })
        try cls.addProperty(
            "roundingMode", \.roundingMode, read: { $0.rawValue },
            write: { NumberFormatter.RoundingMode(rawValue: $0) ?? .halfEven })
        try cls.addProperty(
            "locale", \.locale, read: { $0.map(NSLocale.values.object) },
            write: { try NSLocale.readable(NSLocale.values.argument($0) ?? .current) })
        try cls.addProperty("generatesDecimalNumbers", \.generatesDecimalNumbers)
        try cls.addProperty("usesGroupingSeparator", \.usesGroupingSeparator)
        try cls.addProperty("lenient", getter: "isLenient", \.isLenient)
        try cls.addProperty("allowsFloats", \.allowsFloats)
        try cls.addProperty("alwaysShowsDecimalSeparator", \.alwaysShowsDecimalSeparator)
        try cls.addProperty("usesSignificantDigits", \.usesSignificantDigits)
        try cls.addProperty(
            "groupingSize", \.groupingSize, read: { UInt(bitPattern: $0) }, write: { Int(Int32(clamping: $0)) })
        try addDigits(cls, "IntegerDigits", \.minimumIntegerDigits, \.maximumIntegerDigits)
        try addDigits(cls, "FractionDigits", \.minimumFractionDigits, \.maximumFractionDigits)
        try addDigits(cls, "SignificantDigits", \.minimumSignificantDigits, \.maximumSignificantDigits)
        try addTexts(cls)
        try addNumbers(cls)
        try NSDateFormatter.addBehavior(cls.cls)
        try cls.addFormatterCopy()
    }

    /// Adds the least and the greatest number of digits. Each changes the other one if that would contradict it. ICU
    /// has numbers of 32 bits.
    private static func addDigits(
        _ cls: ValueClass<NumberFormatter>, _ name: String,
        _ least: ReferenceWritableKeyPath<NumberFormatter, Int> & Sendable,
        _ greatest: ReferenceWritableKeyPath<NumberFormatter, Int> & Sendable
    ) throws {
        try cls.add(Selector("minimum\(name)")) { $0[keyPath: least] }
        try cls.add(Selector("maximum\(name)")) { $0[keyPath: greatest] }
        try cls.add(Selector("setMinimum\(name):")) { (formatter, count: Int) in
            let count = Int(Int32(clamping: count))
            if formatter[keyPath: greatest] < count { formatter[keyPath: greatest] = count }
            formatter[keyPath: least] = count
        }
        try cls.add(Selector("setMaximum\(name):")) { (formatter, count: Int) in
            let count = Int(Int32(clamping: count))
            if formatter[keyPath: least] > count { formatter[keyPath: least] = count }
            formatter[keyPath: greatest] = count
        }
    }

    private static func addNumbers(_ cls: ValueClass<NumberFormatter>) throws {
        let numbers: [(String, ReferenceWritableKeyPath<NumberFormatter, Foundation.NSNumber?> & Sendable)] = [
            ("minimum", \.minimum), ("maximum", \.maximum), ("multiplier", \.multiplier),
            ("roundingIncrement", \.roundingIncrement),
        ]
        for (name, path) in numbers {
            try cls.addProperty(
                name, path, read: { $0.map(object) },
                write: { (new: Object?) in
                    let number = try new.map(foundationNumber)
                    // ICU loops, or ends the process, with others.
                    guard number?.doubleValue.isFinite ?? true || name == "minimum" || name == "maximum" else {
                        throw RuntimeException(
                            "NSInvalidArgumentException", "*** -[NSNumberFormatter \(name)]: the number is not finite")
                    }
                    return number
                })
        }
        try cls.addClassMethod("localizedStringFromNumber:numberStyle:") { (_, number: Object, style: UInt) in
            try NumberFormatter.localizedString(
                from: foundationNumber(number), number: NumberFormatter.Style(rawValue: style) ?? .none)
        }
    }

    private static func addTexts(_ cls: ValueClass<NumberFormatter>) throws {
        let texts: [(String, ReferenceWritableKeyPath<NumberFormatter, String?> & Sendable)] = [
            ("decimalSeparator", \.decimalSeparator), ("groupingSeparator", \.groupingSeparator),
            ("currencyCode", \.currencyCode), ("currencySymbol", \.currencySymbol), ("percentSymbol", \.percentSymbol),
            ("minusSign", \.minusSign), ("plusSign", \.plusSign), ("zeroSymbol", \.zeroSymbol),
            ("notANumberSymbol", \.notANumberSymbol),
        ]
        for (name, path) in texts { try cls.addProperty(name, path) }
        // A style that writes words has none of these.
        let patterns: [(String, ReferenceWritableKeyPath<NumberFormatter, String?> & Sendable)] = [
            ("positivePrefix", \.positivePrefix), ("positiveSuffix", \.positiveSuffix),
            ("negativePrefix", \.negativePrefix), ("negativeSuffix", \.negativeSuffix),
            ("positiveFormat", \.positiveFormat), ("negativeFormat", \.negativeFormat),
        ]
        for (name, path) in patterns {
            try cls.addProperty(name, path, read: { $0 ?? "" }, write: { (text: String?) in text ?? "" })
        }
        try cls.addProperty("nilSymbol", \.nilSymbol, read: { $0 }, write: { (text: String?) in text ?? "" })
    }

    /// Returns the text of a number. ICU does not divide a number by an increment that is smaller by more than 34
    /// digits, and Swift's formatter ends the process then; no digit of such a number is rounded.
    private static func text(_ formatter: NumberFormatter, _ number: Foundation.NSNumber) -> String? {
        let scaled = number.doubleValue * (formatter.multiplier?.doubleValue ?? 1)
        guard let increment = formatter.roundingIncrement?.doubleValue, increment != 0, abs(scaled / increment) > 1e30,
            let unrounded = formatter.copy() as? NumberFormatter
        else { return formatter.string(from: number) }
        unrounded.roundingIncrement = nil
        return unrounded.string(from: number)
    }

    private static func number(_ formatter: NumberFormatter, _ text: String) -> Object? {
        guard let number = formatter.number(from: text), formatter.isLenient || WholeNumber(formatter).contains(text)
        else { return nil }
        if let least = formatter.minimum, number.compare(least) == .orderedAscending { return nil }
        if let greatest = formatter.maximum, number.compare(greatest) == .orderedDescending { return nil }
        guard formatter.generatesDecimalNumbers else { return object(number) }
        return NSDecimalNumber.object(number.decimalValue)
    }
}

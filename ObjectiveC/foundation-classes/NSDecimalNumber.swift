// NSDecimalNumber.swift - numbers with 38 decimal digits: Swift's Decimal as an NSNumber.
//
//      │ isa │ the storage of an NSNumber: the nearest double │ a Decimal │
//
// Code that reads any NSNumber reads the double.
import Foundation
import MiniFoundation
import MiniRuntime

enum NSDecimalNumber {
    static let cls = make("class NSDecimalNumber") {
        let cls = try Class.register("NSDecimalNumber", superclass: MiniFoundation.NSNumber.cls) { builder in
            try builder.addIvar("_decimal", encoding: TypeEncoding("[3Q]"), ownership: .unretained)
        }
        try addMakers(cls)
        try addReading(cls)
        try NSDecimalNumberHandler.addArithmetic(cls)
        return cls
    }

    private static let offset = cls.instanceVariable("_decimal")!.offset

    /// Returns a decimal number. There is only one object that is not a number, which programs compare by address.
    static func object(_ value: Decimal) -> Object { value.isNaN ? notANumber : fresh(value) }

    private static let notANumber = fresh(.nan)
    private static let zero = fresh(0)
    private static let one = fresh(1)

    private static func fresh(_ value: Decimal) -> Object {
        guard let object = cls.createInstance() else { fatalError("\(cls) makes no instances") }
        store(value, in: object)
        return object
    }

    /// Returns the result of an init method: the object itself with the value, or the one that is not a number.
    private static func initialized(_ object: Object, _ value: Decimal) -> Object {
        if value.isNaN && object.isa == cls { return notANumber }
        store(value, in: object)
        return object
    }

    /// Returns the value of an NSDecimalNumber; nil for other objects.
    static func value(of object: Object) -> Decimal? {
        guard !object.isTagged, object.isa.isSubclass(of: cls) || object.isa == cls else { return nil }
        return withExtendedLifetime(object) { (object.unmanaged.address + offset).load(as: Decimal.self) }
    }

    private static func store(_ value: Decimal, in object: Object) {
        withExtendedLifetime(object) {
            (object.unmanaged.address + offset).storeBytes(of: value, as: Decimal.self)
            MiniFoundation.NSNumber.store(nearest(value), in: object)
        }
    }

    /// The nearest double. Swift's own conversion multiplies by a power of ten, which is off by one digit at times.
    private static func nearest(_ value: Decimal) -> Double { Double(value.description) ?? .nan }

    /// Returns the value of any NSNumber: that of its digits, so that the decimal value of 1.07 is 1.07. The binary
    /// number has further digits.
    static func decimal(_ object: Object) throws -> Decimal {
        let number = try foundationNumber(object)
        if let value = value(of: object) { return value }
        guard number.doubleValue.isFinite else { return .nan }
        let digits = object.unmanaged.message("stringValue").flatMap { MiniFoundation.NSString.string($0) }
        return digits.flatMap { Decimal(string: $0) } ?? number.decimalValue
    }

    private static func addMakers(_ cls: Class) throws {
        try cls.addMethod("initWithString:") { (me: Object, text: String) -> Object in
            initialized(me, Decimal(string: text) ?? .nan)
        }
        try cls.addMethod("initWithString:locale:") { (me: Object, text: String, locale: Object?) -> Object in
            try initialized(me, Decimal(string: text, locale: NSLocale.values.argument(locale)) ?? .nan)
        }
        try cls.isa.addMethod("decimalNumberWithString:locale:") { (_: Object, text: String, locale: Object?) in
            try object(Decimal(string: text, locale: NSLocale.values.argument(locale)) ?? .nan)
        }
        try cls.addMethod("initWithMantissa:exponent:isNegative:") {
            (me: Object, mantissa: UInt64, exponent: Int16, isNegative: Bool) -> Object in
            initialized(me, decimal(mantissa, exponent, isNegative))
        }
        try cls.isa.addMethod("decimalNumberWithString:") { (_: Object, text: String) in
            object(Decimal(string: text) ?? .nan)
        }
        try cls.isa.addMethod("decimalNumberWithMantissa:exponent:isNegative:") {
            (_: Object, mantissa: UInt64, exponent: Int16, isNegative: Bool) in
            object(decimal(mantissa, exponent, isNegative))
        }
        try cls.addMethod("initWithDecimal:") { (me: Object, value: DecimalStructure) -> Object in
            initialized(me, value.value)
        }
        try cls.isa.addMethod("decimalNumberWithDecimal:") { (_: Object, value: DecimalStructure) in
            object(value.value)
        }
        try cls.isa.addMethod("zero") { (_: Object) in zero }
        try cls.isa.addMethod("one") { (_: Object) in one }
        try cls.isa.addMethod("notANumber") { (_: Object) in notANumber }
        try cls.isa.addMethod("maximumDecimalNumber") { (_: Object) in object(.greatestFiniteMagnitude) }
        try cls.isa.addMethod("minimumDecimalNumber") { (_: Object) in object(-Decimal.greatestFiniteMagnitude) }
    }

    private static func decimal(_ mantissa: UInt64, _ exponent: Int16, _ isNegative: Bool) -> Decimal {
        Decimal(sign: isNegative ? .minus : .plus, exponent: Int(exponent), significand: Decimal(mantissa))
    }

    private static func addReading(_ cls: Class) throws {
        try MiniFoundation.NSNumber.cls.addMethod("decimalValue") { (me: Object) in
            try DecimalStructure(value: decimal(me))
        }
        try cls.addMethod("isEqual:") { (me: Object, other: Object?) -> Bool in
            guard let other, other.unmanaged.isKind(of: MiniFoundation.NSNumber.cls) else { return false }
            return try decimal(me) == decimal(other)
        }
        try cls.addMethod("description") { (me: Object) in try decimal(me).description }
        try cls.addMethod("stringValue") { (me: Object) in try decimal(me).description }
        try cls.addMethod("descriptionWithLocale:") { (me: Object, _: Object?) in try decimal(me).description }
        try cls.addMethod("compare:") { (me: Object, other: Object) -> Int in
            let (left, right) = try (decimal(me), decimal(other))
            return left == right ? 0 : left < right ? -1 : 1
        }
        try cls.addMethod("isEqualToNumber:") { (me: Object, other: Object) in try decimal(me) == decimal(other) }
        try cls.addMethod("longLongValue") { (me: Object) in try foundationNumber(me).int64Value }
        try cls.addMethod("integerValue") { (me: Object) in try foundationNumber(me).int64Value }
        try cls.addMethod("unsignedLongLongValue") { (me: Object) in try foundationNumber(me).uint64Value }
    }

    /// Adds `encodeWithCoder:` and `initWithCoder:`, which read and write the parts of an NSDecimal.
    static func addCoding() throws {
        try NSCoding.add("NSDecimalNumber") { me, coder in
            try DecimalStructure(value: decimal(me)).encode(coder)
        } decode: { me, coder in
            initialized(me, DecimalStructure(coder).value)
        }
    }
}

/// A Decimal as the structure NSDecimal: four bits of `flags` are the number of words of the mantissa, the next one is
/// the sign.
private struct DecimalStructure: StructureValue {
    private let exponent: Int8
    private let flags: UInt8
    private let reserved: UInt16 = 0
    private let mantissa: (UInt32, UInt32, UInt32, UInt32)

    init(value: Decimal) {
        let digits = value.isNaN ? 0 : UInt128(value.significand.magnitude.description) ?? 0
        let length = (UInt128.bitWidth - digits.leadingZeroBitCount + 15) / 16
        exponent = value.isNaN ? 0 : Int8(truncatingIfNeeded: value.exponent)
        flags = UInt8(length) | (value.isNaN || value.isSignMinus ? 16 : 0)
        mantissa = (
            UInt32(truncatingIfNeeded: digits), UInt32(truncatingIfNeeded: digits >> 32),
            UInt32(truncatingIfNeeded: digits >> 64), UInt32(truncatingIfNeeded: digits >> 96)
        )
    }

    var value: Decimal {
        let (length, isNegative) = (flags & 15, flags & 16 != 0)
        if length == 0 { return isNegative ? .nan : 0 }
        let high = UInt128(mantissa.3) << 96 | UInt128(mantissa.2) << 64
        let digits = high | UInt128(mantissa.1) << 32 | UInt128(mantissa.0)
        return Decimal(string: "\(isNegative ? "-" : "")\(digits)e\(exponent)") ?? .nan
    }

    init(_ coder: NSCoding.Decoder) {
        let bytes = coder.value("NS.mantissa", or: Data()).prefix(16)
        let words = bytes + Data(count: 16 - bytes.count)
        exponent = Int8(truncatingIfNeeded: coder.integer("NS.exponent"))
        flags = UInt8(coder.integer("NS.length") & 15) | (coder.value("NS.negative", or: false) ? 16 : 0)
        mantissa = words.withUnsafeBytes { $0.loadUnaligned(as: (UInt32, UInt32, UInt32, UInt32).self) }
    }

    func encode(_ coder: NSCoding.Encoder) {
        coder.encode(exponent, "NS.exponent")
        coder.encode(flags & 15, "NS.length")
        coder.encode(flags & 16 != 0, "NS.negative")
        coder.encode(false, "NS.compact")
        coder.encode(1, "NS.mantissa.bo")  // little-endian
        coder.encode(withUnsafeBytes(of: mantissa) { Data($0) }, "NS.mantissa")
    }

    static var messageEncoding: StaticString { "{?=b8b4b1b1b18[8S]}" }
}

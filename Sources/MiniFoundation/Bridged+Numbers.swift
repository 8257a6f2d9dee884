// Bridged+Numbers.swift - bridges Swift's numbers to NSNumber.
import MiniRuntime

extension Int8: Bridged {}
extension UInt8: Bridged {}
extension Int16: Bridged {}
extension UInt16: Bridged {}
extension Int32: Bridged {}
extension UInt32: Bridged {}
extension Int64: Bridged {}
extension UInt64: Bridged {}
extension Int: Bridged {}
extension UInt: Bridged {}

extension Bridged where Self: FixedWidthInteger {
    /// An NSNumber with the integer's C type.
    public var bridgedObject: Object? { NSNumber.object(NumberValue(self)) }

    /// The integer value of an NSNumber of any type. Throws ``BridgingError/outOfRange(value:type:)`` if the number is
    /// too large or has a fraction.
    public static func bridged(from object: Object?) throws -> Self {
        let number = try number(object, for: Self.self)
        guard let integer = number.exactInteger, let value = Self(exactly: integer) else {
            throw BridgingError.outOfRange(value: number.text, type: "\(Self.self)")
        }
        return value
    }
}

extension Bool: Bridged {
    /// An NSNumber of type bool.
    public var bridgedObject: Object? { NSNumber.object(self) }

    /// false for 0, true for 1. Throws ``BridgingError/outOfRange(value:type:)`` for any other number.
    public static func bridged(from object: Object?) throws -> Bool {
        let number = try number(object, for: Bool.self)
        switch number.exactInteger {
        case 0: return false
        case 1: return true
        default: throw BridgingError.outOfRange(value: number.text, type: "Bool")
        }
    }
}

extension Double: Bridged {
    /// An NSNumber of type double.
    public var bridgedObject: Object? { NSNumber.object(self) }

    /// The double nearest to an NSNumber of any type.
    public static func bridged(from object: Object?) throws -> Double { try number(object, for: Double.self).double }
}

extension Float: Bridged {
    /// An NSNumber of type float.
    public var bridgedObject: Object? { NSNumber.object(self) }

    /// The float nearest to an NSNumber of any type. Throws ``BridgingError/outOfRange(value:type:)`` if a finite
    /// number would become infinite.
    public static func bridged(from object: Object?) throws -> Float {
        let number = try number(object, for: Float.self)
        if number.float.isInfinite && number.double.isFinite {
            throw BridgingError.outOfRange(value: number.text, type: "Float")
        }
        return number.float
    }
}

private func number<Value>(_ object: Object?, for type: Value.Type) throws -> NumberValue {
    guard let object, let number = NSNumber.value(of: object.unmanaged.address) else {
        throw BridgingError.wrongType(expected: "\(type)", found: typeName(of: object))
    }
    return number
}

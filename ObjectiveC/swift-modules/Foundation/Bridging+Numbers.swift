// Bridging+Numbers.swift - Bool, the integers, Float, Double and NSNumber.
//
// The methods are those of the standard library's protocol, and called by compiled code only.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import ObjectiveC

/// A type whose values become an NSNumber. A number becomes a value of the type only if that is the same number.
public protocol _NumberBridgeable: _ObjectiveCBridgeable where _ObjectiveCType == NSNumber {
    init(truncating number: NSNumber)
    init?(exactly number: NSNumber)
}

extension _NumberBridgeable {
    public static func _forceBridgeFromObjectiveC(_ number: NSNumber, result: inout Self?) {
        guard let value = Self(exactly: number) else { fatalError("Unable to bridge \(number) to \(Self.self)") }
        result = value
    }

    public static func _conditionallyBridgeFromObjectiveC(_ number: NSNumber, result: inout Self?) -> Bool {
        result = Self(exactly: number)
        return result != nil
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ number: NSNumber?) -> Self {
        guard let number else { return Self(truncating: NSNumber(value: 0)) }
        return Self(truncating: number)
    }
}

extension NSNumber {
    /// Whether the number was made of a Bool.
    var isBool: Bool { objCType.pointee == CChar(bitPattern: UInt8(ascii: "B")) }
    var isFloating: Bool { [UInt8(ascii: "d"), UInt8(ascii: "f")].contains(UInt8(bitPattern: objCType.pointee)) }
    /// Whether the number is an integer above Int64's range.
    var isLarge: Bool { objCType.pointee == CChar(bitPattern: UInt8(ascii: "Q")) && int64Value < 0 }
}

extension _NumberBridgeable where Self: FixedWidthInteger {
    public init(truncating number: NSNumber) {
        self.init(
            truncatingIfNeeded: number.isLarge
                ? Int64(bitPattern: number.uint64Value) : number.int64Value)
    }

    public init?(exactly number: NSNumber) {
        if number.isFloating {
            self.init(exactly: number.doubleValue)
        } else if number.isLarge {
            self.init(exactly: number.uint64Value)
        } else {
            self.init(exactly: number.int64Value)
        }
    }
}

extension Bool: _NumberBridgeable {
    public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: self) }
    public init(truncating number: NSNumber) { self = number.boolValue }
    public init?(exactly number: NSNumber) {
        guard number.isBool || number.doubleValue == 0 || number.doubleValue == 1 else { return nil }
        self = number.boolValue
    }
}

extension Int: _NumberBridgeable {
    public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: self) }
}

extension UInt: _NumberBridgeable {
    public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: UInt64(self)) }
}

extension Int8: _NumberBridgeable {
    public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: self) }
}

extension UInt8: _NumberBridgeable {
    public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: self) }
}

extension Int16: _NumberBridgeable {
    public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: self) }
}

extension UInt16: _NumberBridgeable {
    public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: self) }
}

extension Int32: _NumberBridgeable {
    public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: self) }
}

extension UInt32: _NumberBridgeable {
    public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: self) }
}

extension Int64: _NumberBridgeable {
    public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: self) }
}

extension UInt64: _NumberBridgeable {
    public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: self) }
}

extension Float: _NumberBridgeable {
    public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: self) }
    public init(truncating number: NSNumber) { self = number.floatValue }
    public init?(exactly number: NSNumber) { self = number.floatValue }
}

extension Double: _NumberBridgeable {
    public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: self) }
    public init(truncating number: NSNumber) { self = number.doubleValue }
    public init?(exactly number: NSNumber) { self = number.doubleValue }
}

extension NSNumber: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral {
    public required convenience init(integerLiteral value: Int) { self.init(value: value) }
    public required convenience init(floatLiteral value: Double) { self.init(value: value) }
    public required convenience init(booleanLiteral value: Bool) { self.init(value: value) }
}

// Bridging+Decimal.swift - Decimal of Swift's Foundation, and NSDecimalNumber.
//
// The methods are those of the standard library's protocol, and called by compiled code only.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import ObjectiveC

@_exported import struct FoundationEssentials.Decimal

extension NSDecimalNumber {
    public convenience init(decimal: Decimal) { self.init(string: decimal.isNaN ? "NaN" : decimal.description) }
}

extension NSNumber {
    public var decimalValue: Decimal { Decimal(string: stringValue) ?? .nan }
}

extension Decimal: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSDecimalNumber { NSDecimalNumber(decimal: self) }

    public static func _forceBridgeFromObjectiveC(_ number: NSDecimalNumber, result: inout Decimal?) {
        result = number.decimalValue
    }

    public static func _conditionallyBridgeFromObjectiveC(
        _ number: NSDecimalNumber, result: inout Decimal?
    ) -> Bool {
        result = number.decimalValue
        return true
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ number: NSDecimalNumber?) -> Decimal {
        number?.decimalValue ?? 0
    }
}

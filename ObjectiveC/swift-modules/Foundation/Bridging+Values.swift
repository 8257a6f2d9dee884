// Bridging+Values.swift - Date and Data of Swift's Foundation, and NSDate and NSData.
//
// The methods are those of the standard library's protocol, and called by compiled code only.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import ObjectiveC

@_exported import struct FoundationEssentials.Data
@_exported import struct FoundationEssentials.Date

extension Date: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSDate {
        NSDate(timeIntervalSinceReferenceDate: timeIntervalSinceReferenceDate)
    }

    public static func _forceBridgeFromObjectiveC(_ date: NSDate, result: inout Date?) {
        result = _unconditionallyBridgeFromObjectiveC(date)
    }

    public static func _conditionallyBridgeFromObjectiveC(_ date: NSDate, result: inout Date?) -> Bool {
        result = _unconditionallyBridgeFromObjectiveC(date)
        return true
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ date: NSDate?) -> Date {
        Date(timeIntervalSinceReferenceDate: date!.timeIntervalSinceReferenceDate)
    }
}

extension Data: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSData {
        withUnsafeBytes { NSData(bytes: $0.baseAddress, length: $0.count) }
    }

    public static func _forceBridgeFromObjectiveC(_ data: NSData, result: inout Data?) {
        result = _unconditionallyBridgeFromObjectiveC(data)
    }

    public static func _conditionallyBridgeFromObjectiveC(_ data: NSData, result: inout Data?) -> Bool {
        result = _unconditionallyBridgeFromObjectiveC(data)
        return true
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ data: NSData?) -> Data {
        guard let data, data.length > 0 else { return Data() }
        return Data(bytes: data.bytes, count: data.length)
    }
}

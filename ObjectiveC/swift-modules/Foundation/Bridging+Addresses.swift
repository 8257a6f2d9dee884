// Bridging+Addresses.swift - URL and UUID of Swift's Foundation, and NSURL and NSUUID.
//
// The methods are those of the standard library's protocol, and called by compiled code only.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import ObjectiveC

@_exported import struct FoundationEssentials.URL
@_exported import struct FoundationEssentials.UUID

extension URL: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSURL {
        NSURL(string: relativeString, relativeTo: baseURL)!
    }

    public static func _forceBridgeFromObjectiveC(_ url: NSURL, result: inout URL?) {
        result = _unconditionallyBridgeFromObjectiveC(url)
    }

    public static func _conditionallyBridgeFromObjectiveC(_ url: NSURL, result: inout URL?) -> Bool {
        result = URL(string: url.relativeString, relativeTo: url.baseURL)
        return result != nil
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ url: NSURL?) -> URL {
        URL(string: url!.relativeString, relativeTo: url!.baseURL)!
    }
}

extension UUID: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSUUID {
        NSUUID(uuidString: uuidString)!
    }

    public static func _forceBridgeFromObjectiveC(_ identifier: NSUUID, result: inout UUID?) {
        result = _unconditionallyBridgeFromObjectiveC(identifier)
    }

    public static func _conditionallyBridgeFromObjectiveC(_ identifier: NSUUID, result: inout UUID?) -> Bool {
        result = _unconditionallyBridgeFromObjectiveC(identifier)
        return true
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ identifier: NSUUID?) -> UUID {
        UUID(uuidString: identifier!.uuidString)!
    }
}

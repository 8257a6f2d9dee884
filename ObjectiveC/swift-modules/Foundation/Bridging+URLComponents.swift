// Bridging+URLComponents.swift - URLComponents and URLQueryItem of Swift's Foundation, and NSURLComponents and
// NSURLQueryItem.
//
// The methods are those of the standard library's protocol, and called by compiled code only.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import ObjectiveC

@_exported import struct FoundationEssentials.URLComponents
@_exported import struct FoundationEssentials.URLQueryItem

extension URLQueryItem: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSURLQueryItem { NSURLQueryItem(name: name, value: value) }

    public static func _forceBridgeFromObjectiveC(_ item: NSURLQueryItem, result: inout URLQueryItem?) {
        result = _unconditionallyBridgeFromObjectiveC(item)
    }

    public static func _conditionallyBridgeFromObjectiveC(
        _ item: NSURLQueryItem, result: inout URLQueryItem?
    ) -> Bool {
        result = _unconditionallyBridgeFromObjectiveC(item)
        return true
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ item: NSURLQueryItem?) -> URLQueryItem {
        URLQueryItem(name: item!.name, value: item!.value)
    }
}

extension URLComponents: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSURLComponents { string.flatMap { NSURLComponents(string: $0) }! }

    public static func _forceBridgeFromObjectiveC(_ parts: NSURLComponents, result: inout URLComponents?) {
        result = _unconditionallyBridgeFromObjectiveC(parts)
    }

    public static func _conditionallyBridgeFromObjectiveC(
        _ parts: NSURLComponents, result: inout URLComponents?
    ) -> Bool {
        result = parts.string.flatMap { URLComponents(string: $0) }
        return result != nil
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ parts: NSURLComponents?) -> URLComponents {
        parts!.string.flatMap { URLComponents(string: $0) }!
    }
}

// Bridging+Strings.swift - String and NSString.
//
// The methods are those of the standard library's protocol, and called by compiled code only.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported import Dispatch
@_exported import Foundation
@_exported import ObjectiveC

extension String: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSString {
        let units = Array(utf16)
        return NSString(characters: units, length: units.count)
    }

    public static func _forceBridgeFromObjectiveC(_ string: NSString, result: inout String?) {
        result = _unconditionallyBridgeFromObjectiveC(string)
    }

    public static func _conditionallyBridgeFromObjectiveC(_ string: NSString, result: inout String?) -> Bool {
        result = _unconditionallyBridgeFromObjectiveC(string)
        return true
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ string: NSString?) -> String {
        guard let string else { return "" }
        return String(unsafeUninitializedCapacity: string.utf8Count) { string.copyUTF8(to: $0) }
    }
}

extension NSString {
    fileprivate var utf8Count: Int { lengthOfBytes(usingEncoding: NSUTF8StringEncoding) }

    fileprivate func copyUTF8(to buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        var count = 0
        getBytes(
            buffer.baseAddress, maxLength: buffer.count, usedLength: &count, encoding: NSUTF8StringEncoding,
            options: [], range: NSRange(location: 0, length: length), remaining: nil)
        return count
    }
}

extension NSString: ExpressibleByStringLiteral {
    public required convenience init(stringLiteral text: StaticString) { self.init(string: text.description) }
}

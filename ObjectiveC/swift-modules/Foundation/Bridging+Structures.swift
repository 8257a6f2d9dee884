// Bridging+Structures.swift - structures of C and NSValue: NSRange, CGPoint, CGSize, CGRect.
//
// The methods are those of the standard library's protocol, and called by compiled code only.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import ObjectiveC

/// A structure whose values become an NSValue. An NSValue becomes a value of the type only if its type encoding is that
/// of the structure.
public protocol _StructureBridgeable: _ObjectiveCBridgeable where _ObjectiveCType == NSValue {
    init()
    static var _objectiveCEncoding: String { get }
}

extension _StructureBridgeable {
    public func _bridgeToObjectiveC() -> NSValue {
        withUnsafeBytes(of: self) { NSValue(bytes: $0.baseAddress!, objCType: Self._objectiveCEncoding) }
    }

    public static func _forceBridgeFromObjectiveC(_ value: NSValue, result: inout Self?) {
        if !_conditionallyBridgeFromObjectiveC(value, result: &result) {
            fatalError("Unable to bridge \(value) to \(Self.self)")
        }
    }

    public static func _conditionallyBridgeFromObjectiveC(_ value: NSValue, result: inout Self?) -> Bool {
        guard String(cString: value.objCType) == _objectiveCEncoding else { return false }
        var structure = Self()
        withUnsafeMutableBytes(of: &structure) { value.getValue($0.baseAddress!, size: $0.count) }
        result = structure
        return true
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ value: NSValue?) -> Self {
        var result: Self?
        if let value { _forceBridgeFromObjectiveC(value, result: &result) }
        return result ?? Self()
    }
}

extension NSRange: _StructureBridgeable {
    public static var _objectiveCEncoding: String { "{_NSRange=QQ}" }
}
extension CGPoint: _StructureBridgeable {
    public static var _objectiveCEncoding: String { "{CGPoint=dd}" }
}
extension CGSize: _StructureBridgeable {
    public static var _objectiveCEncoding: String { "{CGSize=dd}" }
}
extension CGRect: _StructureBridgeable {
    public static var _objectiveCEncoding: String { "{CGRect={CGPoint=dd}{CGSize=dd}}" }
}

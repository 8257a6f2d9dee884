// Bridging+Indexes.swift - IndexSet and IndexPath, and NSIndexSet and NSIndexPath.
//
// The methods are those of the standard library's protocol, and called by compiled code only.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import ObjectiveC

@_exported import struct FoundationEssentials.IndexPath

extension IndexSet: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSIndexSet {
        let set = NSMutableIndexSet()
        for range in rangeView { set.add(in: NSRange(range)) }
        return set.copy() as! NSIndexSet
    }

    public static func _forceBridgeFromObjectiveC(_ set: NSIndexSet, result: inout IndexSet?) {
        result = _unconditionallyBridgeFromObjectiveC(set)
    }

    public static func _conditionallyBridgeFromObjectiveC(_ set: NSIndexSet, result: inout IndexSet?) -> Bool {
        result = _unconditionallyBridgeFromObjectiveC(set)
        return true
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ set: NSIndexSet?) -> IndexSet {
        var result = IndexSet()
        set?.enumerateRanges { range, _ in result.insert(integersIn: Range(range)!) }
        return result
    }
}

extension IndexPath: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSIndexPath {
        let indexes = Array(self)
        return NSIndexPath(indexes: indexes, length: indexes.count)
    }

    public static func _forceBridgeFromObjectiveC(_ path: NSIndexPath, result: inout IndexPath?) {
        result = _unconditionallyBridgeFromObjectiveC(path)
    }

    public static func _conditionallyBridgeFromObjectiveC(_ path: NSIndexPath, result: inout IndexPath?) -> Bool {
        result = _unconditionallyBridgeFromObjectiveC(path)
        return true
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ path: NSIndexPath?) -> IndexPath {
        IndexPath(indexes: (0..<(path?.length ?? 0)).map { path!.index(atPosition: $0) })
    }
}

// Bridging+Collections.swift - Array, Dictionary, Set and NSArray, NSDictionary, NSSet. The elements are bridged one by
// one when the collection is.
//
// The methods are those of the standard library's protocol, and called by compiled code only.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import ObjectiveC

private func fail(_ type: Any.Type, of object: NSObject) -> Never {
    fatalError("Unable to bridge \(object.classForCoder) to \(type): an element is of another type")
}

/// Returns an element as a value, nil of an optional for NSNull, or nil if it is of another type.
private func bridged<Value>(_ element: Any) -> Value? {
    if let value = element as? Value { return value }
    return element is NSNull ? Optional<Any>.none as? Value : nil
}

extension NSObject {
    fileprivate var classForCoder: AnyClass { Swift.type(of: self) }
}

extension Array: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSArray {
        let array = NSMutableArray(capacity: count)
        for element in self { array.add(element as AnyObject) }
        return array.copy() as! NSArray
    }

    public static func _forceBridgeFromObjectiveC(_ array: NSArray, result: inout Array?) {
        if !_conditionallyBridgeFromObjectiveC(array, result: &result) { fail(Array.self, of: array) }
    }

    public static func _conditionallyBridgeFromObjectiveC(_ array: NSArray, result: inout Array?) -> Bool {
        var elements = Array()
        elements.reserveCapacity(array.count)
        for index in 0..<array.count {
            guard let element: Element = bridged(array.object(at: index)) else { return false }
            elements.append(element)
        }
        result = elements
        return true
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ array: NSArray?) -> Array {
        var result: Array? = []
        if let array { _forceBridgeFromObjectiveC(array, result: &result) }
        return result!
    }
}

extension Dictionary: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSDictionary {
        let dictionary = NSMutableDictionary(capacity: count)
        for (key, value) in self {
            dictionary.setObject(value as AnyObject, forKey: unsafeBitCast(key as AnyObject, to: (any NSCopying).self))
        }
        return dictionary.copy() as! NSDictionary
    }

    public static func _forceBridgeFromObjectiveC(_ dictionary: NSDictionary, result: inout Dictionary?) {
        if !_conditionallyBridgeFromObjectiveC(dictionary, result: &result) { fail(Dictionary.self, of: dictionary) }
    }

    public static func _conditionallyBridgeFromObjectiveC(_ dictionary: NSDictionary, result: inout Dictionary?) -> Bool
    {
        var pairs = Dictionary(minimumCapacity: dictionary.count)
        let keys = dictionary.keyEnumerator()
        while let key = keys.nextObject() {
            guard let ownKey = key as? Key, let object = dictionary.object(forKey: key) else { return false }
            guard let value: Value = bridged(object) else { return false }
            pairs.updateValue(value, forKey: ownKey)
        }
        result = pairs
        return true
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ dictionary: NSDictionary?) -> Dictionary {
        var result: Dictionary? = [:]
        if let dictionary { _forceBridgeFromObjectiveC(dictionary, result: &result) }
        return result!
    }
}

extension Set: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSSet {
        let set = NSMutableSet(capacity: count)
        for element in self { set.add(element as AnyObject) }
        return set.copy() as! NSSet
    }

    public static func _forceBridgeFromObjectiveC(_ set: NSSet, result: inout Set?) {
        if !_conditionallyBridgeFromObjectiveC(set, result: &result) { fail(Set.self, of: set) }
    }

    public static func _conditionallyBridgeFromObjectiveC(_ set: NSSet, result: inout Set?) -> Bool {
        var elements = Set(minimumCapacity: set.count)
        let objects = set.objectEnumerator()
        while let object = objects.nextObject() {
            guard let element = object as? Element else { return false }
            elements.insert(element)
        }
        result = elements
        return true
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ set: NSSet?) -> Set {
        var result: Set? = []
        if let set { _forceBridgeFromObjectiveC(set, result: &result) }
        return result!
    }
}

// A key of any type: `[AnyHashable: Any]` is an NSDictionary.
extension AnyHashable: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSObject {
        base as AnyObject as! NSObject
    }

    public static func _forceBridgeFromObjectiveC(_ object: NSObject, result: inout AnyHashable?) {
        result = AnyHashable(object)
    }

    public static func _conditionallyBridgeFromObjectiveC(_ object: NSObject, result: inout AnyHashable?) -> Bool {
        result = AnyHashable(object)
        return true
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ object: NSObject?) -> AnyHashable {
        AnyHashable(object!)
    }
}

// In an AnyHashable, an object equals the value of Swift for which it stands.
extension NSString: _HasCustomAnyHashableRepresentation {
    public func _toCustomAnyHashable() -> AnyHashable? { AnyHashable(self as String) }
}

extension NSNumber: _HasCustomAnyHashableRepresentation {
    public func _toCustomAnyHashable() -> AnyHashable? {
        if isBool { return AnyHashable(boolValue) }
        if let number = self as? Int { return AnyHashable(number) }
        if let number = self as? UInt { return AnyHashable(number) }
        return AnyHashable(doubleValue)
    }
}

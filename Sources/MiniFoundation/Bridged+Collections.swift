// Bridged+Collections.swift - bridges Swift's collections element by element. nil elements become NSNull.
import MiniRuntime

extension Array: Bridged where Element: Bridged {
    /// An NSArray with the bridged elements. O(n).
    public var bridgedObject: Object? { NSArray.object(map { $0.bridgedObject ?? NSNull.object }) }

    /// The bridged elements of an NSArray. Throws if an element does not fit. O(n).
    public static func bridged(from object: Object?) throws -> [Element] {
        guard let object, let elements = NSArray.elements(of: object) else { throw wrongType(object) }
        return try elements.map { try Element.bridged(from: $0) }
    }
}

extension Dictionary: Bridged where Key: Bridged, Value: Bridged {
    /// An NSDictionary with the bridged keys and values. O(n).
    public var bridgedObject: Object? {
        NSDictionary.object(
            map { (key: $0.key.bridgedObject ?? NSNull.object, value: $0.value.bridgedObject ?? NSNull.object) })
    }

    /// The bridged entries of an NSDictionary. Throws if a key or value does not fit. Of keys that are equal in Swift,
    /// the last one wins. O(n).
    public static func bridged(from object: Object?) throws -> [Key: Value] {
        guard let object, let entries = NSDictionary.entries(of: object) else { throw wrongType(object) }
        var result: [Key: Value] = [:]
        for (key, value) in entries { result[try Key.bridged(from: key)] = try Value.bridged(from: value) }
        return result
    }
}

extension Set: Bridged where Element: Bridged {
    /// An NSSet with the bridged elements. O(n).
    public var bridgedObject: Object? { NSSet.object(map { $0.bridgedObject ?? NSNull.object }) }

    /// The bridged members of an NSSet. Throws if a member does not fit. O(n).
    public static func bridged(from object: Object?) throws -> Set {
        guard let object, let members = NSSet.elements(of: object) else { throw wrongType(object) }
        return Set(try members.map { try Element.bridged(from: $0) })
    }
}

extension RangeSet: Bridged where Bound == Int {
    /// An NSIndexSet with the same indexes.
    public var bridgedObject: Object? { NSIndexSet.object(self) }

    /// The indexes of an NSIndexSet.
    public static func bridged(from object: Object?) throws -> RangeSet {
        guard let object, let ranges = NSIndexSet.ranges(of: object) else { throw wrongType(object) }
        return ranges
    }
}

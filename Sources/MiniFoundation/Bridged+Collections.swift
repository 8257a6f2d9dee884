// Bridged+Collections.swift - Swift's collections, element by element. nil elements are NSNull in there.
import MiniRuntime

extension Array: Bridged where Element: Bridged {
    /// An NSArray of the elements' objects. O(n).
    public var bridgedObject: Object? { NSArray.object(map { $0.bridgedObject ?? NSNull.object }) }

    /// The elements of an NSArray. Throws what the first misfit throws. O(n).
    public static func bridged(from object: Object?) throws -> [Element] {
        guard let object, let elements = NSArray.elements(of: object) else { throw wrongType(object) }
        return try elements.map { try Element.bridged(from: $0) }
    }
}

extension Dictionary: Bridged where Key: Bridged, Value: Bridged {
    /// An NSDictionary of the objects of keys and values. O(n).
    public var bridgedObject: Object? {
        NSDictionary.object(
            map { (key: $0.key.bridgedObject ?? NSNull.object, value: $0.value.bridgedObject ?? NSNull.object) })
    }

    /// The entries of an NSDictionary. Throws what the first misfit throws; of keys that are equal in Swift the last
    /// one counts. O(n).
    public static func bridged(from object: Object?) throws -> [Key: Value] {
        guard let object, let entries = NSDictionary.entries(of: object) else { throw wrongType(object) }
        var result: [Key: Value] = [:]
        for (key, value) in entries { result[try Key.bridged(from: key)] = try Value.bridged(from: value) }
        return result
    }
}

extension Set: Bridged where Element: Bridged {
    /// An NSSet of the elements' objects. O(n).
    public var bridgedObject: Object? { NSSet.object(map { $0.bridgedObject ?? NSNull.object }) }

    /// The members of an NSSet. Throws what the first misfit throws. O(n).
    public static func bridged(from object: Object?) throws -> Set {
        guard let object, let members = NSSet.elements(of: object) else { throw wrongType(object) }
        return Set(try members.map { try Element.bridged(from: $0) })
    }
}

extension RangeSet: Bridged where Bound == Int {
    /// An NSIndexSet.
    public var bridgedObject: Object? { NSIndexSet.object(self) }

    /// The indexes of an NSIndexSet.
    public static func bridged(from object: Object?) throws -> RangeSet {
        guard let object, let ranges = NSIndexSet.ranges(of: object) else { throw wrongType(object) }
        return ranges
    }
}

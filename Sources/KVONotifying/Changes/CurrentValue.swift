// CurrentValue.swift - reads the value of a collection whose elements change by the messages of key-value coding, with
// NSNull for nil. C reads other values (value.c).
import KeyValueCoding
import MiniFoundation
import MiniRuntime

enum CurrentValue {
    /// Returns the value of a key; nil if an exception is pending afterwards.
    static func of(_ object: UnmanagedObject, key: UnmanagedObject) -> Object? {
        autoreleasepool {
            let value = object.message(Selectors.valueForKey, key)?.retained()
            return RuntimeException.isPending ? nil : value ?? NSNull.object
        }
    }

    /// Returns the collection that is the value of a key; nil if the value is nil, or if an exception is pending
    /// afterwards.
    static func collection(_ object: UnmanagedObject, _ key: UnmanagedObject) -> Object? {
        of(object, key: key).flatMap { $0 == NSNull.object ? nil : $0 }
    }
}

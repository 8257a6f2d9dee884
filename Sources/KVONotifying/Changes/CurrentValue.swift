// CurrentValue.swift - reads the current value of a property for a notification: +1, with NSNull for nil.
//
// Sends the messages of key-value coding, which a class may override. If the class overrides none of them, sends the
// getter that they would send, which is faster.
import KeyValueCoding
import MiniFoundation
import MiniRuntime

enum CurrentValue {
    /// Returns the value of a key; nil if an exception is pending afterwards.
    static func of(_ object: UnmanagedObject, _ property: KeyValueProperty) -> UnmanagedObject? {
        guard let getter = property.getter(of: object) else {
            return message(object, Selectors.valueForKey, property.key.unmanagedObject)
        }
        return of(object, getter)
    }

    /// Returns the value at a key path; nil if an exception is pending afterwards.
    /// - Parameter only: the property, if the path is a single key.
    static func of(_ object: UnmanagedObject, _ only: KeyValueProperty?, path: UnmanagedObject) -> UnmanagedObject? {
        if let getter = only?.getter(of: object) { return of(object, getter) }
        return message(object, Selectors.valueForKeyPath, path)
    }

    /// Returns the value of a key, always by message; nil if an exception is pending afterwards.
    static func of(_ object: UnmanagedObject, key: UnmanagedObject) -> Object? {
        message(object, Selectors.valueForKey, key)?.takeOwnership()
    }

    /// Returns the collection that is the value of a key; nil if the value is nil, or if an exception is pending
    /// afterwards.
    static func collection(_ object: UnmanagedObject, _ key: UnmanagedObject) -> Object? {
        of(object, key: key).flatMap { $0 == NSNull.object ? nil : $0 }
    }

    /// Calls a getter and returns its value; nil if an exception is pending afterwards.
    static func of(_ object: UnmanagedObject, _ getter: AccessorMethod) -> UnmanagedObject? {
        if getter.type.isScalar { return getter.ownedValue(of: object) }
        return autoreleasepool {
            let value = getter.ownedValue(of: object)
            return RuntimeException.isPending ? nil : value ?? NSNull.object.unmanaged.retain()
        }
    }

    private static func message(
        _ object: UnmanagedObject, _ message: Selector, _ key: UnmanagedObject
    ) -> UnmanagedObject? {
        autoreleasepool {
            let value = object.message(message, key)?.retain()
            return RuntimeException.isPending ? nil : value ?? NSNull.object.unmanaged.retain()
        }
    }
}

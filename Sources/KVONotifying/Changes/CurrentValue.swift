// CurrentValue.swift - the value that a property has now, as observers are told of it: +1, and NSNull where it is nil.
//
// By the messages of key-value coding, so that what a class overrides is asked; where nobody overrides them, the getter
// that they would send is sent: 5 ns in place of 150.
import MiniFoundation
import MiniRuntime

enum CurrentValue {
    /// That of a key. nil with an exception pending.
    static func of(_ object: UnmanagedObject, _ property: KeyValueProperty) -> UnmanagedObject? {
        guard let getter = property.getter(of: object) else {
            return message(object, Selectors.valueForKey, property.key.unmanagedObject)
        }
        return of(object, getter)
    }

    /// That of a key path. nil with an exception pending.
    /// - Parameter only: the property, if the path is one key.
    static func of(_ object: UnmanagedObject, _ only: KeyValueProperty?, path: UnmanagedObject) -> UnmanagedObject? {
        if let getter = only?.getter(of: object) { return of(object, getter) }
        return message(object, Selectors.valueForKeyPath, path)
    }

    /// That of a key of any object. nil with an exception pending.
    static func of(_ object: UnmanagedObject, key: UnmanagedObject) -> Object? {
        message(object, Selectors.valueForKey, key)?.takeOwnership()
    }

    /// The collection that is the value of a key; nil if there is none, or reading it raised.
    static func collection(_ object: UnmanagedObject, _ key: UnmanagedObject) -> Object? {
        of(object, key: key).flatMap { $0 == NSNull.object ? nil : $0 }
    }

    /// What a getter returns. nil with an exception pending.
    static func of(_ object: UnmanagedObject, _ getter: AccessorMethod) -> UnmanagedObject? {
        if getter.type.isNumber { return getter.ownedValue(of: object) }
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

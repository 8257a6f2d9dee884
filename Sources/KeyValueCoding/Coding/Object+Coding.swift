// Object+Coding.swift - the Swift API of key-value coding: each function sends the message of the same name.
//
// All functions throw ``RuntimeException``: an exception raised by an accessor, `NSUnknownKeyException` if the object
// has no such key, `NSInvalidArgumentException` for an invalid key or value. They run on the caller's thread, and hold
// no lock while they send a message.
import MiniFoundation
import MiniRuntime

extension Object {
    // ── One key ─────────────────────────────────────────────────────────────────────────────────────

    /// Returns the value of a property by its name.
    ///
    ///     let age = try person.value(forKey: "age")      // an NSNumber
    ///
    /// - Returns: an object; an NSNumber for scalars, an NSValue for structures. O(1), plus the accessor.
    ///
    /// Objective-C: `valueForKey:`.
    public func value(forKey key: String) throws -> Object? {
        // Benchmark row value-for-key-swift: avoids creating an NSString for the key.
        guard let known = Key.knownLasting(key) else { return try send(Selectors.valueForKey, key, as: Object?.self) }
        return try send(Selectors.valueForKey, known.unmanagedObject, as: Object?.self)
    }

    /// Returns the value of a property as a Swift value. Also throws ``/MiniFoundation/BridgingError`` if the value has
    /// another type.
    ///
    ///     let age = try person.value(forKey: "age", as: Int.self)
    ///     let name: String? = try person.value(forKey: "name")
    ///
    /// - Parameters:
    ///   - key: the property's name.
    ///   - type: the type of the result. May be omitted if the context determines it.
    ///
    /// Objective-C: `valueForKey:`.
    public func value<Value: Bridged>(forKey key: String, as type: Value.Type = Value.self) throws -> Value {
        try Value.bridged(from: value(forKey: key))
    }

    /// Sets the value of a property by its name. Scalars and structures are unboxed; observers are notified once.
    ///
    /// nil raises `NSInvalidArgumentException` if the property is not of object type, unless the class overrides
    /// `setNilValueForKey:`. Objective-C: `setValue:forKey:`.
    public func setValue(_ value: (any Bridged)?, forKey key: String) throws {
        try send(Selectors.setValueForKey, value?.bridgedObject, key)
    }

    // ── Key paths ───────────────────────────────────────────────────────────────────────────────────

    /// Returns the value at a key path such as `employer.name` or `staff.@sum.age`; nil if a value on the way is nil.
    ///
    /// Collection operators: `@count`, `@sum`, `@avg`, `@min`, `@max`, `@unionOfObjects`, `@distinctUnionOfObjects`,
    /// and both unions also for `Arrays` and `Sets`. O(keys), plus O(members) for each collection. Objective-C:
    /// `valueForKeyPath:`.
    public func value(forKeyPath path: String) throws -> Object? {
        try send(Selectors.valueForKeyPath, path, as: Object?.self)
    }

    /// Returns the value at a key path as a Swift value. Also throws ``/MiniFoundation/BridgingError`` if the value has
    /// another type. Objective-C: `valueForKeyPath:`.
    public func value<Value: Bridged>(forKeyPath path: String, as type: Value.Type = Value.self) throws -> Value {
        try Value.bridged(from: value(forKeyPath: path))
    }

    /// Sets the value at a key path. Does nothing if a value on the way is nil. Objective-C: `setValue:forKeyPath:`.
    public func setValue(_ value: (any Bridged)?, forKeyPath path: String) throws {
        try send(Selectors.setValueForKeyPath, value?.bridgedObject, path)
    }

    // ── Several keys ────────────────────────────────────────────────────────────────────────────────

    /// Returns the values of several keys. Objective-C: `dictionaryWithValuesForKeys:`, in whose result NSNull stands
    /// for nil.
    public func dictionaryWithValues(forKeys keys: [String]) throws -> [String: Object?] {
        let values = try send(
            Selectors.dictionaryWithValuesForKeys, keys.bridgedObject, as: Object?.self)
        return try [String: Object?].bridged(from: values)
    }

    /// Sets the values of several keys, in no particular order. Stops at the first exception. Objective-C:
    /// `setValuesForKeysWithDictionary:`.
    public func setValuesForKeys(_ values: [String: (any Bridged)?]) throws {
        let entries = values.map { (key: NSString.object($0.key), value: $0.value?.bridgedObject ?? NSNull.object) }
        try send(Selectors.setValuesForKeys, NSDictionary.object(entries))
    }

    // ── Validation ──────────────────────────────────────────────────────────────────────────────────

    /// Checks whether a value is valid for a property. The object may replace it by a valid value.
    ///
    ///     var age: Object? = 200.bridgedObject
    ///     try person.validateValue(&age, forKey: "age")
    ///
    /// Throws ``ValidationError`` if the value is not valid. Objective-C: `validateValue:forKey:error:`.
    public func validateValue(_ value: inout Object?, forKey key: String) throws {
        try validate(&value, Selectors.validateValueForKey, key)
    }

    /// Checks whether a value is valid for the property at a key path. Every value is valid if a value on the way is
    /// nil. Objective-C: `validateValue:forKeyPath:error:`.
    public func validateValue(_ value: inout Object?, forKeyPath path: String) throws {
        try validate(&value, Selectors.validateValueForKeyPath, path)
    }

    private func validate(_ value: inout Object?, _ message: Selector, _ key: String) throws {
        try autoreleasepool {
            // Both objects are borrowed, like those behind an `id *`.
            let given = value
            var places: (value: ID?, error: ID?) = (given?.receiverAddress, nil)
            let isValid = try withExtendedLifetime(given) {
                try withUnsafeMutablePointer(to: &places.value) { value in
                    try withUnsafeMutablePointer(to: &places.error) { error in
                        try send(
                            message, UnsafeMutableRawPointer(value), key, UnsafeMutableRawPointer(error), as: Bool.self)
                    }
                }
            }
            let error = UnmanagedObject(places.error)?.retained()
            guard isValid else { throw ValidationError(key: key, object: error) }
            value = UnmanagedObject(places.value)?.retained()
        }
    }

    // ── To-many properties ──────────────────────────────────────────────────────────────────────────

    /// Returns a mutable array that represents an ordered to-many property: changing the array changes the property and
    /// notifies the observers of each change.
    ///
    ///     try team.mutableArrayValue(forKey: "members").send("addObject:", person)
    ///
    /// The array retains the object. Objective-C: `mutableArrayValueForKey:`.
    public func mutableArrayValue(forKey key: String) throws -> Object {
        try send(Selectors.mutableArrayForKey, key, as: Object.self)
    }

    /// Like ``mutableArrayValue(forKey:)``, for the last key of a key path. Throws
    /// ``/MiniRuntime/RuntimeError/unexpectedNil(_:)`` if a value on the way is nil. Objective-C:
    /// `mutableArrayValueForKeyPath:`.
    public func mutableArrayValue(forKeyPath path: String) throws -> Object {
        try send(Selectors.mutableArrayForKeyPath, path, as: Object.self)
    }

    /// Returns a mutable set that represents an unordered to-many property. Otherwise like
    /// ``mutableArrayValue(forKey:)``. Objective-C: `mutableSetValueForKey:`.
    public func mutableSetValue(forKey key: String) throws -> Object {
        try send(Selectors.mutableSetForKey, key, as: Object.self)
    }

    /// Like ``mutableSetValue(forKey:)``, for the last key of a key path. Objective-C: `mutableSetValueForKeyPath:`.
    public func mutableSetValue(forKeyPath path: String) throws -> Object {
        try send(Selectors.mutableSetForKeyPath, path, as: Object.self)
    }

    /// Returns a mutable ordered set that represents an ordered to-many property without duplicates. Otherwise like
    /// ``mutableArrayValue(forKey:)``. Objective-C: `mutableOrderedSetValueForKey:`.
    public func mutableOrderedSetValue(forKey key: String) throws -> Object {
        try send(Selectors.mutableOrderedSetForKey, key, as: Object.self)
    }

    /// Like ``mutableOrderedSetValue(forKey:)``, for the last key of a key path. Objective-C:
    /// `mutableOrderedSetValueForKeyPath:`.
    public func mutableOrderedSetValue(forKeyPath path: String) throws -> Object {
        try send(Selectors.mutableOrderedSetForKeyPath, path, as: Object.self)
    }
}

/// The error of a value that is not valid for a property.
public struct ValidationError: Error, Equatable, Sendable {
    /// The key or key path of the property.
    public let key: String
    /// The error object that the validation method returned; nil if it returned none.
    public let object: Object?
}

extension ValidationError: CustomStringConvertible {
    /// The error message, which names the key.
    public var description: String {
        "The value for the key '\(key)' is not valid" + (object.map { ": \($0)" } ?? "")
    }
}

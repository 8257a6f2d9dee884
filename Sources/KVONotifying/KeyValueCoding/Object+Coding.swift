// Object+Coding.swift - the Swift face of key-value coding: each function sends the message of its name.
//
// All of them throw ``RuntimeException``: what an accessor raises, `NSUnknownKeyException` for a key that the object
// does not have, `NSInvalidArgumentException` for a value or key that is none. They run on the caller's thread; no lock
// is held while a message is sent.
import MiniFoundation
import MiniRuntime

extension Object {
    // ── One key ─────────────────────────────────────────────────────────────────────────────────────

    /// The value of a property, by its name.
    ///
    ///     let age = try person.value(forKey: "age")      // an NSNumber
    ///
    /// - Returns: an object; scalars are an NSNumber, structures an NSValue. O(1) but for the accessor.
    ///
    /// Objective-C: `valueForKey:`.
    public func value(forKey key: String) throws -> Object? {
        try send(Selectors.valueForKey, key, as: Object?.self)
    }

    /// The value of a property as a Swift value. Throws ``/MiniFoundation/BridgingError`` as well, if it is of
    /// another type.
    ///
    ///     let age = try person.value(forKey: "age", as: Int.self)
    ///
    /// Objective-C: `valueForKey:`.
    public func value<Value: Bridged>(forKey key: String, as type: Value.Type) throws -> Value {
        try Value.bridged(from: value(forKey: key))
    }

    /// Sets the value of a property, by its name. Scalars and structures are unboxed; observers are told once.
    ///
    /// nil raises `NSInvalidArgumentException` where the property is no object, unless the class overrides
    /// `setNilValueForKey:`. Objective-C: `setValue:forKey:`.
    public func setValue(_ value: (any Bridged)?, forKey key: String) throws {
        try send(Selectors.setValueForKey, value?.bridgedObject, key)
    }

    // ── Key paths ───────────────────────────────────────────────────────────────────────────────────

    /// The value that a path of keys leads to: `employer.name`, `staff.@sum.age`. nil where the way ends.
    ///
    /// Operators of collections: `@count`, `@sum`, `@avg`, `@min`, `@max`, `@unionOfObjects`,
    /// `@distinctUnionOfObjects`, and the same for `Arrays` and `Sets`. O(keys), and O(members) for each collection.
    /// Objective-C: `valueForKeyPath:`.
    public func value(forKeyPath path: String) throws -> Object? {
        try send(Selectors.valueForKeyPath, path, as: Object?.self)
    }

    /// The same as a Swift value. Throws ``/MiniFoundation/BridgingError`` as well, if it is of another type.
    /// Objective-C: `valueForKeyPath:`.
    public func value<Value: Bridged>(forKeyPath path: String, as type: Value.Type) throws -> Value {
        try Value.bridged(from: value(forKeyPath: path))
    }

    /// Sets the value of the last key on what the others lead to; nothing happens where the way ends before.
    /// Objective-C: `setValue:forKeyPath:`.
    public func setValue(_ value: (any Bridged)?, forKeyPath path: String) throws {
        try send(Selectors.setValueForKeyPath, value?.bridgedObject, path)
    }

    // ── Several keys ────────────────────────────────────────────────────────────────────────────────

    /// The values of several keys. Objective-C: `dictionaryWithValuesForKeys:`, where nil is NSNull.
    public func dictionaryWithValues(forKeys keys: [String]) throws -> [String: Object?] {
        let values = try send(
            Selectors.dictionaryWithValuesForKeys, keys.bridgedObject, as: Object?.self)
        return try [String: Object?].bridged(from: values)
    }

    /// Sets the values of several keys, in no order; nil is nil. Stops at the first that raises.
    /// Objective-C: `setValuesForKeysWithDictionary:`.
    public func setValuesForKeys(_ values: [String: (any Bridged)?]) throws {
        let entries = values.map { (key: NSString.object($0.key), value: $0.value?.bridgedObject ?? NSNull.object) }
        try send(Selectors.setValuesForKeys, NSDictionary.object(entries))
    }

    // ── Validation ──────────────────────────────────────────────────────────────────────────────────

    /// Asks whether a value would do for a property; the object may put another in its place.
    ///
    ///     var age: Object? = 200.bridgedObject
    ///     try person.validateValue(&age, forKey: "age")
    ///
    /// Throws ``ValidationError`` if not. Objective-C: `validateValue:forKey:error:`.
    public func validateValue(_ value: inout Object?, forKey key: String) throws {
        try validate(&value, Selectors.validateValueForKey, key)
    }

    /// The same for what a path leads to. Where there is nothing, every value will do.
    /// Objective-C: `validateValue:forKeyPath:error:`.
    public func validateValue(_ value: inout Object?, forKeyPath path: String) throws {
        try validate(&value, Selectors.validateValueForKeyPath, path)
    }

    private func validate(_ value: inout Object?, _ message: Selector, _ key: String) throws {
        try autoreleasepool {
            // Borrowed in both places, as `id *` is.
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

    /// A mutable array that stands for an ordered to-many property: what is done to it is done to the property, and
    /// observers are told of each element.
    ///
    ///     try team.mutableArrayValue(forKey: "members").send("addObject:", person)
    ///
    /// It retains the object. Objective-C: `mutableArrayValueForKey:`.
    public func mutableArrayValue(forKey key: String) throws -> Object {
        try send(Selectors.mutableArrayForKey, key, as: Object.self)
    }

    /// As ``mutableArrayValue(forKey:)``, for the last key of a path. Throws
    /// ``/MiniRuntime/RuntimeError/unexpectedNil(_:)`` where the way ends before. Objective-C:
    /// `mutableArrayValueForKeyPath:`.
    public func mutableArrayValue(forKeyPath path: String) throws -> Object {
        try send(Selectors.mutableArrayForKeyPath, path, as: Object.self)
    }

    /// A mutable set that stands for an unordered to-many property. As ``mutableArrayValue(forKey:)`` otherwise.
    /// Objective-C: `mutableSetValueForKey:`.
    public func mutableSetValue(forKey key: String) throws -> Object {
        try send(Selectors.mutableSetForKey, key, as: Object.self)
    }

    /// As ``mutableSetValue(forKey:)``, for the last key of a path. Objective-C: `mutableSetValueForKeyPath:`.
    public func mutableSetValue(forKeyPath path: String) throws -> Object {
        try send(Selectors.mutableSetForKeyPath, path, as: Object.self)
    }

    /// A mutable ordered set that stands for an ordered to-many property without duplicates. As
    /// ``mutableArrayValue(forKey:)`` otherwise. Objective-C: `mutableOrderedSetValueForKey:`.
    public func mutableOrderedSetValue(forKey key: String) throws -> Object {
        try send(Selectors.mutableOrderedSetForKey, key, as: Object.self)
    }

    /// As ``mutableOrderedSetValue(forKey:)``, for the last key of a path.
    /// Objective-C: `mutableOrderedSetValueForKeyPath:`.
    public func mutableOrderedSetValue(forKeyPath path: String) throws -> Object {
        try send(Selectors.mutableOrderedSetForKeyPath, path, as: Object.self)
    }
}

/// A value that the object refused.
public struct ValidationError: Error, Equatable, Sendable {
    /// The key or key path.
    public let key: String
    /// What the object said about it; nil if nothing.
    public let object: Object?
}

extension ValidationError: CustomStringConvertible {
    /// A sentence that names the key.
    public var description: String {
        "The value for the key '\(key)' is not valid" + (object.map { ": \($0)" } ?? "")
    }
}

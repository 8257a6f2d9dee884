// SwiftBox.swift - boxes: Swift values of any type as opaque objects.
import MiniRuntime

/// Boxes for Swift values that have no object representation of their own: instances of the runtime class `SwiftValue`.
///
/// Two boxes are equal if their values have an `Equatable` type and are equal; otherwise a box equals only itself.
public enum SwiftBox {
    /// The runtime class.
    public static var cls: Class { Foundation.classes.pointee.swiftValue }

    /// Returns the value in a box; nil for other objects.
    public static func value(in object: Object) -> Any? {
        let address = object.unmanaged.address
        return isKind(address, of: cls) ? read(address) : nil
    }
}

extension Object {
    /// Creates a box for a Swift value. Objects can be sent to other threads: make sure that the value may be used
    /// there.
    public init(boxing value: Any) {
        self = UnmanagedObject(SwiftBox.create(value)).takeOwnership()
    }

    /// Returns the Swift value in a box. Throws ``BridgingError/wrongType(expected:found:)`` if the value has another
    /// type, or if the object is not a box.
    public func unboxed<Value>(as type: Value.Type) throws -> Value {
        guard let value = SwiftBox.value(in: self) as? Value else {
            throw BridgingError.wrongType(expected: "\(type)", found: typeName(of: self))
        }
        return value
    }
}

/// Describes an object in error messages: by the type of the value in a box, else by its class.
func typeName(of object: Object?) -> String {
    guard let object else { return "nil" }
    return SwiftBox.value(in: object).map { "\(Swift.type(of: $0))" } ?? object.isa.name
}

// ── Storage and methods ─────────────────────────────────────────────────────────────────────────────

extension SwiftBox {
    private struct Storage {
        var value: Any?
    }

    fileprivate static func create(_ value: Any) -> ID {
        let object = allocate(cls)
        storage(of: object, as: Storage.self).initialize(to: Storage(value: value))
        return object
    }

    private static func read(_ object: ID) -> Any? {
        storage(of: object, as: Storage.self).pointee.value
    }

    private static func areEqual(_ a: Any?, _ b: Any?) -> Bool {
        guard let a = a as? any Equatable, let b else { return false }
        return isEqual(a, b)
    }

    private static func isEqual<Value: Equatable>(_ a: Value, _ b: Any) -> Bool { a == b as? Value }

    /// Equal values have equal hashes. All values of a type that is `Equatable` but not `Hashable` have the same hash.
    private static func hash(_ object: ID) -> Int {
        switch read(object) {
        case let value as AnyHashable: value.hashValue
        case let value as any Equatable: ObjectIdentifier(type(of: value)).hashValue
        default: Int(bitPattern: object)
        }
    }

    static func makeClass() throws -> Class {
        var builder = try ClassBuilder("SwiftValue")
        try builder.addStorage(Storage.self)
        builder.add(
            "isEqual:", "B", "@",
            function: { me, _, other in
                guard let other, me != other else { return other != nil }
                return isKind(other, of: SwiftBox.cls) && SwiftBox.areEqual(SwiftBox.read(me), SwiftBox.read(other))
            } as BoolMethod)
        builder.add(
            "hash", "Q",
            function: { me, _ in
                UInt(bitPattern: SwiftBox.hash(me))
            } as WordMethod)
        builder.add(
            "description", "@",
            function: { me, _ in
                NSString.autoreleased(SwiftBox.read(me).map { "\($0)" } ?? "nil")
            } as ObjectMethod)
        builder.addCopy("copyWithZone:", retainedSelf)
        builder.addDealloc { me, _ in
            storage(of: me, as: Storage.self).deinitialize(count: 1)
            superDealloc(me)
        }
        return builder.register()
    }
}

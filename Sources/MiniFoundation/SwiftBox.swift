// SwiftBox.swift - any Swift value as an object that the runtime cannot look into.
import MiniRuntime

/// Swift values that have no object of their own travel in an instance of the runtime class `SwiftValue`.
///
/// Two boxes are equal if both values are `Hashable` and equal; else only a box equals itself.
public enum SwiftBox {
    /// The runtime class.
    public static var cls: Class { Foundation.classes.pointee.swiftValue }

    /// What is in the box; nil for other objects.
    public static func value(in object: Object) -> Any? {
        let address = object.unmanaged.address
        return isKind(address, of: cls) ? read(address) : nil
    }
}

extension Object {
    /// An object around a Swift value. Objects can be sent to other threads: whether the value may be used there is for
    /// you to know.
    public init(boxing value: Any) {
        self = UnmanagedObject(SwiftBox.create(value)).takeOwnership()
    }

    /// The Swift value in a box. Throws ``BridgingError/wrongType(expected:found:)`` for another type, or an object
    /// that is no box.
    public func unboxed<Value>(as type: Value.Type) throws -> Value {
        guard let value = SwiftBox.value(in: self) as? Value else {
            throw BridgingError.wrongType(expected: "\(type)", found: typeName(of: self))
        }
        return value
    }
}

/// What an object is, for the reader of an error: its class, or what is in the box.
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

    private static func hashable(_ object: ID) -> AnyHashable? { read(object) as? AnyHashable }

    static func makeClass() throws -> Class {
        var builder = try ClassBuilder("SwiftValue")
        try builder.addStorage(Storage.self)
        builder.add(
            "isEqual:", "B", "@",
            function: { me, _, other in
                guard let other, me != other else { return other != nil }
                guard isKind(other, of: SwiftBox.cls), let mine = SwiftBox.hashable(me),
                    let theirs = SwiftBox.hashable(other)
                else { return false }
                return mine == theirs
            } as Question)
        builder.add(
            "hash", "Q",
            function: { me, _ in
                UInt(bitPattern: SwiftBox.hashable(me)?.hashValue ?? Int(bitPattern: me))
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

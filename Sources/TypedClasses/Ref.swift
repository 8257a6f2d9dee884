// Ref.swift - a typed reference to an object.
import MiniFoundation
import MiniRuntime

/// A reference to an object of a described class, which it owns.
///
///     let person = Person.new()
///     person.age = 3                       // [person setAge: 3], whatever its isa makes of that
///     print(person.employer?.name ?? "-")
///
/// Reading and setting cannot throw: an exception of a getter ends the process, and one of a setter ends it unless a
/// `try` send on this thread can catch it. For accessors that may raise, use ``get(_:)`` and ``set(_:to:)``. Any
/// thread. Objective-C: a `Person *`.
@dynamicMemberLookup
public struct Ref<Description: ClassDescription>: Lockable, Sendable {
    /// The object.
    public let object: Object
    /// Kept in the reference, because finding it requires a look-up in a table.
    @usableFromInline package let described: Described<Description>

    @inlinable package init(unchecked object: Object, _ described: Described<Description>) {
        self.object = object
        self.described = described
    }

    /// Creates an instance. Ends the process if the class cannot be made.
    init() {
        do {
            let described = Described<Description>()
            self.init(unchecked: try described.read { $0.runtimeClass }.new(), described)
        } catch {
            terminate(error)
        }
    }

    /// A reference to `object`; nil unless it is an instance of the class or of a subclass.
    public init?(_ object: Object) {
        let described = Described<Description>()
        guard object.isa.isSubclass(of: described.read { $0.runtimeClass }) else { return nil }
        self.init(unchecked: object, described)
    }

    /// Returns the same object with another description, of a superclass or a subclass; nil unless it is an instance of
    /// that class.
    public func `as`<Other: ClassDescription>(_ type: Other.Type) -> Ref<Other>? { Ref<Other>(object) }

    // Inlinable, so that a literal `\.age` becomes the load of a field. `read` takes the selector out of the
    // description, and not the property, which would have to be retained.

    /// The value of a property, by messages to its getter and setter. `person.age` calls this (PropertyMembers.swift).
    @inlinable public subscript<Value>(member: KeyPath<Description, Property<Value>>) -> Value {
        @inline(__always) get { read(member) }
        @inline(__always) nonmutating set {
            do {
                let setter = described.read { $0[keyPath: member].setter }
                try object.sendDraining(setter, newValue.stored)
            } catch {
                RuntimeException.raiseOrTerminate(error)
            }
        }
    }

    /// The value of a property without a setter. Ends the process if the getter raises.
    @inlinable public subscript<Value>(dynamicMember member: KeyPath<Description, ReadOnly<Value>>) -> Value {
        read(member)
    }

    /// The value of a computed property. Ends the process if the getter raises.
    @inlinable public subscript<Value>(dynamicMember member: KeyPath<Description, Computed<Value>>) -> Value {
        read(member)
    }

    @inlinable @inline(__always)
    func read<P: AnyProperty & ReadableProperty>(_ member: KeyPath<Description, P>) -> P.Value {
        do {
            return try P.Value.read(described.read { $0[keyPath: member].propertyGetter }, of: object)
        } catch {
            terminate(error)
        }
    }

    /// Returns the value of a property or a path of properties. Throws the error that a getter throws, an exception
    /// that it raises, or ``/MiniFoundation/BridgingError``. Leaves nothing in an autorelease pool.
    @inlinable public func get<P: ReadableProperty>(_ member: KeyPath<Description, P>) throws -> P.Value {
        try described.read { $0[keyPath: member] }.propertyValue(of: object)
    }

    /// Sets a property. Throws the error that the setter or an observer throws, or an exception that one of them
    /// raises. Leaves nothing in an autorelease pool.
    @inlinable public func set<Value>(_ member: KeyPath<Description, Property<Value>>, to value: Value) throws {
        try described.read { $0[keyPath: member] }.setPropertyValue(value, of: object)
    }

    /// Returns the key path of a property as the string that the string-based functions take.
    public static func keyPath<P: ReadableProperty>(_ member: KeyPath<Description, P>) -> String {
        Description.description[keyPath: member].propertyKeyPath
    }
}

extension Ref: Hashable {
    /// Whether both refer to the same object, by whatever description.
    @inlinable public static func == (lhs: Ref, rhs: Ref) -> Bool { lhs.object == rhs.object }

    /// Hashes the address of the object.
    @inlinable public func hash(into hasher: inout Hasher) {
        hasher.combine(object)
    }
}

/// Raises an error where no value can be returned, and ends the process.
@usableFromInline func terminate(_ error: any Error) -> Never {
    RuntimeException.raiseOrTerminate(error)
    fatalError("\(error)")
}

extension Ref: CustomStringConvertible {
    /// The text that the object's `description` returns.
    public var description: String { object.description }
}

extension Ref: MessageReceiver {
    // Whoever uses the address must keep the object alive.
    /// The address of the object.
    public var receiverAddress: UnsafeMutableRawPointer? { unsafe object.receiverAddress }
}

/// References can be arguments and return values of messages, which pass the object. A return value of another class is
/// nil.
extension Ref: NullableMessageValue {
    /// The object.
    public typealias Raw = BoxedWord
}

extension Ref: Bridged {
    /// The object.
    public var bridgedObject: Object? { object }

    /// Returns a reference to the object. Throws ``/MiniFoundation/BridgingError`` unless it is an instance of the
    /// class.
    public static func bridged(from object: Object?) throws -> Ref {
        guard let object, let reference = Ref(object) else {
            let found = object.map { $0.isa.name } ?? "nil"
            throw BridgingError.wrongType(expected: Description.description.runtimeClass.name, found: found)
        }
        return reference
    }
}

extension Ref: PropertyValue {
    /// Stored as an object.
    public typealias Stored = Object?
}

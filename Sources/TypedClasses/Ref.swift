// Ref.swift - a typed reference to an object.
import MiniFoundation
import MiniRuntime

/// An object of a described class, and one owned reference to it.
///
///     let person = Person.new()
///     person.age = 3                       // [person setAge: 3], whatever its isa makes of that
///     print(person.employer?.name ?? "-")
///
/// Reading and setting cannot throw: an exception that no `try` send is waiting for ends the process. Where it may be
/// raised, use ``get(_:)`` and ``set(_:to:)``. Any thread may use it. Objective-C: a `Person *`.
@dynamicMemberLookup
public struct Ref<Description: ClassDescription>: Lockable, Sendable {
    /// The object.
    public let object: Object
    /// Kept here because finding it takes a look into a table.
    @usableFromInline package let described: Described<Description>

    @inlinable package init(unchecked object: Object, _ described: Described<Description>) {
        self.object = object
        self.described = described
    }

    /// A new instance. Ends the process if the class cannot be made.
    init() {
        do {
            let described = Described<Description>()
            self.init(unchecked: try described.read { $0.runtimeClass }.new(), described)
        } catch {
            terminate(error)
        }
    }

    /// A reference to `object` if it is an instance of the class, or of a subclass.
    public init?(_ object: Object) {
        let described = Described<Description>()
        guard object.isa.isSubclass(of: described.read { $0.runtimeClass }) else { return nil }
        self.init(unchecked: object, described)
    }

    /// The same object by another description: one of a superclass, or of a subclass if it is an instance of that.
    public func `as`<Other: ClassDescription>(_ type: Other.Type) -> Ref<Other>? { Ref<Other>(object) }

    // ── Properties ──────────────────────────────────────────────────────────────────────────────────
    // Inlinable, so that a literal `\.age` becomes the load of a field. What is taken out of the description is a selector, and
    // not the property, which would be retained.

    /// A property, by messages to its getter and setter: what `person.age` is (PropertyMembers.swift).
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

    /// A property without a setter.
    @inlinable public subscript<Value>(dynamicMember member: KeyPath<Description, ReadOnly<Value>>) -> Value {
        read(member)
    }

    /// A computed property.
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

    /// The value of a property or a path of them. Throws what a getter raises. Leaves nothing in an autorelease pool.
    @inlinable public func get<P: ReadableProperty>(_ member: KeyPath<Description, P>) throws -> P.Value {
        try described.read { $0[keyPath: member] }.propertyValue(of: object)
    }

    /// Sets a property. Throws what the setter, or an observer, raises. Leaves nothing in an autorelease pool.
    @inlinable public func set<Value>(_ member: KeyPath<Description, Property<Value>>, to value: Value) throws {
        try described.read { $0[keyPath: member] }.setPropertyValue(value, of: object)
    }

    /// The key path of a property, as the string-based functions take it.
    public static func keyPath<P: ReadableProperty>(_ member: KeyPath<Description, P>) -> String {
        Description.description[keyPath: member].propertyKeyPath
    }
}

extension Ref: Hashable {
    /// The same object, whatever it is called here.
    @inlinable public static func == (lhs: Ref, rhs: Ref) -> Bool { lhs.object == rhs.object }

    /// By address.
    @inlinable public func hash(into hasher: inout Hasher) {
        hasher.combine(object)
    }
}

/// There is no value to go on with.
@usableFromInline func terminate(_ error: any Error) -> Never {
    RuntimeException.raiseOrTerminate(error)
    fatalError("\(error)")
}

extension Ref: CustomStringConvertible {
    /// What the object answers to `description`.
    public var description: String { object.description }
}

extension Ref: MessageReceiver {
    /// As the protocol says.
    public var receiverAddress: UnsafeMutableRawPointer? { object.receiverAddress }
}

/// Wherever a message takes or returns such an object.
extension Ref: NullableMessageValue {
    /// `@`
    public static var messageEncoding: StaticString { Object.messageEncoding }
    /// As objects are passed.
    public static var messagePassing: MessagePassing { Object.messagePassing }
    /// nil
    public static var nullRaw: Object.Raw { Object.nullRaw }
    /// The object.
    public var messageArgument: MessageArgument<Object.Raw> { object.messageArgument }

    /// nil for what is no object of the class.
    public static func fromMessage(_ raw: Object.Raw, retained: Bool) -> Ref? {
        Object.fromMessage(raw, retained: retained).flatMap { Ref($0) }
    }
}

extension Ref: Bridged {
    /// The object.
    public var bridgedObject: Object? { object }

    /// The object, if it is of the class. Throws ``/MiniFoundation/BridgingError``.
    public static func bridged(from object: Object?) throws -> Ref {
        guard let object, let reference = Ref(object) else {
            let found = object.map { $0.isa.name } ?? "nil"
            throw BridgingError.wrongType(expected: Description.description.runtimeClass.name, found: found)
        }
        return reference
    }
}

extension Ref: PropertyValue {
    /// An object.
    public typealias Stored = Object?
}

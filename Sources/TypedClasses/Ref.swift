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
public struct Ref<Description: ClassDescription>: Hashable, Sendable {
    /// The object.
    public let object: Object

    init(unchecked object: Object) {
        self.object = object
    }

    /// A new instance. Ends the process if the class cannot be made.
    init() {
        do {
            self.object = try Description.description.runtimeClass.new()
        } catch {
            terminate(error)
        }
    }

    /// A reference to `object` if it is an instance of the class, or of a subclass.
    public init?(_ object: Object) {
        guard object.isa.isSubclass(of: Description.description.runtimeClass) else { return nil }
        self.object = object
    }

    /// The same object by another description: one of a superclass, or of a subclass if it is an instance of that.
    public func `as`<Other: ClassDescription>(_ type: Other.Type) -> Ref<Other>? { Ref<Other>(object) }

    // ── Properties ──────────────────────────────────────────────────────────────────────────────────

    /// A property, by messages to its getter and setter.
    public subscript<Value>(dynamicMember member: KeyPath<Description, Property<Value>>) -> Value {
        get { value(member) }
        nonmutating set {
            do {
                try set(member, to: newValue)
            } catch {
                RuntimeException.raise(error)
                RuntimeException.terminateIfUncaught()
            }
        }
    }

    /// A property without a setter.
    public subscript<Value>(dynamicMember member: KeyPath<Description, ReadOnly<Value>>) -> Value { value(member) }

    /// A computed property.
    public subscript<Value>(dynamicMember member: KeyPath<Description, Computed<Value>>) -> Value { value(member) }

    private func value<P: ReadableProperty>(_ member: KeyPath<Description, P>) -> P.Value {
        do {
            return try get(member)
        } catch {
            terminate(error)
        }
    }

    /// The value of a property or a path of them. Throws what a getter raises.
    public func get<P: ReadableProperty>(_ member: KeyPath<Description, P>) throws -> P.Value {
        try Description.description[keyPath: member].propertyValue(of: object)
    }

    /// Sets a property. Throws what the setter, or an observer, raises.
    public func set<Value>(_ member: KeyPath<Description, Property<Value>>, to value: Value) throws {
        try Description.description[keyPath: member].setPropertyValue(value, of: object)
    }

    /// The key path of a property, as the string-based functions take it.
    public static func keyPath<P: ReadableProperty>(_ member: KeyPath<Description, P>) -> String {
        Description.description[keyPath: member].propertyKeyPath
    }
}

/// There is no value to go on with.
private func terminate(_ error: any Error) -> Never {
    RuntimeException.raise(error)
    RuntimeException.terminateIfUncaught()
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
            throw BridgingError.wrongType(expected: Description.className, found: found)
        }
        return reference
    }
}

extension Ref: PropertyValue {
    /// An object.
    public typealias Stored = Object?
}

// SuperRef.swift - `me.super`: messages to an object that skip the class of the calling override.
//
//      Shape    area          ◄── me.super.area in Circle's override, whatever the object's isa is
//      Circle   area, super of Circle
//      Ring     area, super of Ring
import MiniFoundation
import MiniRuntime

/// An object as the receiver of messages to super, for the closures of ``Override`` to call the overridden member.
///
///     let circleArea = Override(\Shape.area) { (me: Ref<Circle>) in me.super.area + 3 * me.radius * me.radius }
///
/// The search begins at the superclass of the class that `Description` describes, and does not depend on the object's
/// isa: for an instance of a subclass or of a notifying class it finds the same method. Objective-C: `super`.
@dynamicMemberLookup
public struct SuperRef<Description: ClassDescription>: ObjectMembers, Sendable {
    let object: Object
    private let described: Described<Description>

    init(_ reference: Ref<Description>) {
        object = reference.object
        described = reference.described
    }

    /// The value of a property, by the superclass's getter and setter. An exception ends the process as for ``Ref``.
    public subscript<Value>(dynamicMember member: KeyPath<Description, Property<Value>>) -> Value {
        get { readOrTerminate(member) }
        nonmutating set {
            do { try set(member, to: newValue) } catch { RuntimeException.raiseOrTerminate(error) }
        }
    }

    /// The value of a property without a setter, by the superclass's getter.
    public subscript<Value>(dynamicMember member: KeyPath<Description, ReadOnly<Value>>) -> Value {
        readOrTerminate(member)
    }

    /// The value of a computed property, by the superclass's getter.
    public subscript<Value>(dynamicMember member: KeyPath<Description, Computed<Value>>) -> Value {
        readOrTerminate(member)
    }

    /// A method of the superclass, ready to be called.
    public subscript<Result, Arguments>(
        dynamicMember member: KeyPath<Description, TypedMethod<Result, Arguments>>
    ) -> BoundSuperMethod<Result, Arguments> {
        BoundSuperMethod(described.read { $0[keyPath: member].selector }, object, of: cls)
    }

    /// Returns the value of a property. Throws an exception that the superclass's getter raises.
    public func get<P: AnyProperty & ReadableProperty>(_ member: KeyPath<Description, P>) throws -> P.Value {
        let getter = described.read { $0[keyPath: member].propertyGetter }
        return try RuntimeException.unwrapping {
            try P.Value.fromStored(object.sendSuper(of: cls, getter, as: P.Value.Stored.self))
        }
    }

    /// Sets a property. Throws an exception that the superclass's setter raises.
    public func set<Value>(_ member: KeyPath<Description, Property<Value>>, to value: Value) throws {
        let setter = described.read { $0[keyPath: member].setter }
        try RuntimeException.unwrapping { try object.sendSuper(of: cls, setter, value.stored) }
    }

    fileprivate var cls: Class { described.read { $0.runtimeClass } }

    private func readOrTerminate<P: AnyProperty & ReadableProperty>(_ member: KeyPath<Description, P>) -> P.Value {
        do { return try get(member) } catch { terminate(error) }
    }
}

// ── Initialisers ────────────────────────────────────────────────────────────────────────────────────

extension SuperRef {
    /// An initializer of the superclass, to be called first in an initializer of the class. It stores the default
    /// values again.
    public subscript<Arguments>(
        dynamicMember member: KeyPath<Description, Initializer<Arguments>>
    ) -> BoundSuperMethod<Void, Arguments> {
        BoundSuperMethod(described.read { $0[keyPath: member].selector }, object, of: cls)
    }
}

extension Ref {
    /// The object as the receiver of messages to super, for the closures of overrides. The search begins at the
    /// superclass of `Description`. Objective-C: `super`.
    public var `super`: SuperRef<Description> { SuperRef(self) }
}

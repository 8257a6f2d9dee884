// SuperRef.swift - `me.super`: the same object, with messages that begin at the superclass of the class in which it is said.
//
//      Shape    area          ◄── me.super.area, in Circle's override, whatever the isa of the object is
//      Circle   area, super of Circle
//      Ring     area, super of Ring
import MiniFoundation
import MiniRuntime

/// An object as the class above its description sees it: what the closure of an ``Override`` calls to have what it overrides.
///
///     let circleArea = Override(\Shape.area) { (me: Ref<Circle>) in me.super.area + 3 * me.radius * me.radius }
///
/// The description says whose superclass it is, and neither the object nor its isa: an override further below, and a
/// notifying class, come to the same method. Objective-C: `super`.
@dynamicMemberLookup
public struct SuperRef<Description: ClassDescription>: Sendable {
    let object: Object
    private let described: Described<Description>

    init(_ reference: Ref<Description>) {
        object = reference.object
        described = reference.described
    }

    /// A property, by the superclass's getter and setter. Ends the process if one of them raises, as ``Ref`` does.
    public subscript<Value>(dynamicMember member: KeyPath<Description, Property<Value>>) -> Value {
        get { readOrTerminate(member) }
        nonmutating set {
            do { try set(member, to: newValue) } catch { RuntimeException.raiseOrTerminate(error) }
        }
    }

    /// A property without a setter.
    public subscript<Value>(dynamicMember member: KeyPath<Description, ReadOnly<Value>>) -> Value {
        readOrTerminate(member)
    }

    /// A computed property.
    public subscript<Value>(dynamicMember member: KeyPath<Description, Computed<Value>>) -> Value {
        readOrTerminate(member)
    }

    /// A method, ready to be called.
    public subscript<Result, Arguments>(
        dynamicMember member: KeyPath<Description, TypedMethod<Result, Arguments>>
    ) -> BoundSuperMethod<Result, Arguments> {
        BoundSuperMethod(described.read { $0[keyPath: member].selector }, object, of: cls)
    }

    /// The value of a property. Throws what the superclass's getter raises.
    public func get<Value>(_ member: KeyPath<Description, Computed<Value>>) throws -> Value { try read(member) }

    /// The value of a property. Throws what the superclass's getter raises.
    public func get<Value>(_ member: KeyPath<Description, Property<Value>>) throws -> Value { try read(member) }

    /// Sets a property. Throws what the superclass's setter raises.
    public func set<Value>(_ member: KeyPath<Description, Property<Value>>, to value: Value) throws {
        try object.sendSuper(of: cls, described.read { $0[keyPath: member].setter }, value.stored)
    }

    fileprivate var cls: Class { described.read { $0.runtimeClass } }

    private func read<P: AnyProperty & ReadableProperty>(_ member: KeyPath<Description, P>) throws -> P.Value {
        let getter = described.read { $0[keyPath: member].propertyGetter }
        return try P.Value.fromStored(object.sendSuper(of: cls, getter, as: P.Value.Stored.self))
    }

    private func readOrTerminate<P: AnyProperty & ReadableProperty>(_ member: KeyPath<Description, P>) -> P.Value {
        do { return try read(member) } catch { terminate(error) }
    }
}

// ── Initialisers ────────────────────────────────────────────────────────────────────────────────────

extension SuperRef {
    /// An initialiser of the superclass, for the first line of one of the class's own: it sets the default values again.
    public subscript(dynamicMember member: KeyPath<Description, Initializer<>>) -> BoundSuperMethod<Void, Void> {
        BoundSuperMethod(described.read { $0[keyPath: member].selector }, object, of: cls)
    }

    /// The same for one with an argument.
    public subscript<Argument>(
        dynamicMember member: KeyPath<Description, Initializer<Argument>>
    ) -> BoundSuperMethod<Void, Argument> {
        BoundSuperMethod(described.read { $0[keyPath: member].selector }, object, of: cls)
    }

    /// The same for one with more arguments.
    public subscript<First, Second, each Other: MessageValue>(
        dynamicMember member: KeyPath<Description, Initializer<First, Second, repeat each Other>>
    ) -> BoundSuperMethod<Void, (First, Second, repeat each Other)> {
        BoundSuperMethod(described.read { $0[keyPath: member].selector }, object, of: cls)
    }
}

extension Ref {
    /// The object as the superclass of `Description` sees it. For the closures of overrides. Objective-C: `super`.
    public var `super`: SuperRef<Description> { SuperRef(self) }
}

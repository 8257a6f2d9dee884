// ValueClass.swift - runtime classes whose instances each hold a value of Swift.
//
//      id ─► │ isa │ a reference to the value, +1; NULL before an init method has set it │
//
// A method is a closure that receives the value and the arguments. Compiled Objective-C may subclass such a class.
import MiniFoundation
import MiniRuntime

/// A class with the name that it has on Apple's systems, whose instances each hold a `Value`.
struct ValueClass<Value>: Sendable {
    let holder: HolderClass
    /// The runtime class.
    var cls: Class { holder.cls }

    /// Makes the class and calls `addMethods` with it. The values of a superclass must be of a superclass of `Value`,
    /// or its methods must not read them. Without such a superclass, the class is a subclass of `root`.
    init(
        _ name: String, superclass: HolderClass? = nil, root: Class = .nsObject, adopting protocols: [String] = [],
        _ addMethods: (ValueClass) throws -> Void
    ) {
        holder = superclass.map { HolderClass(name, subclassOf: $0) } ?? HolderClass(name, superclass: root)
        for name in protocols { RuntimeProtocol(named: name).map { _ = cls.adopt($0) } }
        make("class \(name)") { try addMethods(self) }
    }

    /// Returns a new instance that holds a value.
    func object(_ value: Value) -> Object {
        guard let object = cls.createInstance() else { fatalError("\(cls) makes no instances") }
        HolderClass.hold(Held(value), in: object.unmanaged)
        return object
    }

    /// Sets the value of an instance that alloc returned.
    func set(_ value: Value, in object: Object) { HolderClass.hold(Held(value), in: object.unmanaged) }

    /// Whether an object is an instance of the class. A proxy whose `isKindOfClass:` returns true has no value.
    func holds(_ object: Object) -> Bool { object.isa.isSubclass(of: cls) }

    /// Returns the value that an instance holds. Raises an exception if no init method has set it, or if the object is
    /// no instance of the class: an argument, and an element of an array, may be any object.
    func value(of object: Object) throws -> Value {
        guard holds(object) else {
            throw RuntimeException("NSInvalidArgumentException", "\(object.isa) is given in place of \(cls)")
        }
        guard let held = HolderClass.heldIfAny(by: object.unmanaged, as: Held<Value>.self) else {
            throw RuntimeException(
                "NSInvalidArgumentException", "an instance of \(object.isa) is used before it is initialized")
        }
        return held.value
    }

    /// Returns the value of an argument; nil for nil.
    func argument(_ object: Object?) throws -> Value? { try object.map(value(of:)) }
}

/// Returns what `body` makes. Ends the process if it throws: before main() nobody could catch the error.
func make<Made>(_ what: String, _ body: () throws -> Made) -> Made {
    do { return try body() } catch { fatalError("the \(what) cannot be made: \(error)") }
}

private final class Held<Value> {
    let value: Value
    init(_ value: Value) { self.value = value }
}

/// Replaces the value of a property. The old value is released after the change, because its release may run code of
/// the program, which may use the property.
func assign<Owner, Property>(_ new: Property, to path: ReferenceWritableKeyPath<Owner, Property>, of owner: Owner) {
    let old = owner[keyPath: path]
    owner[keyPath: path] = new
    withExtendedLifetime(old) {}
}

// ── Methods ─────────────────────────────────────────────────────────────────────────────────────────

extension ValueClass {
    /// Adds a method, which reads the value.
    func add<each Argument: MessageValue, Result: MessageValue>(
        _ selector: Selector, types: String? = nil,
        _ body: @escaping @Sendable (Value, repeat each Argument) throws -> Result
    ) throws {
        try cls.addMethod(selector, types: types) { (me: Object, arguments: repeat each Argument) -> Result in
            try body(value(of: me), repeat each arguments)
        }
    }

    /// Adds a method that returns nothing.
    func add<each Argument: MessageValue>(
        _ selector: Selector, types: String? = nil,
        _ body: @escaping @Sendable (Value, repeat each Argument) throws -> Void
    ) throws {
        try cls.addMethod(selector, types: types) { (me: Object, arguments: repeat each Argument) in
            try body(value(of: me), repeat each arguments)
        }
    }

    /// Adds a method without arguments that returns nothing, and that also uses the object itself.
    func addOwn(_ selector: Selector, _ body: @escaping @Sendable (Value, Object) throws -> Void) throws {
        try cls.addMethod(selector) { (me: Object) in try body(value(of: me), me) }
    }

    /// Adds an init method, which returns nil if `body` returns nil. If `maker` is given, adds a class method of that
    /// name, which sends `alloc` and the init method.
    func addInit<each Argument: MessageValue>(
        _ selector: Selector, types: String? = nil, maker: Selector? = nil,
        _ body: @escaping @Sendable (repeat each Argument) throws -> Value?
    ) throws {
        try cls.addMethod(selector, types: types) { (me: Object, arguments: repeat each Argument) -> Object? in
            guard let value = try body(repeat each arguments) else { return nil }
            HolderClass.hold(Held(value), in: me.unmanaged)
            return me
        }
        guard let maker else { return }
        try addClassMethod(maker, types: types) { (cls: Object, arguments: repeat each Argument) -> Object? in
            let object: Object = try cls.send("alloc")
            return try object.send(selector, repeat each arguments)
        }
    }

    /// Adds a class method.
    func addClassMethod<each Argument: MessageValue, Result: MessageValue>(
        _ selector: Selector, types: String? = nil,
        _ body: @escaping @Sendable (Object, repeat each Argument) throws -> Result
    ) throws {
        try cls.isa.addMethod(selector, types: types, body)
    }

    /// Adds a getter and a setter for a property of a value that is a reference.
    func addProperty<Property: MessageValue>(
        _ name: String, getter: String? = nil, _ path: ReferenceWritableKeyPath<Value, Property> & Sendable
    ) throws {
        try add(Selector(getter ?? name)) { $0[keyPath: path] }
        try add(Self.setter(of: name)) { (value: Value, new: Property) in assign(new, to: path, of: value) }
    }

    /// The same for a property whose type has no counterpart in C: `read` and `write` convert it.
    func addProperty<Property, Raw: MessageValue>(
        _ name: String, _ path: ReferenceWritableKeyPath<Value, Property> & Sendable,
        read: @escaping @Sendable (Property) throws -> Raw, write: @escaping @Sendable (Raw) throws -> Property
    ) throws {
        try add(Selector(name)) { try read($0[keyPath: path]) }
        try add(Self.setter(of: name)) { (value: Value, new: Raw) in try assign(write(new), to: path, of: value) }
    }

    static func setter(of name: String) -> Selector {
        Selector("set\(name.prefix(1).uppercased())\(name.dropFirst()):")
    }

    /// Adds `copyWithZone:`, which returns the object itself: instances are immutable.
    func addCopy() throws {
        try cls.addMethod("copyWithZone:") { (me: Object, _: UnsafeMutableRawPointer?) -> Object in me }
    }
}

extension ValueClass where Value: Hashable & SendableMetatype {
    /// Adds `isEqual:` and `hash`. Instances are equal if their values are.
    func addEquality() throws {
        try add("isEqual:") { (value: Value, other: Object?) -> Bool in
            guard let other, holds(other) else { return false }
            return try value == self.value(of: other)
        }
        try add("hash") { UInt(bitPattern: $0.hashValue) }
    }
}

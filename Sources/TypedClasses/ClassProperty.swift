// ClassProperty.swift - properties of the class itself.
import MiniFoundation
import MiniRuntime

/// A class property: one value for the class that declares it and all below, with a getter and a setter in the metaclass.
///
///     let currency = ClassProperty<String>("EUR")
///
///     Account.class.currency = "USD"      // [Account setCurrency: @"USD"]
///
/// Any number of threads may read and set it at once. Objective-C: `@property (class)`.
public final class ClassProperty<Value: PropertyValue>: @unchecked Sendable {
    // Sendable: the selectors are written once, while the class is made, before anybody else can reach the property; the
    // value has a lock.
    private(set) var getter: Selector = "none"
    private(set) var setter: Selector = "set:"
    private let initial: @Sendable () -> Value
    private let held = Locked<Held?>(nil, rank: .table)

    private struct Held: Lockable {
        let value: Value
    }

    /// A property with a default value.
    /// - Parameter initial: evaluated when the property is read before it was set; by several threads if they are the first
    ///   at once, of which one decides.
    public init(_ initial: @autoclosure @escaping @Sendable () -> Value) {
        self.initial = initial
    }

    private var value: Value {
        if let held = held.read({ copy $0 }) { return held.value }
        let fresh = Held(value: initial())
        return held.withLock { held in
            if held == nil { held = fresh }
            return held!.value
        }
    }
}

extension ClassProperty: DeclaredMember {
    func declare(
        _ name: String, in builder: borrowing ClassBuilder, of description: ClassDescription, below superclass: Class
    ) throws {
        self.name(name)
        try description.checkClassProperty(name, [getter, setter], below: superclass)
        try builder.addClassMethod(getter) { [self] (_: Class) throws -> Value.Stored in value.stored }
        try builder.addClassMethod(setter) { [self] (_: Class, stored: Value.Stored) throws in
            held.exchange(Held(value: try Value.fromStored(stored)))
        }
        let type = PropertyAttribute("T", Value.Stored.messageEncoding.description)
        builder.cls.isa.addProperty(name, attributes: [type])
    }

    func name(_ name: String) {
        getter = Selector(name)
        setter = Selector("set\(capitalized(name)):")
    }
}

// ClassProperty.swift - class properties that a description declares.
import MiniFoundation
import MiniRuntime

/// A class property: one value for the class that declares it and all its subclasses, with accessors in the metaclass.
///
///     let currency = ClassProperty<String>("EUR")
///
///     Account.class.currency = "USD"      // [Account setCurrency: @"USD"]
///
/// Threads may read and set it at the same time. Objective-C: `@property (class)`.
public final class ClassProperty<Value: PropertyValue>: @unchecked Sendable {
    // Sendable: the selectors are written once, while the class is made, before other threads can reach the property; a
    // lock guards the value.
    private(set) var getter: Selector = "none"
    private(set) var setter: Selector = "set:"
    private let initial: @Sendable () -> Value
    private let held = Locked<Held?>(nil, rank: .table)

    private struct Held: Lockable {
        let value: Value
    }

    /// Declares a class property with a default value.
    /// - Parameter initial: evaluated when the property is read before it was set. If several threads read it first at
    ///   the same time, each may evaluate it, and all use one of the results.
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

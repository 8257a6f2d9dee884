// ClassDescription.swift - a Swift class that describes a runtime class.
//
//      class Person: ClassDescription {            Person ──superclass──► NSObject
//          let age = Property<Int32>(0)               _age, age, setAge:
//      }
//      final class Student: Person {               Student ──superclass──► Person
//          let school = Property<String>("")          _school, school, setSchool:
//      }
//
// One instance of each is made, on first need, and lives for ever. It holds no state of any object: a `Ref<Person>` is
// a reference to an object, and what it reads and writes goes by message.
import MiniFoundation
import MiniRuntime

/// The description of a runtime class: subclass it, and declare a ``Property`` for each property.
open class ClassDescription {
    /// The class that is described.
    public private(set) final var runtimeClass: Class = .nsObject

    /// Made by the runtime, once.
    public required init() {}

    /// The name of the runtime class; the Swift type's own unless overridden.
    open class var className: String { "\(self)" }

    // ── Finding the one ─────────────────────────────────────────────────────────────────────────────

    // Immutable, once they can be found here.
    private static let all = Locked<[ObjectIdentifier: ClassDescription]>([:])

    /// Makes the runtime class, with those it inherits from; the name must not be taken.
    static func make(_ type: ClassDescription.Type) throws -> ClassDescription {
        if let known = all.withLock({ $0[ObjectIdentifier(type)] }) { return known }
        // What is the user's runs with no lock held.
        let (description, name) = (type.init(), type.className)
        let mirror = Mirror(reflecting: description)
        var superclass = Class.nsObject
        if let parent = mirror.superclassMirror?.subjectType as? ClassDescription.Type, parent != ClassDescription.self
        {
            superclass = try make(parent).runtimeClass
        }
        return try making.withLock { _ in
            if let known = all.withLock({ $0[ObjectIdentifier(type)] }) { return known }
            description.runtimeClass = try description.register(name, superclass, mirror)
            all.withLock { $0[ObjectIdentifier(type)] = description }
            return description
        }
    }

    // One thread at a time makes a class: a second would find its name taken.
    private static let making = Locked(0)

    private func register(_ name: String, _ superclass: Class, _ mirror: Mirror) throws -> Class {
        var builder = try ClassBuilder(name, superclass: superclass)
        let cls = builder.cls
        let own = mirror.children.compactMap { child in child.label.map { ($0, child.value) } }
        var declared: [any DeclaredProperty] = []
        for (name, value) in own {
            if let method = value as? any DeclaredMethod { try method.declare(name, in: builder) }
            guard let property = value as? any DeclaredProperty else { continue }
            try property.declare(name, in: &builder, self)
            declared.append(property)
        }
        nameInherited(mirror.superclassMirror)
        let properties = declared.map(Unchecked.init)
        try builder.addMethod("init") { (me: Object) -> Object? in
            guard let object = try me.sendSuper(of: cls, "init", as: Object?.self) else { return nil }
            for property in properties { try property.value.initialize(object) }
            return object
        }
        return builder.register()
    }

    /// Each description has properties of its own for what its class inherits.
    private func nameInherited(_ mirror: Mirror?) {
        guard let mirror else { return }
        for case (let name?, let value) in mirror.children {
            (value as? AnyProperty)?.nameProperty(name)
            (value as? any DeclaredMethod)?.name(name)
        }
        nameInherited(mirror.superclassMirror)
    }
}

/// A property on its way into a closure: properties are thread-safe, but the protocol does not say so.
private struct Unchecked: @unchecked Sendable {
    // Sendable: what conforms is AnyProperty, which is.
    let value: any DeclaredProperty
}

extension ClassDescription {
    fileprivate static func described<D: ClassDescription>(_ type: D.Type) -> D {
        do {
            return try unsafeDowncast(make(type), to: D.self)
        } catch {
            fatalError("\(type): the runtime class cannot be made: \(error)")
        }
    }
}

/// What every description type has.
public protocol DescribesClass: ClassDescription {}

extension ClassDescription: DescribesClass {}

extension DescribesClass {
    /// The description; makes the runtime class on first use, and ends the process if its name is taken.
    public static var description: Self { described(Self.self) }

    /// An instance, initialized. Ends the process if the class cannot be made, or `init` raises.
    /// Objective-C: `[Person new]`.
    public static func new() -> Ref<Self> { Ref() }
}

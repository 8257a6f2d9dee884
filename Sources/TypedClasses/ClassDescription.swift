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

    /// The name of the runtime class: that of the Swift type unless overridden. If another class has that name already,
    /// the Swift type's qualified name is taken in its place, `Garden.Item` with the module before it.
    open class var className: String { "\(self)" }

    private static func freeName(_ type: ClassDescription.Type) -> String {
        let name = type.className
        return name == "\(type)" && Class(named: name) != nil ? String(reflecting: type) : name
    }

    // ── Finding the one ─────────────────────────────────────────────────────────────────────────────

    // Immutable, once they can be found here.
    private static let all = Locked<[ObjectIdentifier: ClassDescription]>([:])

    /// Makes the runtime class, with those it inherits from; the name must not be taken.
    static func make(_ type: ClassDescription.Type) throws -> ClassDescription {
        if let known = all.withLock({ $0[ObjectIdentifier(type)] }) { return known }
        // What is the user's runs with no lock held.
        let description = type.init()
        let mirror = Mirror(reflecting: description)
        var superclass = Class.nsObject
        if let parent = mirror.superclassMirror?.subjectType as? ClassDescription.Type, parent != ClassDescription.self
        {
            superclass = try make(parent).runtimeClass
        }
        return try making.withLock { _ in
            if let known = all.withLock({ $0[ObjectIdentifier(type)] }) { return known }
            description.runtimeClass = try description.register(freeName(type), superclass, mirror)
            all.withLock { $0[ObjectIdentifier(type)] = description }
            return description
        }
    }

    // One thread at a time makes a class: a second would find its name taken.
    private static let making = Locked(0)

    private func register(_ name: String, _ superclass: Class, _ mirror: Mirror) throws -> Class {
        var builder: ClassBuilder
        do {
            builder = try ClassBuilder(name, superclass: superclass)
        } catch RuntimeError.classNameTaken {
            throw DescriptionError.nameTaken(name, by: Self.owner(of: name))
        }
        let cls = builder.cls
        let own = mirror.children.compactMap { child in child.label.map { ($0, child.value) } }
        var declared: [any DeclaredProperty] = []
        for (name, value) in own {
            if let method = value as? any DeclaredMethod { try method.declare(name, in: builder) }
            guard let property = value as? any DeclaredProperty else { continue }
            try Self.checkPropertyName(name, cls)
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

    /// Who has the name of a class.
    private static func owner(of name: String) -> String {
        let description = all.withLock { $0.values.first { $0.runtimeClass.name == name } }
        return description.map { String(reflecting: type(of: $0)) } ?? "a class that no ClassDescription describes"
    }

    /// A property must not override what every object has, and must be reachable as a member of ``Ref``.
    private static func checkPropertyName(_ name: String, _ cls: Class) throws {
        if name == "object" || name == "receiverAddress" { throw DescriptionError.memberOfRef(name, class: cls.name) }
        if let method = Class.nsObject.instanceMethod(Selector(name)) {
            throw DescriptionError.overridesNSObject(method.selector.name, class: cls.name)
        }
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

/// Why the runtime class of a description cannot be made.
enum DescriptionError: Error, CustomStringConvertible {
    case nameTaken(String, by: String)
    case overridesNSObject(String, class: String)
    case memberOfRef(String, class: String)

    var description: String {
        switch self {
        case .nameTaken(let name, let owner):
            "Class '\(name)' exists already: \(owner) has the name"
        case .overridesNSObject(let name, let cls):
            "the property '\(name)' of '\(cls)' would override -[NSObject \(name)]: give it another name, or declare a "
                + "TypedMethod if that is what is meant"
        case .memberOfRef(let name, let cls):
            "the property '\(name)' of '\(cls)' cannot be reached: every Ref has a member '\(name)'"
        }
    }
}

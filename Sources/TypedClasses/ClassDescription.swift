// ClassDescription.swift - a Swift class that describes a runtime class.
//
//      class Person: ClassDescription {            Person ──superclass──► NSObject
//          let age = Property<Int32>(0)               _age, age, setAge:
//      }
//      final class Student: Person {               Student ──superclass──► Person
//          let school = Property<String>("")          _school, school, setSchool:
//      }
//
// The library keeps one instance of each description type, made when the type is first used; it lives for ever. A
// description contains no state of any object: a `Ref<Person>` refers to an object, and reads and writes it by
// messages.
import MiniFoundation
import MiniRuntime

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The description of a runtime class.
///
/// Subclass it, and declare a ``Property`` for each property, a ``TypedMethod`` for each method, and an ``Override``
/// for each inherited property or method that the class overrides. The static members work on any thread.
nonisolated open class ClassDescription: Lockable {
    /// The runtime class that this object describes.
    public private(set) final var runtimeClass: Class = .nsObject

    /// Creates a description. Called by the library, when the type is first used: a program cannot create a
    /// ``ClassRegistration``. An initializer that overrides this one passes its argument to `super.init(_:)`.
    public required init(_ registration: ClassRegistration) {}

    /// Unavailable: a description is not an object of the class. `Person.new()` creates an object.
    @available(
        *, unavailable, message: "this would create a description; 'Person.new()' creates an object of the class"
    )
    public convenience init() { fatalError("unavailable") }

    /// The name for the runtime class. By default it is the name of the Swift type without its module, as in `Person`,
    /// `A.Item` or `Holder<Int>.Inner`.
    ///
    /// If another description already has that name, the class is named with its module, `Module.Person`. If that is
    /// taken too, as by private types of the same name in two files, a number follows: `Module.Person#2`. The class
    /// that is used first has the plain name; `runtimeClass.name` is the actual one.
    ///
    /// The library does not change a name that an override returns. Nor does it change the default name if a class
    /// without a description has that name. If such a name is taken, the process ends with a message that names the
    /// owner, or ``DescribesClass/register()`` throws.
    open class var className: String { TypeNames(self).plain }

    /// The name of an existing class that this type describes: one that clang compiled from Objective-C, or that a
    /// ``/MiniRuntime/ClassBuilder`` created. The default, nil, makes the library create a class.
    ///
    /// The description of an existing class adds nothing to it. Declare its members with ``Property/init()``,
    /// ``ReadOnly/init()`` and ``TypedMethod/init(_:)``; the class must have their methods when the description is
    /// first used. A Swift subclass that does not override `existingClassName` again describes a new class, which
    /// inherits from the existing one.
    open class var existingClassName: String? { nil }

    // ── Finding the description of a type ───────────────────────────────────────────────────────────

    // Descriptions by their types. A description is immutable once it is in this table.
    private static let all = Locked<[ObjectIdentifier: ClassDescription]>([:], rank: .table)

    /// Returns the description of a type. On first use, creates the runtime class, after the classes that it inherits
    /// from. Throws if the name is taken.
    static func make(_ type: ClassDescription.Type) throws -> ClassDescription {
        if let known = all.value(forKey: ObjectIdentifier(type)) { return known }
        return try makeAnew(type)
    }

    private static func makeAnew(_ type: ClassDescription.Type) throws -> ClassDescription {
        // The initializer and `className` are the user's code, so no lock is held.
        let (description, name, names) = (type.init(ClassRegistration()), type.className, TypeNames(type))
        let mirror = Mirror(reflecting: description)
        try description.checkLazy(mirror)
        var parent = mirror.superclassMirror?.subjectType as? ClassDescription.Type
        if parent == ClassDescription.self { parent = nil }
        let superclass = try parent.map { try make($0).runtimeClass } ?? .nsObject
        let existing = existingClassName(of: type, below: parent)
        // One thread makes the class; threads that need the same class wait for its monitor. No lock is held, because
        // this code calls the trace hook.
        let turn = Turn(process: getpid(), type: ObjectIdentifier(type))
        let monitor = turns.value(forKey: turn, settingDefault: try Class.nsObject.new())
        return try monitor.synchronized {
            if let known = all.value(forKey: ObjectIdentifier(type)) { return known }
            if let existing {
                description.runtimeClass = try description.adopt(existing, below: superclass, mirror)
                _ = reserve(existing, for: type)
            } else {
                let builder = try builder(
                    name == names.plain ? names.first { reserve($0, for: type) } : name, type, superclass)
                description.runtimeClass = try description.register(builder, superclass, mirror)
            }
            all.updateValue(description, forKey: ObjectIdentifier(type))
            turns.removeValue(forKey: turn)
            return description
        }
    }

    /// Identifies a class that is being made. The process is part of the key because a monitor that another thread
    /// owned at fork() stays locked in the child.
    private struct Turn: Hashable {
        let process: pid_t
        let type: ObjectIdentifier
    }

    private static let turns = Locked<[Turn: Object]>([:], rank: .table)

    private struct Owner: Lockable {
        let type: ClassDescription.Type
    }

    /// Descriptions by the names of their classes.
    private static let owners = Locked<[String: Owner]>([:], rank: .table)

    /// Returns the description of a class, or of its nearest superclass that has one. O(depth).
    static func described(_ cls: Class) -> ClassDescription? {
        var next: Class? = cls
        while let cls = next {
            if let owner = owners.value(forKey: cls.name)?.type, let known = all.value(forKey: ObjectIdentifier(owner)),
                known.runtimeClass == cls
            {
                return known
            }
            next = cls.superclass
        }
        return nil
    }

    /// Returns the name of a description's class. A class that is not made yet may get another name in the end, if the
    /// name is taken.
    static func expectedName(of type: ClassDescription.Type) -> String {
        all.value(forKey: ObjectIdentifier(type))?.runtimeClass.name ?? type.existingClassName ?? type.className
    }

    /// Assigns a name to a description. Returns false if another description has it.
    private static func reserve(_ name: String, for type: ClassDescription.Type) -> Bool {
        owners.value(forKey: name, settingDefault: Owner(type: type)).type == type
    }

    /// Returns the builder of a class with this name. Throws if another class or description has the name.
    private static func builder(
        _ name: String, _ type: ClassDescription.Type, _ superclass: Class
    ) throws -> ClassBuilder {
        guard reserve(name, for: type) else {
            let owner = owners.value(forKey: name).map { String(reflecting: $0.type) } ?? "?"
            throw ClassDescriptionError.nameTaken(name, owner: "the class of the description \(owner)")
        }
        guard Class(named: name) == nil else {
            throw ClassDescriptionError.nameTaken(name, owner: "a class made by objc_allocateClassPair")
        }
        return try ClassBuilder(name, superclass: superclass)
    }

    private func register(
        _ builder: consuming ClassBuilder, _ superclass: Class, _ mirror: Mirror
    ) throws -> Class {
        let own = mirror.children.compactMap { child in child.label.map { ($0, child.value) } }
        var values: [InitialValue] = []
        nameInherited(mirror.superclassMirror, superclass)
        for (name, value) in own {
            try checkDefined(value, named: name)
            if let method = value as? any DeclaredMethod {
                try check(method, named: name, below: superclass)
                try method.declare(name, in: builder, self)
            }
            try (value as? any DeclaredMember)?.declare(name, in: builder, of: self, below: superclass)
            guard let property = value as? any DeclaredProperty else { continue }
            try check(property, named: name, below: superclass)
            if let value = try property.declare(name, in: &builder, self) { values.append(value) }
        }
        for case let property as any DeclaredProperty in own.map(\.1) { try property.declareElements(in: builder) }
        try DefaultInitializer.add(values, to: builder, superclass)
        return builder.register()
    }

    /// Names the inherited members. Each description has its own instances of them, because its Swift type inherits the
    /// declarations.
    final func nameInherited(_ mirror: Mirror?, _ superclass: Class) {
        guard let mirror else { return }
        for case (let name?, let value) in mirror.children {
            (value as? AnyProperty)?.nameProperty(name)
            (value as? any DeclaredMethod)?.name(name)
            (value as? any DeclaredMember)?.name(name)
            guard let member = value as? any ExistingMember, member.isOfExistingClass else { continue }
            _ = member.adopt(name, in: superclass)
        }
        nameInherited(mirror.superclassMirror, superclass)
    }
}

/// The act of registering a class, for which the library creates its description.
public struct ClassRegistration {
    fileprivate init() {}
}

extension ClassDescription {
    fileprivate static func described<D: ClassDescription>(_ type: D.Type) -> D {
        do {
            // `make` returns a description of the type that it is given. The check would cost more than the message.
            return try unsafe unsafeDowncast(make(type), to: D.self)
        } catch {
            fatalError("\(type): the runtime class cannot be made: \(error)")
        }
    }
}

/// The static members that every description type has, with its own type as `Self`.
public protocol DescribesClass: ClassDescription {}

extension ClassDescription: DescribesClass {}

extension DescribesClass {
    /// The description. On first use, creates the runtime class; the process ends if that fails, as when its name is
    /// taken.
    public static var description: Self { described(Self.self) }

    /// Creates the runtime class now instead of on first use, and returns it. Throws the errors that would end the
    /// process on first use: ``ClassDescriptionError``, and the errors of ``/MiniRuntime/ClassBuilder``.
    @discardableResult
    public static func register() throws -> Class { try make(Self.self).runtimeClass }

    /// Creates an object and initializes it. Ends the process if the class cannot be made, or `init` raises.
    /// Objective-C: `[Person new]`.
    public static func new() -> Ref<Self> { Ref() }
}

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

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The description of a runtime class: subclass it, and declare a ``Property`` for each property, a ``TypedMethod`` for each
/// method, and an ``Override`` for each inherited one that the class has its own version of.
open class ClassDescription: Lockable {
    /// The class that is described.
    public private(set) final var runtimeClass: Class = .nsObject

    /// Made by the runtime, once.
    public required init() {}

    /// The name that the runtime class is to have: that of the Swift type without its module, as in `Person`, `A.Item` or
    /// `Holder<Int>.Inner`, unless overridden.
    ///
    /// If another description has that name already, the class gets one with its module, `Module.Person`, and if that is
    /// taken, too, as for private types of one name in two files, one with a number, `Module.Person#2`: `runtimeClass.name`
    /// has it. The class that is used first has the plain one. A name that an override gives is not changed, nor is it if a class that was made in another way has it:
    /// the process ends, with a line that says whose name it is.
    open class var className: String { TypeNames(self).plain }

    /// The name of the class that is described, if it exists already: one that is compiled from Objective-C, or made by a
    /// ``/MiniRuntime/ClassBuilder``. nil if the class is to be made, which is the default.
    ///
    /// Such a description adds nothing: it has ``Property/init()``, ``ReadOnly/init()`` and ``TypedMethod/init(_:)``, which must
    /// be there when the description is first used. Below it, a description that does not override this one again
    /// describes a new class, which inherits from the existing one.
    open class var existingClassName: String? { nil }

    // ── Finding the one ─────────────────────────────────────────────────────────────────────────────

    // Immutable, once they can be found here.
    private static let all = Locked<[ObjectIdentifier: ClassDescription]>([:], rank: .table)

    /// Makes the runtime class, with those it inherits from; the name must not be taken.
    static func make(_ type: ClassDescription.Type) throws -> ClassDescription {
        if let known = all.value(forKey: ObjectIdentifier(type)) { return known }
        return try makeAnew(type)
    }

    private static func makeAnew(_ type: ClassDescription.Type) throws -> ClassDescription {
        // What is the user's runs with no lock held.
        let (description, name, names) = (type.init(), type.className, TypeNames(type))
        let mirror = Mirror(reflecting: description)
        var parent = mirror.superclassMirror?.subjectType as? ClassDescription.Type
        if parent == ClassDescription.self { parent = nil }
        let superclass = try parent.map { try make($0).runtimeClass } ?? .nsObject
        let existing = existingClassName(of: type, below: parent)
        // One thread makes the class, and the others wait for that class alone. No lock is held: the trace hook runs.
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

    /// A type whose class is being made. In a child of fork() nobody else makes one: the parent's turns do not count.
    private struct Turn: Hashable {
        let process: pid_t
        let type: ObjectIdentifier
    }

    private static let turns = Locked<[Turn: Object]>([:], rank: .table)

    private struct Owner: Lockable {
        let type: ClassDescription.Type
    }

    /// The descriptions by the names of their classes.
    private static let owners = Locked<[String: Owner]>([:], rank: .table)

    /// The description of a class, or of the first one above it that has one. O(depth).
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

    /// Gives a name to a description, unless another one has it.
    private static func reserve(_ name: String, for type: ClassDescription.Type) -> Bool {
        owners.value(forKey: name, settingDefault: Owner(type: type)).type == type
    }

    /// A class of that name, which no other class has.
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
        nameInherited(mirror.superclassMirror)
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

    /// Each description has properties of its own for what its class inherits.
    final func nameInherited(_ mirror: Mirror?) {
        guard let mirror else { return }
        for case (let name?, let value) in mirror.children {
            (value as? AnyProperty)?.nameProperty(name)
            (value as? any DeclaredMethod)?.name(name)
            (value as? any DeclaredMember)?.name(name)
        }
        nameInherited(mirror.superclassMirror)
    }
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

    /// Makes the runtime class now, and not at first use, and returns it. What would end the process there is thrown here:
    /// ``ClassDescriptionError``, and what the ``/MiniRuntime/ClassBuilder`` throws.
    @discardableResult
    public static func register() throws -> Class { try make(Self.self).runtimeClass }

    /// An instance, initialized. Ends the process if the class cannot be made, or `init` raises.
    /// Objective-C: `[Person new]`.
    public static func new() -> Ref<Self> { Ref() }
}

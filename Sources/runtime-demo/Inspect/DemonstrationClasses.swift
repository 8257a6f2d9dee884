// DemonstrationClasses.swift - a few classes to look at, an instance of each, and somebody who observes.
//
//      Company                name
//      Person     <Greeting>  age, name, employer, friend (weak)
//      Student : Person       school; motto is forwarded to the employer
//      View                   tag, frame: an int and a structure, whose entries are of different kinds
import ArgumentParser
import KVONotifying
import MiniFoundation
import MiniRuntime
import ObjectiveScript

/// The classes, and the objects that keep their caches and counts from being empty. A class of Swift's, because each
/// copy of a structure would be one more owner of the objects.
final class DemonstrationClasses {
    let person, student, company, view: Object
    private let observer: Object

    /// Makes the classes: once in a process.
    init() throws {
        let greeting = try RuntimeProtocol(
            "Greeting", requirements: [RuntimeProtocol.Requirement("greet", types: "@16@0:8")])
        company = try Self.makeCompany().new()
        let personClass = try Self.makePerson(greeting)
        person = try personClass.new()
        student = try Self.makeStudent(personClass).new()
        view = try Self.makeView().new()
        observer = try Inspector.register().new()
        try company.send("setName:", NSString.object("ACME"))
        for (object, name) in [(person, "Ann"), (student, "Bob")] {
            try object.send("setAge:", Int32(42))
            try object.send("setName:", NSString.object(name))
            try object.send("setEmployer:", company)
            _ = try object.send("age", as: Int32.self)
        }
    }

    private static func makeCompany() throws -> Class {
        var builder = try ClassBuilder("Company")
        try builder.addProperty("name", Object?.self, storage: .copy)
        try builder.addMethod("motto") { (_: Object) in NSString.object("Everything for everybody") }
        return builder.register()
    }

    private static func makePerson(_ greeting: RuntimeProtocol) throws -> Class {
        var builder = try ClassBuilder("Person")
        try builder.addProperty("age", Int32.self)
        try builder.addProperty("name", Object?.self, storage: .copy)
        try builder.addProperty("employer", Object?.self)
        try builder.addProperty("friend", Object?.self, storage: .weak)
        try builder.addMethod("greet") { (_: Object) in NSString.object("Hello") }
        builder.cls.adopt(greeting)
        return builder.register()
    }

    private static func makeStudent(_ superclass: Class) throws -> Class {
        var builder = try ClassBuilder("Student", superclass: superclass)
        try builder.addProperty("school", Object?.self)
        try builder.addMethod("forwardingTargetForSelector:") { (me: Object, _: Selector) in
            try me.send("employer", as: Object?.self)
        }
        builder.cls.addMethod("motto", IMP.forward, types: "@16@0:8")
        return builder.register()
    }

    private static func makeView() throws -> Class {
        var builder = try ClassBuilder("View")
        try builder.addProperty("tag", Int32.self)
        try builder.addProperty("frame", Rect.self)
        return builder.register()
    }

    // ── Finding a class ─────────────────────────────────────────────────────────────────────────────

    /// Calls `body` with the class of that name. A notifying class is there when an instance of its superclass is
    /// observed: that is done, and the instance handed over as well.
    /// Throws a `ValidationError` with the nearest name.
    func withClass(_ name: String, _ body: (Class, _ observed: UnmanagedObject?) throws -> Void) throws {
        let prefix = "NSKVONotifying_"
        if let cls = Class(named: name) { return try body(cls, nil) }
        guard name.hasPrefix(prefix), let original = Class(named: String(name.dropFirst(prefix.count))) else {
            throw unknownClass(name, prefixes: ["", prefix])
        }
        let object = try instance(of: original)
        let keys = try observedKeys(of: original).map { try observe(object.retained(), key: $0) }
        defer { for key in keys { try? stopObserving(object.retained(), key: key) } }
        guard let cls = Class(named: name) else {
            throw ValidationError("Instances of '\(original)' are observed without a notifying class")
        }
        try body(cls, object)
    }

    /// The class of that name. Throws a `ValidationError` with the nearest name.
    func find(_ name: String) throws -> Class {
        guard let cls = Class(named: name) else { throw unknownClass(name) }
        return cls
    }

    private func unknownClass(_ name: String, prefixes: [String] = [""]) -> ValidationError {
        let names = prefixes.flatMap { prefix in Class.allNames.map { prefix + $0 } }
        return ValidationError("There is no class '\(name)'\(suggestion(for: name, among: names))")
    }

    /// The keys that `withClass` observes; nil stands for the first property that can be set.
    private func observedKeys(of cls: Class) -> [String?] { cls == view.isa ? ["tag", "frame"] : [nil] }

    /// Returns an instance of the class: the demonstration's own, or a new one that lives as long as the process. The
    /// instance has one owner, and the result is none: a copy of an `Object` would be counted.
    /// Throws a `ValidationError` if the class makes none.
    func instance(of cls: Class) throws -> UnmanagedObject {
        if let known = [person, student, company, view].first(where: { $0.isa == cls }) { return known.unmanaged }
        guard cls.isSubclass(of: .nsObject) else {
            throw ValidationError("Instances of '\(cls)' cannot be made: it does not inherit from NSObject")
        }
        do {
            return try withExtendedLifetime(cls.new()) { $0.unmanaged.retain() }
        } catch RuntimeError.unexpectedNil {
            throw ValidationError("Instances of '\(cls)' cannot be made: +new answers nil")
        } catch {
            throw ValidationError("Instances of '\(cls)' cannot be made: \(error)")
        }
    }

    // ── Observing ───────────────────────────────────────────────────────────────────────────────────

    /// Observes a key of the object, by default its first property that can be set, and answers which.
    /// Throws a `ValidationError` if the object refuses.
    @discardableResult
    func observe(_ object: Object, key: String? = nil) throws -> String {
        let settable = object.isa.chain.flatMap(\.properties).first { $0.value(ofAttribute: "R") == nil }
        if let key, !key.contains("."), object.isa.property(key) == nil, object.isa.instanceMethod(Selector(key)) == nil
        {
            let hint = suggestion(for: key, among: object.isa.chain.flatMap(\.properties).map(\.name))
            throw ValidationError("\(object.isa) has no property '\(key)'\(hint)")
        }
        let key = key ?? settable?.name ?? "description"
        do {
            try object.addObserver(observer, forKeyPath: key, options: [.new, .old])
        } catch {
            throw ValidationError("\(object.isa) cannot be observed: \(error)")
        }
        return key
    }

    func stopObserving(_ object: Object, key: String) throws {
        try object.removeObserver(observer, forKeyPath: key)
    }
}

/// The type of a view's frame. On x86-64 a structure of four doubles travels in memory.
private struct Rect: StructureValue {
    var x, y, width, height: Double
    static let messageEncoding: StaticString = "{Rect=dddd}"
}

// NotifyingClassTests.swift - the methods of NSKVONotifying_X, and how they call those of X.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TestSupport
import Testing

private let ownMethods: Set<String> = ["class", "dealloc", "_isKVOA"]

extension Class {
    fileprivate var methodNames: Set<String> { Set(methods.map(\.selector.name)) }

    fileprivate func ownMethod(_ name: String) -> Method? { methods.first { $0.selector.name == name } }
}

@Suite("The notifying class")
struct NotifyingClassTests {
    @Test("B219 B220 B291 Its method list: class, dealloc, _isKVOA, and a setter for each observed key, with X's types")
    func overrides() throws {
        let cls = try makePersonClass()
        let (person, recorder) = (try cls.new(), try Recorder())
        try person.addObserver(recorder.object, forKeyPath: "age")
        let notifying = person.isa
        #expect(notifying.methodNames == ownMethods.union(["setAge:"]))
        try person.addObserver(recorder.object, forKeyPath: "name")
        #expect(notifying.methodNames == ownMethods.union(["setAge:", "setName:"]))
        for method in notifying.methods {
            let original = try #require(cls.instanceMethod(method.selector))
            #expect(original.implementation != method.implementation)
            #expect(original.typeEncoding == method.typeEncoding)
        }
        #expect(Set(notifying.methods.map(\.implementation)).count == notifying.methods.count)
        #expect(notifying.isa.methods.isEmpty)
        #expect(notifying.properties.isEmpty)
        for keyPath in ["age", "name"] { try person.removeObserver(recorder.object, forKeyPath: keyPath) }
    }

    @Test("B219 To-many mutators of an observed key are overridden, those of other keys are not")
    func mutators() throws {
        let builder = try ClassBuilder(uniqueName("Team"))
        for key in ["Members", "Guests"] {
            try builder.addMethod(Selector("insertObject:in\(key)AtIndex:")) { (_: Object, _: Object, _: UInt) in }
            try builder.addMethod(Selector("removeObjectFrom\(key)AtIndex:")) { (_: Object, _: UInt) in }
            try builder.addMethod(Selector("set\(key):")) { (_: Object, _: Object?) in }
        }
        let (team, recorder) = (try builder.register().new(), try Recorder())
        try team.addObserver(recorder.object, forKeyPath: "members")
        #expect(
            team.isa.methodNames
                == ownMethods.union([
                    "insertObject:inMembersAtIndex:", "removeObjectFromMembersAtIndex:", "setMembers:",
                ]))
        try team.removeObserver(recorder.object, forKeyPath: "members")
    }

    @Test("B219 A key without a setter, and one that is not automatic, add no method; the latter leaves isa alone")
    func nothingToOverride() throws {
        var builder = try ClassBuilder(uniqueName("Person"))
        try builder.addProperty("born", Int32.self, isReadOnly: true)
        try builder.addProperty("age", Int32.self)
        try builder.addClassMethod("automaticallyNotifiesObserversOfAge") { (_: Object) in false }
        let cls = builder.register()
        let (person, recorder) = (try cls.new(), try Recorder())
        try person.addObserver(recorder.object, forKeyPath: "age")
        #expect(person.isa == cls)
        try person.addObserver(recorder.object, forKeyPath: "born")
        #expect(person.isa.methodNames == ownMethods)
        for keyPath in ["age", "born"] { try person.removeObserver(recorder.object, forKeyPath: keyPath) }
        #expect(person.isa == cls)
    }

    @Test("B221 NSObject answers NO to _isKVOA, an observed object YES")
    func isKVOA() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        #expect(try person.send("_isKVOA", as: Bool.self) == false)
        #expect(try Class.nsObject.new().send("_isKVOA", as: Bool.self) == false)
        try person.addObserver(recorder.object, forKeyPath: "age")
        #expect(try person.send("_isKVOA", as: Bool.self))
        try person.removeObserver(recorder.object, forKeyPath: "age")
        #expect(try person.send("_isKVOA", as: Bool.self) == false)
    }

    @Test(
        "B222 B232 A class that says it is another one keeps saying so, and isKindOfClass: goes by it",
        arguments: [(true, true), (false, true), (true, false)])
    func lyingClass(instancesLie: Bool, classLies: Bool) throws {
        let disguise = try makePersonClass()
        let builder = try ClassBuilder(uniqueName("Liar"), superclass: makePersonClass())
        if instancesLie { try builder.addMethod("class") { (_: Object) in disguise } }
        if classLies { try builder.addClassMethod("class") { (_: Object) in disguise } }
        let cls = builder.register()
        let (liar, recorder) = (try cls.new(), try Recorder())
        try liar.addObserver(recorder.object, forKeyPath: "age")
        #expect(try liar.send("class", as: Class.self) == disguise)
        #expect(try liar.send("isKindOfClass:", disguise, as: Bool.self))
        #expect(try liar.send("isMemberOfClass:", disguise, as: Bool.self))
        #expect(try !liar.send("isKindOfClass:", cls, as: Bool.self))
        #expect(liar.isa.name == "NSKVONotifying_\(cls.name)")
        try liar.removeObserver(recorder.object, forKeyPath: "age")
        #expect(liar.isa == cls)
    }

    @Test("B223 An instance observed for another key runs the overriding setter too, and notifies no observer")
    func settersAreShared() throws {
        let cls = try makePersonClass()
        let (first, second) = (try cls.new(), try cls.new())
        let (recorder, other) = (try Recorder(), try Recorder())
        try first.addObserver(recorder.object, forKeyPath: "age")
        try second.addObserver(other.object, forKeyPath: "name")
        #expect(second.imp("setAge:") == first.imp("setAge:"))
        #expect(second.imp("setAge:") != cls.methodImplementation("setAge:"))
        try second.setAge(5)
        #expect(try second.send("age", as: Int32.self) == 5)
        #expect(recorder.count == 0)
        #expect(other.count == 0)
        try first.removeObserver(recorder.object, forKeyPath: "age")
        try second.removeObserver(other.object, forKeyPath: "name")
    }

    @Test("B225 A setter swizzled on X after the observation began is honoured")
    func laterSwizzlingIsHonoured() throws {
        let cls = try makePersonClass()
        let (person, recorder) = (try cls.new(), try Recorder())
        try person.addObserver(recorder.object, forKeyPath: "age", options: [.new])
        let original = try cls.swizzle("setAge:") { (original: @escaping @Sendable (Object, Int32) throws -> Void) in
            { (self: Object, age: Int32) in try original(self, age * 2) }
        }
        for _ in ["cold", "cached"] { try person.setAge(21) }
        cls.instanceMethod("setAge:")?.setImplementation(original)
        try person.setAge(21)
        #expect(recorder.notifications.map(\.new) == ["42", "42", "21"])
        try person.removeObserver(recorder.object, forKeyPath: "age")
    }

    @Test("B225 So are a dealloc that X gets later, and a setter swizzled on X's superclass")
    func otherMethodsAreHonoured() throws {
        let (superclass, log, recorder) = (try makePersonClass(), Log(), try Recorder())
        let cls = try ClassBuilder(uniqueName("Student"), superclass: superclass).register()
        var person: Object? = try cls.new()
        try person!.addObserver(recorder.object, forKeyPath: "age", options: .new)
        try superclass.swizzle("setAge:") { (original: @escaping @Sendable (Object, Int32) throws -> Void) in
            { (self: Object, age: Int32) in try original(self, age + 1) }
        }
        let observer = recorder.object
        try cls.addMethod("dealloc") { (self: UnmanagedObject) in
            log.add("dealloc")
            try self.send("removeObserver:forKeyPath:", observer, "age")
            try self.sendSuper(of: cls, "dealloc")
        }
        try person!.setAge(1)
        #expect(recorder.notifications.map(\.new) == ["2"])
        #expect(try raisedByDeath(of: &person) == nil)
        #expect(log.all == ["dealloc"])
        #expect(cls.instanceCount == 0)
    }

    @Test("B226 A setter added to X while its key is observed is overridden with the next registration")
    func setterAddedLater() throws {
        var builder = try ClassBuilder(uniqueName("Person"))
        try builder.addIvar("_age", Int32.self)
        let cls = builder.register()
        let (person, recorder) = (try cls.new(), try Recorder())
        try person.addObserver(recorder.object, forKeyPath: "age", options: .new)
        try cls.addMethod("setAge:") { (self: Object, age: Int32) in try self.setIvar("_age", to: age) }
        try person.setAge(1)
        #expect(recorder.count == 0)
        try person.addObserver(recorder.object, forKeyPath: "age", options: .new)
        try person.setAge(2)
        #expect(recorder.notifications.map(\.new) == ["2", "2"])
        for _ in 1...2 { try person.removeObserver(recorder.object, forKeyPath: "age") }
    }

    @Test("B227 A method that X gets later is inherited, and one that shadows the observed setter is honoured")
    func methodsAddedLater() throws {
        let cls = try ClassBuilder(uniqueName("Student"), superclass: makePersonClass()).register()
        let (student, recorder) = (try cls.new(), try Recorder())
        try student.addObserver(recorder.object, forKeyPath: "age", options: .new)
        #expect(!student.responds(to: "graduate"))
        try cls.addMethod("graduate") { (_: Object) in true }
        #expect(try student.send("graduate", as: Bool.self))
        try cls.addMethod("setAge:") { (self: Object, age: Int32) in try self.sendSuper(of: cls, "setAge:", age + 1) }
        try student.setAge(1)
        #expect(recorder.notifications.map(\.new) == ["2"])
        try student.removeObserver(recorder.object, forKeyPath: "age")
    }

    @Test("B242 What the object responds to does not change when observation begins")
    func respondsToTheSame() throws {
        var builder = try ClassBuilder(uniqueName("Person"))
        try builder.addProperty("age", Int32.self)
        try builder.addProperty("born", Int32.self, isReadOnly: true)
        let (person, recorder) = (try builder.register().new(), try Recorder())
        let selectors: [Selector] = [
            "setAge:", "_setAge:", "setBorn:", "_setBorn:", "insertObject:inAgeAtIndex:", "addAgeObject:",
            "class", "dealloc", "_isKVOA", "forwardInvocation:", "_original_setAge:",
        ]
        let before = selectors.map { person.responds(to: $0) }
        for keyPath in ["age", "born"] { try person.addObserver(recorder.object, forKeyPath: keyPath) }
        #expect(selectors.map { person.responds(to: $0) } == before)
        for keyPath in ["age", "born"] { try person.removeObserver(recorder.object, forKeyPath: keyPath) }
    }

    @Test("B248 It is a class pair like any other: registered, found by name, with a metaclass below X's")
    func plainClassPair() throws {
        let cls = try makePersonClass()
        let (person, recorder) = (try cls.new(), try Recorder())
        try person.addObserver(recorder.object, forKeyPath: "age")
        let notifying = person.isa
        #expect(notifying.isRegistered)
        #expect(Class(named: "NSKVONotifying_\(cls.name)") == notifying)
        #expect(Class.all.contains(notifying))
        #expect(notifying.isa.isMetaclass)
        #expect(notifying.isa.superclass == cls.isa)
        #expect(notifying.instanceSize == cls.instanceSize)
        #expect(ObjectRuntime.invariantViolation() == nil)
        try person.removeObserver(recorder.object, forKeyPath: "age")
    }
}

import KVONotifying
import MiniFoundation
import MiniRuntime
import Testing

@Suite("Isa-swizzling")
struct IsaSwizzlingTests {
    @Test(
        "B213 B214 The first observation points isa at NSKVONotifying_X, a subclass of X; the last removal points it back"
    )
    func isaGoesAndComesBack() throws {
        let cls = try makePersonClass()
        let (person, recorder) = (try cls.new(), try Recorder())
        let (setter, unrelated) = (person.imp("setAge:"), person.imp("name"))
        #expect(person.isa == cls)

        try person.addObserver(recorder.object, forKeyPath: "age", options: [.new, .old])
        #expect(person.isa.name == "NSKVONotifying_\(cls.name)")
        #expect(person.isa.superclass == cls)
        #expect(person.imp("setAge:") != setter)
        #expect(person.imp("name") == unrelated)

        try person.removeObserver(recorder.object, forKeyPath: "age")
        #expect(person.isa == cls)
        #expect(person.imp("setAge:") == setter)
        #expect(person.imp("name") == unrelated)
    }

    @Test("B215 B231 The message class keeps answering X, and kind, superclass and description go by it")
    func classIsToldAsBefore() throws {
        let cls = try makePersonClass()
        let (person, recorder) = (try cls.new(), try Recorder())
        let description = person.description
        try person.addObserver(recorder.object, forKeyPath: "age")
        #expect(try person.send("class", as: Class.self) == cls)
        #expect(try person.send("superclass", as: Class.self) == Class.nsObject)
        #expect(try person.send("isKindOfClass:", cls, as: Bool.self))
        #expect(try person.send("isMemberOfClass:", cls, as: Bool.self))
        #expect(person.description == description)
        try person.removeObserver(recorder.object, forKeyPath: "age")
    }

    @Test("B213 B218 All observed instances of X share one class, and it stays when nobody is observed any more")
    func oneClassForAll() throws {
        let cls = try makePersonClass()
        let (first, second, recorder) = (try cls.new(), try cls.new(), try Recorder())
        try first.addObserver(recorder.object, forKeyPath: "age")
        let notifying = first.isa
        try first.removeObserver(recorder.object, forKeyPath: "age")
        try second.addObserver(recorder.object, forKeyPath: "name")
        #expect(second.isa == notifying)
        try second.removeObserver(recorder.object, forKeyPath: "name")
        #expect(Class(named: notifying.name) == notifying)
    }

    @Test("B216 isa goes back with the object's last registration, not with the last one of a key")
    func isaWaitsForTheLastRegistration() throws {
        let cls = try makePersonClass()
        let (person, recorder) = (try cls.new(), try Recorder())
        try person.addObserver(recorder.object, forKeyPath: "age")
        try person.addObserver(recorder.object, forKeyPath: "name")
        try person.removeObserver(recorder.object, forKeyPath: "age")
        #expect(person.isa != cls)
        try person.removeObserver(recorder.object, forKeyPath: "name")
        #expect(person.isa == cls)
    }

    @Test("B217 B249 observationInfo is nil before, and nil again after")
    func observationInfoComesAndGoes() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        #expect(person.observationInfo == nil)
        try person.addObserver(recorder.object, forKeyPath: "age")
        #expect(person.observationInfo != nil)
        try person.removeObserver(recorder.object, forKeyPath: "age")
        #expect(person.observationInfo == nil)
    }

    @Test(
        "B219 B221 The notifying class overrides class, dealloc, _isKVOA and the observed setter"
    )
    func overrides() throws {
        let cls = try makePersonClass()
        let (person, recorder) = (try cls.new(), try Recorder())
        #expect(try person.send("_isKVOA", as: Bool.self) == false)
        try person.addObserver(recorder.object, forKeyPath: "age")
        #expect(Set(person.isa.methods.map(\.selector.name)) == ["class", "dealloc", "_isKVOA", "setAge:"])
        #expect(try person.send("_isKVOA", as: Bool.self))
        try person.removeObserver(recorder.object, forKeyPath: "age")
    }

    @Test("B219 Each overridden setter has an address of its own")
    func settersHaveTheirOwnAddresses() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try person.addObserver(recorder.object, forKeyPath: "age")
        try person.addObserver(recorder.object, forKeyPath: "name")
        #expect(person.imp("setAge:") != person.imp("setName:"))
        try person.removeObserver(recorder.object, forKeyPath: "age")
        try person.removeObserver(recorder.object, forKeyPath: "name")
    }

    @Test("B224 An instance that nobody observes keeps its isa and its IMPs")
    func unobservedInstancesAreUntouched() throws {
        let cls = try makePersonClass()
        let (observed, other, recorder) = (try cls.new(), try cls.new(), try Recorder())
        let setter = other.imp("setAge:")
        try observed.addObserver(recorder.object, forKeyPath: "age")
        #expect(other.isa == cls)
        #expect(other.imp("setAge:") == setter)
        try other.setAge(3)
        #expect(recorder.count == 0)
        try observed.removeObserver(recorder.object, forKeyPath: "age")
    }

    @Test("B225 A setter swizzled on X after the observation began is honoured")
    func laterSwizzlingIsHonoured() throws {
        let cls = try makePersonClass()
        let (person, recorder) = (try cls.new(), try Recorder())
        try person.addObserver(recorder.object, forKeyPath: "age", options: [.new])
        try cls.swizzle("setAge:") { (original: @escaping @Sendable (Object, Int32) throws -> Void) in
            { (self: Object, age: Int32) in try original(self, age * 2) }
        }
        try person.setAge(21)
        #expect(try person.send("age", as: Int32.self) == 42)
        #expect(recorder.notifications.map(\.new) == ["42"])
        try person.removeObserver(recorder.object, forKeyPath: "age")
    }

    @Test("B227 Observing an instance of a subclass makes a class of its own, and brackets the subclass's setter")
    func subclasses() throws {
        let cls = try makePersonClass()
        let builder = try ClassBuilder(uniqueName("Student"), superclass: cls)
        let subclass = builder.cls
        try builder.addMethod("setAge:") { (self: Object, age: Int32) in
            try self.sendSuper(of: subclass, "setAge:", age + 1)
        }
        let student = try builder.register().new()
        let recorder = try Recorder()
        try student.addObserver(recorder.object, forKeyPath: "age", options: [.new])
        #expect(student.isa.superclass == subclass)
        try student.setAge(1)
        #expect(recorder.notifications.map(\.new) == ["2"])
        try student.removeObserver(recorder.object, forKeyPath: "age")
    }

    @Test("B228 A class that has the name NSKVONotifying_X already costs one line, and automatic notification")
    func nameTaken() throws {
        let cls = try makePersonClass()
        _ = try ClassBuilder("NSKVONotifying_\(cls.name)").register()
        let (person, recorder) = (try cls.new(), try Recorder())
        try person.addObserver(recorder.object, forKeyPath: "age")
        #expect(person.isa == cls)
        try person.setAge(1)
        #expect(recorder.count == 0)
        try person.willChangeValue(forKey: "age")
        try person.didChangeValue(forKey: "age")
        #expect(recorder.count == 1)
        try person.removeObserver(recorder.object, forKeyPath: "age")
    }

    @Test("B230 A class that is observed keeps its metaclass, and hears of changes by hand only")
    func metaclassesAreLeftAlone() throws {
        let cls = try makePersonClass()
        let (metaclass, recorder) = (cls.isa, try Recorder())
        try cls.object.addObserver(recorder.object, forKeyPath: "version")
        #expect(cls.isa == metaclass)
        try cls.object.willChangeValue(forKey: "version")
        try cls.object.didChangeValue(forKey: "version")
        #expect(recorder.count == 1)
        try cls.object.removeObserver(recorder.object, forKeyPath: "version")
        #expect(cls.object.observationInfo == nil)
    }

    @Test("B236 A tagged pointer cannot be observed, and says so")
    func taggedPointers() throws {
        let (number, recorder) = (NSNumber.object(3), try Recorder())
        #expect(number.isTagged)
        let exception = raised { try number.addObserver(recorder.object, forKeyPath: "intValue") }
        #expect(exception?.name == "NSInvalidArgumentException")
        #expect(
            exception?.reason == "-[NSNumber addObserver:forKeyPath:options:context:]: "
                + "a tagged pointer has no isa, and cannot be observed")
    }

    @Test("B235 Associated objects survive the change of isa")
    func associationsSurvive() throws {
        let (person, recorder, value) = (try makePersonClass().new(), try Recorder(), try Class.nsObject.new())
        let key = AssociationKey()
        person.setAssociatedObject(value, for: key)
        try person.addObserver(recorder.object, forKeyPath: "age")
        #expect(person.associatedObject(key) == value)
        try person.removeObserver(recorder.object, forKeyPath: "age")
        #expect(person.associatedObject(key) == value)
    }
}

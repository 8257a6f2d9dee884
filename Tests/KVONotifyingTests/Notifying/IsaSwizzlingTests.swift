// IsaSwizzlingTests.swift - the changes of an observed object's isa, and how much of them other code can see.
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

/// Runs `body` while the object is observed.
private func whileObserved(_ object: Object, _ keyPath: String = "age", _ body: () throws -> Void) throws {
    let recorder = try Recorder()
    try object.addObserver(recorder.object, forKeyPath: keyPath)
    defer { #expect(raised { try object.removeObserver(recorder.object, forKeyPath: keyPath) } == nil) }
    try body()
}

@Suite("Isa-swizzling")
struct IsaSwizzlingTests {
    @Test(
        "B213 B214 B029 The first observation points isa at NSKVONotifying_X, a subclass of X; the last removal back at X"
    )
    func isaGoesAndComesBack() throws {
        let cls = try makePersonClass()
        let person = try cls.new()
        let (setter, unrelated) = (person.imp("setAge:"), person.imp("name"))
        #expect(person.isa == cls)
        for _ in ["made", "found again"] {
            try whileObserved(person) {
                #expect(person.isa.name == "NSKVONotifying_\(cls.name)")
                #expect(person.isa.superclass == cls)
                #expect(person.imp("setAge:") != setter)
                #expect(person.imp("name") == unrelated)
                #expect(cls.methodImplementation("setAge:") == setter)
            }
            #expect(person.isa == cls)
            #expect(person.imp("setAge:") == setter)
            #expect(person.imp("name") == unrelated)
        }
    }

    @Test("B215 B233 B247 The message class keeps answering X; isa says NSKVONotifying_X, as does its name")
    func classIsToldAsBefore() throws {
        let cls = try makePersonClass()
        let person = try cls.new()
        try whileObserved(person) { () throws in
            #expect(try person.send("class", as: Class.self) == cls)
            #expect(person.unmanaged.isa.name == "NSKVONotifying_\(cls.name)")
            #expect(person.isa.name.hasPrefix("NSKVO"))
            // The notifying class's own method `class` returns X as well.
            #expect(try person.send("class", as: Class.self).new().isa == cls)
        }
    }

    @Test("B213 B218 All observed instances of X share one class, and it stays when nobody is observed any more")
    func oneClassForAll() throws {
        let cls = try makePersonClass()
        let (first, second) = (try cls.new(), try cls.new())
        var notifying = cls
        try whileObserved(first) { notifying = first.isa }
        try whileObserved(second, "name") { #expect(second.isa == notifying) }
        #expect(Class(named: notifying.name) == notifying)
        #expect(throws: RuntimeError.self) { try notifying.dispose() }
        #expect(Class(named: notifying.name) == notifying)
    }

    @Test("B216 isa goes back with the object's last registration, not with the last one of a key")
    func isaWaitsForTheLastRegistration() throws {
        let cls = try makePersonClass()
        let (person, recorder) = (try cls.new(), try Recorder())
        for keyPath in ["age", "age", "name"] { try person.addObserver(recorder.object, forKeyPath: keyPath) }
        for keyPath in ["age", "name"] {
            try person.removeObserver(recorder.object, forKeyPath: keyPath)
            #expect(person.isa != cls)
        }
        try person.removeObserver(recorder.object, forKeyPath: "age")
        #expect(person.isa == cls)
    }

    @Test("B216 An intermediate object's isa goes back when the path no longer leads through it")
    func intermediates() throws {
        var builder = try ClassBuilder(uniqueName("Employee"), superclass: makePersonClass())
        try builder.addProperty("employer", Object?.self)
        let cls = builder.register()
        let (person, first, second) = (try cls.new(), try cls.new(), try cls.new())
        try person.send("setEmployer:", first)
        try whileObserved(person, "employer.age") {
            #expect(first.isa.superclass == cls)
            try person.send("setEmployer:", second)
            #expect(first.isa == cls)
            #expect(first.observationInfo == nil)
            #expect(second.isa.superclass == cls)
        }
        #expect(second.isa == cls)
        #expect(second.observationInfo == nil)
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
        #expect(try cls.new().isa == cls)
        try observed.removeObserver(recorder.object, forKeyPath: "age")
    }

    @Test("B227 Observing an instance of a subclass makes a class of its own, and brackets the subclass's setter")
    func subclasses() throws {
        let cls = try makePersonClass()
        let builder = try ClassBuilder(uniqueName("Student"), superclass: cls)
        let subclass = builder.cls
        try builder.addMethod("setAge:") { (self: Object, age: Int32) in
            try self.sendSuper(of: subclass, "setAge:", age + 1)
        }
        let (student, recorder) = (try builder.register().new(), try Recorder())
        let (methods, setter) = (cls.methods, cls.methodImplementation("setAge:"))
        try student.addObserver(recorder.object, forKeyPath: "age", options: [.new])
        #expect(student.isa.name == "NSKVONotifying_\(subclass.name)")
        #expect(student.isa.superclass == subclass)
        try student.setAge(1)
        #expect(recorder.notifications.map(\.new) == ["2"])
        try student.removeObserver(recorder.object, forKeyPath: "age")
        #expect(cls.methods == methods)
        #expect(cls.methodImplementation("setAge:") == setter)
        #expect(Class(named: "NSKVONotifying_\(cls.name)") == nil)
    }

    @Test("B227 Super- and subclass observed side by side each notify once")
    func superclassAndSubclass() throws {
        let cls = try makePersonClass()
        let subclass = try ClassBuilder(uniqueName("Student"), superclass: cls).register()
        let (person, student, recorder) = (try cls.new(), try subclass.new(), try Recorder())
        for object in [student, person] { try object.addObserver(recorder.object, forKeyPath: "age", options: .new) }
        #expect(student.isa.superclass == subclass)
        #expect(person.isa.superclass == cls)
        try student.setAge(1)
        try person.setAge(2)
        #expect(recorder.notifications.map(\.new) == ["1", "2"])
        for object in [student, person] { try object.removeObserver(recorder.object, forKeyPath: "age") }
    }

    @Test("B228 Where the name NSKVONotifying_X is taken, isa stays, and changes announced by hand notify")
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
        #expect(person.observationInfo == nil)
    }

    @Test("B230 A class object cannot be observed: the registration raises, and leaves nothing behind")
    func classObjectsAreRefused() throws {
        let cls = try makePersonClass()
        let (metaclass, recorder) = (cls.isa, try Recorder())
        for keyPath in ["version", "superclass.version"] {
            let exception = raised {
                try cls.object.addObserver(recorder.object, forKeyPath: keyPath, options: .initial)
            }
            #expect(exception?.name == "NSInvalidArgumentException")
            #expect(
                exception?.reason == "+[\(cls) addObserver:forKeyPath:options:context:]: a class object cannot be "
                    + "observed: its isa is its metaclass, which no notifying class replaces. Key path: \(keyPath)")
        }
        #expect(raised { try metaclass.object.addObserver(recorder.object, forKeyPath: "version") } != nil)
        #expect(cls.isa == metaclass)
        #expect(cls.object.observationInfo == nil)
        #expect(recorder.count == 0)
        #expect(Class(named: "NSKVONotifying_\(metaclass.name)") == nil)
        #expect(
            raised { try cls.object.removeObserver(recorder.object, forKeyPath: "version") }?.name == "NSRangeException"
        )
    }

    @Test("B230 An array's elements that are class objects are refused as well")
    func classObjectsInArrays() throws {
        let (cls, recorder) = (try makePersonClass(), try Recorder())
        let array = NSArray.object([cls.object])
        let exception = raised {
            try array.addObserver(recorder.object, toObjectsAt: indexRanges(0), forKeyPath: "age")
        }
        #expect(exception?.reason.contains("a class object cannot be observed") == true)
        #expect(cls.object.observationInfo == nil)
    }

    @Test("B231 Kind, membership, superclass, what it responds to, protocols and description are as before")
    func answersAsBefore() throws {
        let cls = try makePersonClass()
        let adopted = try RuntimeProtocol(uniqueName("Ageing"))
        cls.adopt(adopted)
        let person = try cls.new()
        let description = person.description
        func check() throws {
            #expect(try person.send("superclass", as: Class.self) == Class.nsObject)
            #expect(try person.send("isKindOfClass:", cls, as: Bool.self))
            #expect(try person.send("isMemberOfClass:", cls, as: Bool.self))
            #expect(person.responds(to: "setAge:"))
            #expect(!person.responds(to: "noSuchMessage"))
            #expect(person.isa.conforms(to: adopted) || person.isa.superclass?.conforms(to: adopted) == true)
            #expect(person.description == description)
        }
        try check()
        try whileObserved(person) {
            try check()
            #expect(try !person.send("isMemberOfClass:", person.isa, as: Bool.self))
        }
    }

    @Test(
        "B234 Descriptions and the exceptions of observing and coding name X; only the runtime returns the real class")
    func nameDoesNotLeak() throws {
        let cls = try makePersonClass()
        let (person, other) = (try cls.new(), try cls.new())
        try whileObserved(person) { () throws in
            let array = NSArray.object([person])
            let exceptions = [
                raised { try person.removeObserver(other, forKeyPath: "age") },
                raised { try other.removeObserver(person, forKeyPath: "age") },
                raised { _ = try person.value(forKey: "noSuchKey") },
            ]
            for text in exceptions.map({ $0?.reason }) + [person.description, array.description] {
                #expect(text?.contains(cls.name) == true, "\(text ?? "nothing was raised")")
                #expect(text?.contains("NSKVONotifying") == false, "\(text ?? "nothing was raised")")
            }
            let unrecognized = raised { try person.send("noSuchMessage") }
            #expect(unrecognized?.reason.hasPrefix("-[NSKVONotifying_\(cls.name) noSuchMessage]") == true)
        }
    }

    @Test("B235 Associated objects survive the change of isa, and go with the object")
    func associationsSurvive() throws {
        let (key, valueClass) = (AssociationKey(), try ClassBuilder(uniqueName("Value")).register())
        try autoreleasepool {
            let person = try makePersonClass().new()
            let value = try valueClass.new()
            person.setAssociatedObject(value, for: key)
            try whileObserved(person) {
                #expect(person.associatedObject(key) == value)
                person.setAssociatedObject(person.associatedObject(key), for: key)
            }
            #expect(person.associatedObject(key) == value)
        }
        #expect(valueClass.instanceCount == 0)
    }

    @Test("B236 A tagged pointer cannot be observed, and says so")
    func taggedPointers() throws {
        let (number, recorder) = (NSNumber.object(3), try Recorder())
        #expect(number.isTagged)
        #expect(
            raised { try number.addObserver(recorder.object, forKeyPath: "intValue") }
                == RuntimeException(
                    "NSInvalidArgumentException",
                    "-[NSNumber addObserver:forKeyPath:options:context:]: "
                        + "a tagged pointer has no isa, and cannot be observed"))
        #expect(
            raised { try number.removeObserver(recorder.object, forKeyPath: "intValue") }?.name == "NSRangeException")
        // As an observer, a tagged number is like any other object without the callback.
        let person = try makePersonClass().new()
        try person.addObserver(number, forKeyPath: "age")
        #expect(raised { try person.setAge(1) }?.name == "NSInternalInconsistencyException")
        try person.removeObserver(number, forKeyPath: "age")
    }

    @Test("The notifying class is initialized by X's own +initialize, once")
    func initialize() throws {
        let log = Log()
        let builder = try ClassBuilder(uniqueName("Person"), superclass: makePersonClass())
        try builder.addClassMethod("initialize") { (cls: Object) in
            log.add(Class(address: cls.unmanaged.address).name)
        }
        let cls = builder.register()
        let person = try cls.new()
        for _ in 1...2 { try whileObserved(person) { try person.setAge(1) } }
        #expect(log.all == [cls.name, "NSKVONotifying_\(cls.name)"])
    }
}

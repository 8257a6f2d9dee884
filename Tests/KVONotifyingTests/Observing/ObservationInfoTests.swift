// ObservationInfoTests.swift - the result of -observationInfo, and its description.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TestSupport
import Testing

extension Object {
    /// The description of the observation info; nil if there is none.
    fileprivate var observationText: String? {
        observationInfo.map { UnmanagedObject($0).description }
    }
}

@Suite("Observation info")
struct ObservationInfoTests {
    @Test("B217 B249 observationInfo is nil before the first registration, and nil again after the last removal")
    func comesAndGoes() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        for _ in 1...2 {
            #expect(person.observationInfo == nil)
            try person.addObserver(recorder.object, forKeyPath: "age")
            try person.addObserver(recorder.object, forKeyPath: "name")
            #expect(person.observationInfo != nil)
            try person.removeObserver(recorder.object, forKeyPath: "name")
            #expect(person.observationInfo != nil)
            try person.removeObserver(recorder.object, forKeyPath: "age")
        }
        #expect(person.observationInfo == nil)
        #expect(Class.nsObject.instanceMethod("observationInfo")?.typeEncoding == "^v16@0:8")
    }

    @Test("B249 Every object answers it: observers, classes, strings and tagged pointers too")
    func everyObject() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try person.addObserver(recorder.object, forKeyPath: "age")
        for object in [recorder.object, person.isa.object, NSString.object("text"), NSNumber.object(1)] {
            #expect(object.observationInfo == nil)
        }
        try person.removeObserver(recorder.object, forKeyPath: "age")
    }

    @Test("B209 Each object has its own info, which is not found under its address once it is gone")
    func ownInfo() throws {
        let (cls, recorder) = (try makePersonClass(), try Recorder())
        for _ in 1...3 {
            let people = try (1...200).map { _ in try cls.new() }
            for person in people { #expect(person.observationInfo == nil) }
            for person in people { try person.addObserver(recorder.object, forKeyPath: "age") }
            #expect(Set(people.map(\.observationInfo)).count == people.count)
            for person in people { try person.removeObserver(recorder.object, forKeyPath: "age") }
        }
        #expect(cls.instanceCount == 0)
    }

    @Test("B250 B251 B254 B292 It lists the registrations in order: observer, key path, options, context")
    func text() throws {
        let (person, first, second) = (try makePersonClass().new(), try Recorder(), try Recorder())
        try person.addObserver(first.object, forKeyPath: "age", options: [.new, .old, .initial])
        try person.addObserver(second.object, forKeyPath: "name.length", options: .prior, context: context(0x1F))
        try person.addObserver(first.object, forKeyPath: "age")
        let text = try #require(person.observationText)
        let info = "0x" + String(UInt(bitPattern: person.observationInfo), radix: 16)
        let (one, two) = (addressText(first.object), addressText(second.object))
        func line(_ observer: String, _ keyPath: String, _ options: String, _ context: String) -> String {
            "<NSKeyValueObservance 0x: Observer: \(observer), Key path: \(keyPath), Options: <\(options)> "
                + "Context: \(context), Property: 0x>\n"
        }
        #expect(
            text.replacing(/(Observance|Property:) 0x[0-9a-f]+/) { "\($0.output.1) 0x" }
                == "<NSKeyValueObservationInfo \(info)> (\n"
                + line(one, "age", "New: YES, Old: YES, Prior: NO", "0x0")
                + line(two, "name.length", "New: NO, Old: NO, Prior: YES", "0x1f")
                + line(one, "age", "New: NO, Old: NO, Prior: NO", "0x0") + ")")
        for (recorder, keyPath) in [(first, "age"), (second, "name.length"), (first, "age")] {
            try person.removeObserver(recorder.object, forKeyPath: keyPath)
        }
    }

    @Test("B251 Registrations of one property show the same property, each is an observance of its own")
    func observancesAndProperties() throws {
        let cls = try makePersonClass()
        let (person, other, recorder) = (try cls.new(), try cls.new(), try Recorder())
        for (object, keyPath) in [(person, "age"), (person, "age"), (person, "name"), (other, "age")] {
            try object.addObserver(recorder.object, forKeyPath: keyPath)
        }
        let texts = [person, other].compactMap(\.observationText).joined()
        let properties = texts.matches(of: /Property: (0x[0-9a-f]+)/).map { String($0.output.1) }
        let observances = texts.matches(of: /Observance (0x[0-9a-f]+)/).map { String($0.output.1) }
        #expect(properties.count == 4)
        #expect(properties[0] == properties[1])
        #expect(properties[0] != properties[2])
        #expect(properties[0] == properties[3])
        #expect(Set(observances).count == 4)
        for (object, keyPath) in [(person, "age"), (person, "age"), (person, "name"), (other, "age")] {
            try object.removeObserver(recorder.object, forKeyPath: keyPath)
        }
    }

    @Test("B252 It says how things are: what was removed is not in it any more, and an older text does not change")
    func keepsUp() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        func contexts(_ text: String?) -> [String] {
            (text ?? "").matches(of: /Context: (0x[0-9a-f]+)/).map { String($0.output.1) }
        }
        for number in 1...3 {
            try person.addObserver(recorder.object, forKeyPath: "age", context: context(number))
        }
        let older = person.observationText
        try person.removeObserver(recorder.object, forKeyPath: "age", context: context(2))
        #expect(contexts(person.observationText) == ["0x1", "0x3"])
        #expect(contexts(older) == ["0x1", "0x2", "0x3"])
        try person.addObserver(recorder.object, forKeyPath: "name", context: context(4))
        #expect(contexts(person.observationText) == ["0x1", "0x3", "0x4"])
        for keyPath in ["age", "age", "name"] { try person.removeObserver(recorder.object, forKeyPath: keyPath) }
    }

    @Test("B250 It is an object to be kept: once retained it can be described after the last removal")
    func retained() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try person.addObserver(recorder.object, forKeyPath: "age")
        let info = UnmanagedObject(try #require(person.observationInfo)).retained()
        #expect(info.isa.name == "NSKeyValueObservationInfo")
        try person.removeObserver(recorder.object, forKeyPath: "age")
        #expect(withoutAddresses(info.description) == "<NSKeyValueObservationInfo 0x> (\n)")
    }

    @Test("B254 Whether somebody observes a key can be read from it, by the observer's address")
    func whoObserves() throws {
        let (person, recorder, other) = (try makePersonClass().new(), try Recorder(), try Recorder())
        func observes(_ recorder: Recorder, _ keyPath: String) -> Bool {
            person.observationText?.contains("Observer: \(addressText(recorder.object)), Key path: \(keyPath),")
                ?? false
        }
        #expect(!observes(recorder, "age"))
        try person.addObserver(recorder.object, forKeyPath: "age")
        #expect(observes(recorder, "age"))
        #expect(!observes(recorder, "name"))
        #expect(!observes(other, "age"))
        try person.removeObserver(recorder.object, forKeyPath: "age")
        #expect(!observes(recorder, "age"))
    }

    @Test("B255 The properties of an object, observed or not, do not contain observationInfo")
    func notAProperty() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try person.addObserver(recorder.object, forKeyPath: "age")
        var names: [String] = []
        for cls in sequence(first: person.isa, next: \.superclass) { names += cls.properties.map(\.name) }
        #expect(names.sorted() == ["age", "name"])
        try person.removeObserver(recorder.object, forKeyPath: "age")
    }

    @Test("B210 B211 An object on the way of a path lists the registration that passes through it, until it is over")
    func intermediates() throws {
        var builder = try ClassBuilder(uniqueName("Employee"), superclass: makePersonClass())
        try builder.addProperty("employer", Object?.self)
        let cls = builder.register()
        let (person, employer, recorder) = (try cls.new(), try cls.new(), try Recorder())
        try person.send("setEmployer:", employer)
        try person.addObserver(recorder.object, forKeyPath: "employer.age")
        #expect(person.observationText?.contains("Key path: employer.age,") == true)
        let text = try #require(employer.observationText)
        #expect(text.contains("Key path: age,"))
        #expect(!text.contains(addressText(recorder.object)))
        try person.removeObserver(recorder.object, forKeyPath: "employer.age")
        #expect(employer.observationInfo == nil)
    }
}

// RegistrationTests.swift - registering an observer, its options, and repeated registrations.
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

@Suite("Registering")
struct RegistrationTests {
    @Test("B001 Observing takes three steps: register, implement the callback, unregister")
    func threeSteps() throws {
        let (person, log) = (try makePersonClass().new(), Log())
        let builder = try ClassBuilder(uniqueName("Inspector"))
        try builder.addMethod("observeValueForKeyPath:ofObject:change:context:") {
            (_: Object, keyPath: String, object: Object, _: Object, _: UnsafeMutableRawPointer?) in
            log.add("\(keyPath) is \(try object.age())")
        }
        let inspector = try builder.register().new()
        try person.addObserver(inspector, forKeyPath: "age")
        try person.setAge(1)
        try person.removeObserver(inspector, forKeyPath: "age")
        try person.setAge(2)
        #expect(log.all == ["age is 1"])
    }

    @Test(
        "B002 B033 B039 Every combination of options is legal, and gives what it says", arguments: 0..<16 as Range<UInt>
    )
    func combinations(bits: UInt) throws {
        let options = KeyValueObservingOptions(rawValue: bits)
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try recorder.observing(person, "age", options) { try person.setAge(1) }
        let (new, old) = (options.contains(.new), options.contains(.old))
        var expected: [[String?]] = []
        if options.contains(.initial) { expected.append([new ? "0" : nil, nil]) }
        if options.contains(.prior) { expected.append([nil, old ? "0" : nil]) }
        expected.append([new ? "1" : nil, old ? "0" : nil])
        #expect(recorder.notifications.map { [$0.new, $0.old] } == expected)
        #expect(recorder.notifications.allSatisfy { $0.kind == 1 })
    }

    @Test("B002 The options are New 1, Old 2, Initial 4, Prior 8 and two of the library's; other bits mean nothing")
    func optionValues() throws {
        let all: [KeyValueObservingOptions] = [.new, .old, .initial, .prior, .untilEitherDies, .cause]
        #expect(all.map(\.rawValue) == [1, 2, 4, 8, 0x100, 0x200])
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        let others = KeyValueObservingOptions(rawValue: ~0x30F)
        try recorder.observing(person, "age", others) { try person.setAge(1) }
        #expect(recorder.notifications.map(\.entryCount) == [1])
    }

    @Test(
        "B002 Of the other bits only 0x100 lets a registration end with its object", arguments: [0x100, 0x200, 0x400])
    func bitsAtTheEnd(bit: UInt) throws {
        let recorder = try Recorder()
        var person: Object? = try makePersonClass().new()
        try person!.addObserver(recorder.object, forKeyPath: "age", options: KeyValueObservingOptions(rawValue: bit))
        #expect(try (raisedByDeath(of: &person) == nil) == (bit == 0x100))
    }

    @Test("B003 B033 With options 0 the dictionary holds the kind and nothing else")
    func kindOnly() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try recorder.observing(person, "age", []) { try person.setAge(1) }
        #expect(
            recorder.notifications == [
                Notification(keyPath: "age", kind: 1, old: nil, new: nil, isPrior: false, context: 0, entryCount: 1)
            ])
    }

    @Test("B005 Registered twice with one context, notified twice, to be removed twice")
    func duplicates() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try person.addObserver(recorder.object, forKeyPath: "age", context: context(1))
        try person.addObserver(recorder.object, forKeyPath: "age", context: context(1))
        try person.setAge(1)
        #expect(recorder.count == 2)
        try person.removeObserver(recorder.object, forKeyPath: "age", context: context(1))
        try person.setAge(2)
        #expect(recorder.count == 3)
        try person.removeObserver(recorder.object, forKeyPath: "age", context: context(1))
        let surplus = raised { try person.removeObserver(recorder.object, forKeyPath: "age", context: context(1)) }
        #expect(surplus?.name == "NSRangeException")
    }

    @Test("B006 Each registration has its own options, even those of one observer")
    func optionsDoNotLeak() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try person.addObserver(recorder.object, forKeyPath: "age", options: [], context: context(1))
        try person.addObserver(recorder.object, forKeyPath: "age", options: [.new, .old], context: context(2))
        try person.addObserver(recorder.object, forKeyPath: "age", options: [.old], context: context(3))
        try person.setAge(1)
        #expect(recorder.notifications.map(\.context) == [3, 2, 1])
        #expect(recorder.notifications.map(\.new) == [nil, "1", nil])
        #expect(recorder.notifications.map(\.old) == ["0", "0", nil])
        for _ in 1...3 { try person.removeObserver(recorder.object, forKeyPath: "age") }
    }

    @Test("B007 A change of another key, or of another object, says nothing")
    func otherKeys() throws {
        let cls = try makePersonClass()
        let (person, other, recorder) = (try cls.new(), try cls.new(), try Recorder())
        try recorder.observing(person, "name", []) {
            try person.setAge(1)
            try other.setName("Ann")
        }
        #expect(recorder.count == 0)
    }

    @Test("B027 A value that changes by other ways than its setter changes in silence")
    func notCompliant() throws {
        let builder = try ClassBuilder(uniqueName("Ageing"), superclass: makePersonClass())
        try builder.addMethod("haveBirthday") { (self: Object) in try self.setIvar("_age", to: self.age() + 1) }
        let (person, recorder) = (try builder.register().new(), try Recorder())
        try recorder.observing(person, "age", []) { try person.send("haveBirthday") }
        #expect(try person.age() == 1)
        #expect(recorder.count == 0)
    }

    @Test("B028 A class is asked about a key when it is first observed, and never again")
    func askedOnce() throws {
        let log = Log()
        let builder = try ClassBuilder(uniqueName("Asked"), superclass: makePersonClass())
        let cls = builder.cls
        try builder.addClassMethod("automaticallyNotifiesObserversForKey:") { (_: Class, key: String) -> Bool in
            log.add("automatic \(key)")
            return true
        }
        try builder.addClassMethod("keyPathsForValuesAffectingValueForKey:") { (self: Class, key: String) -> Object in
            log.add("affecting \(key)")
            return try self.object.sendSuper(
                of: cls.isa, "keyPathsForValuesAffectingValueForKey:", key, as: Object.self)
        }
        _ = builder.register()
        for _ in 1...3 {
            let (person, recorder) = (try cls.new(), try Recorder())
            for key in ["age", "name"] { try recorder.observing(person, key, []) { try person.setAge(1) } }
        }
        #expect(log.all.sorted() == ["affecting age", "affecting name", "automatic age", "automatic name"])
    }

    @Test("B029 When the registering call returns, isa points at the notifying class, which the next object shares")
    func isaIsThere() throws {
        let cls = try makePersonClass()
        let (first, second, recorder) = (try cls.new(), try cls.new(), try Recorder())
        recorder.whenTold { _ in #expect(first.isa.name == "NSKVONotifying_\(cls.name)") }
        try first.addObserver(recorder.object, forKeyPath: "age", options: .initial)
        #expect(recorder.count == 1)
        #expect(first.isa.name == "NSKVONotifying_\(cls.name)")
        try second.addObserver(recorder.object, forKeyPath: "age")
        #expect(second.isa == first.isa)
        for person in [first, second] { try person.removeObserver(recorder.object, forKeyPath: "age") }
        recorder.whenTold(nil)
    }

    @Test("B030 One observer of several key paths has a registration for each")
    func severalPaths() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        let paths = ["age", "name"]
        for path in paths { try person.addObserver(recorder.object, forKeyPath: path, options: .new) }
        try person.setAge(1)
        try person.setName("Ann")
        try person.removeObserver(recorder.object, forKeyPath: "age")
        try person.setAge(2)
        try person.setName("Bob")
        #expect(recorder.notifications.map(\.keyPath) == ["age", "name", "name"])
        #expect(recorder.notifications.map(\.new) == ["1", "Ann", "Bob"])
        try person.removeObserver(recorder.object, forKeyPath: "name")
    }
}

import KVONotifying
import MiniFoundation
import MiniRuntime
import Testing

@Suite("Removal")
struct RemovalTests {
    @Test("B186 Removing what is not registered raises NSRangeException, naming observer, key path and object")
    func notRegistered() throws {
        let cls = try makePersonClass()
        let (person, recorder) = (try cls.new(), try Recorder())
        let exception = raised { try person.removeObserver(recorder.object, forKeyPath: "age") }
        let observer = "<\(recorder.object.isa.name) 0x\(String(recorder.object.address, radix: 16))>"
        let observed = "<\(cls.name) 0x\(String(person.address, radix: 16))>"
        #expect(exception?.name == "NSRangeException")
        #expect(
            exception?.reason == "Cannot remove an observer \(observer) for the key path \"age\" from \(observed) "
                + "because it is not registered as an observer.")
    }

    @Test("B182 Without a context the latest registration goes")
    func latestGoesFirst() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try person.addObserver(recorder.object, forKeyPath: "age", context: context(1))
        try person.addObserver(recorder.object, forKeyPath: "age", context: context(2))
        try person.removeObserver(recorder.object, forKeyPath: "age")
        try person.setAge(1)
        #expect(recorder.notifications.map(\.context) == [1])
        try person.removeObserver(recorder.object, forKeyPath: "age")
    }

    @Test("B183 A context is compared exactly, NULL included")
    func contextIsExact() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try person.addObserver(recorder.object, forKeyPath: "age", context: context(1))
        #expect(
            raised { try person.removeObserver(recorder.object, forKeyPath: "age", context: nil) }?.name
                == "NSRangeException")
        #expect(
            raised { try person.removeObserver(recorder.object, forKeyPath: "age", context: context(2)) }?.name
                == "NSRangeException")
        try person.removeObserver(recorder.object, forKeyPath: "age", context: context(1))
        #expect(person.observationInfo == nil)
    }

    @Test("B185 After removal nothing is told")
    func silence() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try person.addObserver(recorder.object, forKeyPath: "age")
        try person.removeObserver(recorder.object, forKeyPath: "age")
        try person.setAge(1)
        #expect(recorder.count == 0)
    }

    @Test("Removing ten thousand registrations in any order ends with isa back", arguments: [true, false])
    func manyObservers(fromTheFront: Bool) throws {
        let cls = try makePersonClass()
        let (person, recorder) = (try cls.new(), try Recorder())
        let observerClass = recorder.object.isa
        let observers = try (0..<10_000).map { _ in try observerClass.new() }
        for observer in observers { try person.addObserver(observer, forKeyPath: "age") }
        for observer in fromTheFront ? observers : observers.reversed() {
            try person.removeObserver(observer, forKeyPath: "age")
        }
        #expect(person.isa == cls)
        #expect(person.observationInfo == nil)
    }

    @Test("B20 A key path that is nil, empty, or an observer that is nil, raises NSInvalidArgumentException")
    func badArguments() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        #expect(
            raised { try person.addObserver(recorder.object, forKeyPath: "") }?.name == "NSInvalidArgumentException")
        let add: Selector = "addObserver:forKeyPath:options:context:"
        let none = UnsafeMutableRawPointer?.none
        #expect(
            raised { try person.send(add, recorder.object, String?.none, UInt(0), none) }?.name
                == "NSInvalidArgumentException")
        #expect(
            raised { try person.send(add, Object?.none, "age", UInt(0), none) }?.name == "NSInvalidArgumentException")
        #expect(person.observationInfo == nil)
    }
}

@Suite("Mistakes")
struct MistakeTests {
    @Test("B189 A callback that nobody implements raises, with key path, object, change and context")
    func notHandled() throws {
        let (person, deaf) = (try makePersonClass().new(), try Class.nsObject.new())
        try person.addObserver(deaf, forKeyPath: "age", options: [.new, .old])
        let exception = raised { try person.setAge(1) }
        #expect(exception?.name == "NSInternalInconsistencyException")
        #expect(
            exception?.reason == """
                \(deaf): An -observeValueForKeyPath:ofObject:change:context: message was received but not handled.
                Key path: age
                Observed object: \(person)
                Change: { kind = 1; new = 1; old = 0; }
                Context: 0x0
                """)
        try person.removeObserver(deaf, forKeyPath: "age")
    }

    @Test("B17 An unknown key registers quietly, unless its value has to be read")
    func unknownKeyIsQuiet() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try person.addObserver(recorder.object, forKeyPath: "shoeSize", options: [.new, .old, .prior])
        try person.removeObserver(recorder.object, forKeyPath: "shoeSize")
    }

    @Test("B192 An unknown key with initial and new raises NSUnknownKeyException, and nothing stays registered")
    func unknownKey() throws {
        let cls = try makePersonClass()
        let (person, recorder) = (try cls.new(), try Recorder())
        let exception = raised {
            try person.addObserver(recorder.object, forKeyPath: "shoeSize", options: [.new, .initial])
        }
        #expect(exception?.name == "NSUnknownKeyException")
        #expect(
            exception.map { withoutAddresses($0.reason) } == """
                [<\(cls.name) 0x> addObserver:<\(recorder.object.isa.name) 0x> forKeyPath:@"shoeSize" options:5 context:0x] \
                was sent to an object that is not KVC-compliant for the "shoeSize" property.
                """)
        #expect(person.observationInfo == nil)
        #expect(person.isa == cls)
    }
}

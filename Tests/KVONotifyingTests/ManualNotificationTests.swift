import KVONotifying
import MiniFoundation
import MiniRuntime
import Testing

/// A class whose key `age` notifies by hand only.
private func makeManualClass() throws -> Class {
    var builder = try ClassBuilder(uniqueName("Manual"))
    try builder.addProperty("age", Int32.self)
    try builder.addClassMethod("automaticallyNotifiesObserversForKey:") { (_: Class, key: String) -> Bool in
        key != "age"
    }
    return builder.register()
}

@Suite("Manual notification")
struct ManualNotificationTests {
    @Test("B134 B140 A key that declines automatic notification is silent, and isa stays as it is")
    func optingOut() throws {
        let cls = try makeManualClass()
        let (object, recorder) = (try cls.new(), try Recorder())
        try object.addObserver(recorder.object, forKeyPath: "age")
        #expect(object.isa == cls)
        try object.setAge(1)
        #expect(recorder.count == 0)
        try object.removeObserver(recorder.object, forKeyPath: "age")
    }

    @Test("B11 An initial notification is sent for such a key as well")
    func initialOfAManualKey() throws {
        let (object, recorder) = (try makeManualClass().new(), try Recorder())
        try object.addObserver(recorder.object, forKeyPath: "age", options: [.initial, .new])
        #expect(recorder.notifications.map(\.new) == ["0"])
        try object.removeObserver(recorder.object, forKeyPath: "age")
    }

    @Test("B136 A pair of will and did is one notification, with old and new")
    func aPair() throws {
        let (object, recorder) = (try makeManualClass().new(), try Recorder())
        try object.addObserver(recorder.object, forKeyPath: "age", options: [.new, .old])
        try object.willChangeValue(forKey: "age")
        try object.setAge(4)
        try object.didChangeValue(forKey: "age")
        #expect(recorder.notifications.map(\.old) == ["0"])
        #expect(recorder.notifications.map(\.new) == ["4"])
        try object.removeObserver(recorder.object, forKeyPath: "age")
    }

    @Test("B58 Pairs of different keys may overlap: each did tells of its own key")
    func overlappingPairs() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try person.addObserver(recorder.object, forKeyPath: "age")
        try person.addObserver(recorder.object, forKeyPath: "name")
        try person.willChangeValue(forKey: "age")
        try person.willChangeValue(forKey: "name")
        try person.didChangeValue(forKey: "age")
        try person.didChangeValue(forKey: "name")
        #expect(recorder.notifications.map(\.keyPath) == ["age", "name"])
        try person.removeObserver(recorder.object, forKeyPath: "age")
        try person.removeObserver(recorder.object, forKeyPath: "name")
    }

    @Test("B62 Nested pairs of one key: each tells")
    func nestedPairs() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try person.addObserver(recorder.object, forKeyPath: "age")
        try person.willChangeValue(forKey: "age")
        try person.willChangeValue(forKey: "age")
        try person.didChangeValue(forKey: "age")
        try person.didChangeValue(forKey: "age")
        #expect(recorder.count == 2)
        try person.removeObserver(recorder.object, forKeyPath: "age")
    }

    @Test("B65 B67 didChange without its willChange says nothing, nor does one registered between the two hear of it")
    func unmatchedPairs() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try person.willChangeValue(forKey: "age")
        try person.addObserver(recorder.object, forKeyPath: "age")
        try person.didChangeValue(forKey: "age")
        try person.didChangeValue(forKey: "age")
        #expect(recorder.count == 0)
        try person.removeObserver(recorder.object, forKeyPath: "age")
    }

    @Test(
        "B76 The automatic setter calls willChangeValueForKey: and didChangeValueForKey: if they are overridden"
    )
    func overriddenChangeMessages() throws {
        let log = Log()
        let builder = try ClassBuilder(uniqueName("Overriding"), superclass: makePersonClass())
        let cls = builder.cls
        for message in ["willChangeValueForKey:", "didChangeValueForKey:"] {
            try builder.addMethod(Selector(message)) { (self: Object, key: String) in
                log.append("\(message) \(key)")
                try self.sendSuper(of: cls, Selector(message), key)
            }
        }
        let (object, recorder) = (try builder.register().new(), try Recorder())
        try object.addObserver(recorder.object, forKeyPath: "age")
        try object.setAge(1)
        #expect(log.lines == ["willChangeValueForKey: age", "didChangeValueForKey: age"])
        #expect(recorder.count == 1)
        try object.removeObserver(recorder.object, forKeyPath: "age")
    }

    @Test("B78 A setter that raises is not followed by a notification")
    func raisingSetter() throws {
        let builder = try ClassBuilder(uniqueName("Raising"))
        try builder.addMethod("setAge:") { (_: Object, age: Int32) throws in
            throw RuntimeException("NSInvalidArgumentException", "age \(age) is out of the question")
        }
        let (object, recorder) = (try builder.register().new(), try Recorder())
        try object.addObserver(recorder.object, forKeyPath: "age")
        #expect(raised { try object.setAge(-1) }?.reason == "age -1 is out of the question")
        #expect(recorder.count == 0)
        try object.removeObserver(recorder.object, forKeyPath: "age")
    }
}

@Suite("Manual notification and lifetimes")
struct ManualLifetimeTests {
    @Test("B212 The object is kept alive from will to did")
    func keptAlive() throws {
        let cls = try makePersonClass()
        let recorder = try Recorder()
        var person: Object? = try cls.new()
        let unmanaged = person!.unmanaged
        try person!.addObserver(recorder.object, forKeyPath: "age", options: [.new])
        try person!.willChangeValue(forKey: "age")
        person = nil
        #expect(cls.instanceCount == 1)
        try unmanaged.send("removeObserver:forKeyPath:", recorder.object, "age")
        try unmanaged.send("didChangeValueForKey:", "age")
        #expect(cls.instanceCount == 0)
    }
}

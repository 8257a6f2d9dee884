// OrderTests.swift - the order in which observers are notified.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TestSupport
import Testing

/// Makes an observer that adds `will name new` and `did name new` to a log.
private func makeLogging(_ name: String, _ log: Log) throws -> Recorder {
    let recorder = try Recorder()
    recorder.whenTold { log.add(($0.isPrior ? "will " : "did ") + name + ($0.new.map { " \($0)" } ?? "")) }
    return recorder
}

@Suite("Order of notifications")
struct OrderTests {
    @Test("B055 Notifications are sent on the thread that sets, before the setter returns")
    func synchronous() throws {
        let (person, recorder, log) = (try makePersonClass().new(), try Recorder(), Log())
        let thread = currentThread()
        recorder.whenTold { _ in log.add(currentThread() == thread ? "notified here" : "notified elsewhere") }
        try recorder.observing(person, "age", []) {
            try person.setAge(1)
            log.add("set")
        }
        #expect(log.all == ["notified here", "set"])
    }

    @Test("B056 Before a change observers are notified in order of registration, after it in reverse")
    func reverse() throws {
        let (person, log) = (try makePersonClass().new(), Log())
        let observers = try ["1", "2", "3"].map { try makeLogging($0, log) }
        for observer in observers { try person.addObserver(observer.object, forKeyPath: "age", options: .prior) }
        try person.setAge(1)
        #expect(log.all == ["will 1", "will 2", "will 3", "did 3", "did 2", "did 1"])
        for observer in observers { try person.removeObserver(observer.object, forKeyPath: "age") }
    }

    @Test("B056 The order holds for many observers, with some of them gone")
    func manyObservers() throws {
        let (person, log) = (try makePersonClass().new(), Log())
        let observers = try (0..<60).map { try makeLogging("\($0)", log) }
        for observer in observers { try person.addObserver(observer.object, forKeyPath: "age") }
        let kept = (0..<60).filter { $0 % 3 == 0 }
        for number in 0..<60 where number % 3 != 0 {
            try person.removeObserver(observers[number].object, forKeyPath: "age")
        }
        try person.setAge(1)
        #expect(log.all == kept.reversed().map { "did \($0)" })
        for number in kept { try person.removeObserver(observers[number].object, forKeyPath: "age") }
    }

    @Test(
        "B057 An observer of a dependent key takes its place by registration, not by dependency",
        arguments: [true, false])
    func dependentKeys(dependentFirst: Bool) throws {
        var builder = try ClassBuilder(uniqueName("Dependent"))
        try builder.addProperty("anInt", Int32.self)
        try builder.addProperty("aFloat", Float.self)
        try builder.addClassMethod("keyPathsForValuesAffectingAFloat") { (_: Object) -> Object in
            NSSet.object([NSString.object("anInt")])
        }
        let (object, log) = (try builder.register().new(), Log())
        let keyPaths = dependentFirst ? ["aFloat", "anInt"] : ["anInt", "aFloat"]
        let observers = try keyPaths.map { try makeLogging($0, log) }
        for (observer, keyPath) in zip(observers, keyPaths) {
            try object.addObserver(observer.object, forKeyPath: keyPath, options: .prior)
        }
        try object.send("setAnInt:", Int32(1))
        #expect(log.all == keyPaths.map { "will \($0)" } + keyPaths.reversed().map { "did \($0)" })
        for (observer, keyPath) in zip(observers, keyPaths) {
            try object.removeObserver(observer.object, forKeyPath: keyPath)
        }
    }

    @Test("B059 A set made inside a callback notifies at once, before that callback returns")
    func nestedSet() throws {
        let (person, recorder, log) = (try makePersonClass().new(), try Recorder(), Log())
        recorder.whenTold {
            log.add("begin \($0.new!)")
            if $0.new == "1" { try person.setAge(2) }
            log.add("end \($0.new!)")
        }
        try recorder.observing(person, "age", .new) { try person.setAge(1) }
        #expect(log.all == ["begin 1", "begin 2", "end 2", "end 1"])
        recorder.whenTold(nil)
    }

    @Test("B060 One observer sets again: the other is notified twice, with the final value both times")
    func multipleChange() throws {
        let (person, log) = (try makePersonClass().new(), Log())
        let (other, setting) = (try makeLogging("other", log), try Recorder())
        setting.whenTold {
            log.add("did setting \($0.new!)")
            if $0.new == "1" { try person.setAge(2) }
        }
        try other.observing(person, "age", .new) {
            try setting.observing(person, "age", .new) { try person.setAge(1) }
        }
        #expect(log.all == ["did setting 1", "did setting 2", "did other 2", "did other 2"])
        setting.whenTold(nil)
    }

    @Test("B061 The Prior notification of a nested change reads the value in between")
    func nestedPrior() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        recorder.whenTold { if $0.new == "1" { try person.setAge(42) } }
        try recorder.observing(person, "age", [.new, .old, .prior]) { try person.setAge(1) }
        #expect(recorder.notifications.map(\.isPrior) == [true, false, true, false])
        #expect(recorder.notifications.map(\.old) == ["0", "0", "1", "1"])
        #expect(recorder.notifications.map(\.new) == [nil, "1", nil, "42"])
        recorder.whenTold(nil)
    }

    @Test("B059 A set made inside a Prior callback notifies before the outer change takes place")
    func setInsidePrior() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        recorder.whenTold { _ in if recorder.count == 1 { try person.setAge(7) } }
        try recorder.observing(person, "age", [.new, .old, .prior]) { try person.setAge(1) }
        #expect(recorder.notifications.map(\.isPrior) == [true, true, false, false])
        #expect(recorder.notifications.map(\.new) == [nil, nil, "7", "1"])
        #expect(recorder.notifications.map(\.old) == ["0", "0", "0", "0"])
        #expect(try person.age() == 1)
        recorder.whenTold(nil)
    }

    @Test("B059 Changes nest to any depth, each notifies once")
    func deepNesting() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        recorder.whenTold { if let age = Int32($0.new!), age < 100 { try person.setAge(age + 1) } }
        try recorder.observing(person, "age", .new) { try person.setAge(1) }
        #expect(recorder.notifications.map(\.new) == (1...100).map { "\($0)" })
        recorder.whenTold(nil)
    }

    @Test(
        "B076 The automatic setter sends willChangeValueForKey: and didChangeValueForKey: if the class overrides them")
    func overriddenChangeMessages() throws {
        let log = Log()
        let person = try makePersonClass().loggingChangeMessages(in: log).new()
        let recorder = try makeLogging("age", log)
        try person.setAge(1)
        #expect(log.all == [])
        try recorder.observing(person, "age", .prior) { try person.setAge(2) }
        #expect(log.all == ["will age", "will age", "did age", "did age"])
        #expect(recorder.count == 2)
    }

    @Test("B077 An object gets no such messages for its dependent keys; only their observers are notified")
    func noMessagesForDependentKeys() throws {
        let log = Log()
        let base = try ClassBuilder(uniqueName("Aged"), superclass: makePersonClass())
        try base.addMethod("isAdult") { (self: Object) -> Bool in try self.age() >= 18 }
        try base.addClassMethod("keyPathsForValuesAffectingIsAdult") { (_: Object) -> Object in
            NSSet.object([NSString.object("age")])
        }
        let person = try base.register().loggingChangeMessages(in: log).new()
        let recorder = try Recorder()
        try recorder.observing(person, "isAdult", [.new, .old]) { try person.setAge(20) }
        #expect(log.all == ["will age", "did age"])
        #expect(recorder.notifications.map(\.keyPath) == ["isAdult"])
        #expect(recorder.notifications.map(\.old) == ["0"])
        #expect(recorder.notifications.map(\.new) == ["1"])
    }
}

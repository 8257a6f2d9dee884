// PairTests.swift - pairs of will and did that nest, overlap or are incomplete.
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

/// Makes a class of people whose setter sends will or did by hand, although its key is automatic.
private func makeBadClass(will: Bool, did: Bool) throws -> Class {
    let builder = try ClassBuilder(uniqueName("Bad"), superclass: makePersonClass())
    let cls = builder.cls
    try builder.addMethod("setAge:") { (self: Object, age: Int32) in
        if will { try self.willChangeValue(forKey: "age") }
        try self.sendSuper(of: cls, "setAge:", age)
        if did { try self.didChangeValue(forKey: "age") }
    }
    return builder.register()
}

@Suite("Pairs of will and did")
struct PairTests {
    @Test("B058 Pairs of different keys may overlap: each did notifies of its own key, in the order of the dids")
    func overlappingPairs() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try person.addObserver(recorder.object, forKeyPath: "age", options: .prior)
        try person.addObserver(recorder.object, forKeyPath: "name", options: .prior)
        for dids in [["age", "name"], ["name", "age"]] {
            let count = recorder.count
            for key in ["age", "name"] { try person.willChangeValue(forKey: key) }
            for key in dids { try person.didChangeValue(forKey: key) }
            #expect(recorder.notifications[count...].map(\.keyPath) == ["age", "name"] + dids)
            #expect(recorder.notifications[count...].map(\.isPrior) == [true, true, false, false])
        }
        try person.removeObserver(recorder.object, forKeyPath: "age")
        try person.removeObserver(recorder.object, forKeyPath: "name")
    }

    @Test("B062 Pairs of one key nest: every pair notifies, each with the Old value of its own will")
    func nestedPairs() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try recorder.observing(person, "age", [.new, .old, .prior]) {
            try person.willChangeValue(forKey: "age")
            try person.setIvar("_age", to: Int32(1))
            try person.willChangeValue(forKey: "age")
            try person.setIvar("_age", to: Int32(2))
            try person.didChangeValue(forKey: "age")
            try person.didChangeValue(forKey: "age")
        }
        #expect(recorder.notifications.map(\.isPrior) == [true, true, false, false])
        #expect(recorder.notifications.map(\.old) == ["0", "1", "1", "0"])
        #expect(recorder.notifications.map(\.new) == [nil, nil, "2", "2"])
    }

    @Test("B063 An automatic setter that says will and did by hand as well notifies twice")
    func twice() throws {
        let (person, recorder) = (try makeBadClass(will: true, did: true).new(), try Recorder())
        try recorder.observing(person, "age", [.new, .old, .prior]) { try person.setAge(1) }
        #expect(recorder.notifications.map(\.isPrior) == [true, true, false, false])
        #expect(recorder.notifications.map(\.old) == ["0", "0", "0", "0"])
        #expect(recorder.notifications.map(\.new) == [nil, nil, "1", "1"])
    }

    @Test("B064 An automatic setter that says only did notifies once for each set", arguments: [true, false])
    func didOnly(overridesMessages: Bool) throws {
        var cls = try makeBadClass(will: false, did: true)
        if overridesMessages { cls = try cls.loggingChangeMessages(in: Log()) }
        let (person, recorder) = (try cls.new(), try Recorder())
        try recorder.observing(person, "age", [.new, .old]) {
            for age in Int32(1)...3 { try person.setAge(age) }
        }
        #expect(recorder.notifications.map(\.old) == ["0", "1", "2"])
        #expect(recorder.notifications.map(\.new) == ["1", "2", "3"])
    }

    @Test("B065 A did without its will says nothing, before and after a proper pair")
    func didWithoutWill() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try recorder.observing(person, "age", []) {
            try person.didChangeValue(forKey: "age")
            #expect(recorder.count == 0)
            try person.willChangeValue(forKey: "age")
            try person.didChangeValue(forKey: "age")
            try person.didChangeValue(forKey: "age")
            try person.didChangeValue(forKey: "name")
        }
        #expect(recorder.count == 1)
    }

    @Test("B066 A will without its did says nothing, and does not disturb the changes that follow")
    func willWithoutDid() throws {
        onAnotherThread {
            let (person, recorder) = (try makePersonClass().new(), try Recorder())
            try recorder.observing(person, "age", [.new, .old]) {
                try person.willChangeValue(forKey: "age")
                #expect(recorder.count == 0)
                try person.setAge(1)
                try person.setAge(2)
            }
            #expect(recorder.notifications.map(\.old) == ["0", "1"])
            #expect(recorder.notifications.map(\.new) == ["1", "2"])
        }
    }

    @Test("B066 What a will without its did keeps is let go with its thread")
    func pendingEntriesEndWithTheThread() throws {
        let cls = try makePersonClass()
        let observers = try ClassBuilder(uniqueName("Bystander")).register()
        onAnotherThread {
            let (person, bystander) = (try cls.new(), try observers.new())
            try person.addObserver(bystander, forKeyPath: "age")
            try person.willChangeValue(forKey: "age")
            try person.removeObserver(bystander, forKeyPath: "age")
        }
        #expect((cls.instanceCount, observers.instanceCount) == (0, 0))
    }
}

@Suite("Exceptions during a change")
struct ExceptionDuringChangeTests {
    @Test(
        "B078 A setter that raises is not followed by a notification; the next set notifies as ever",
        arguments: [true, false])
    func raisingSetter(overridesMessages: Bool) throws {
        let builder = try ClassBuilder(uniqueName("Picky"), superclass: makePersonClass())
        let picky = builder.cls
        try builder.addMethod("setAge:") { (self: Object, age: Int32) in
            guard age >= 0 else { throw RuntimeException("NSInvalidArgumentException", "age \(age) is impossible") }
            try self.sendSuper(of: picky, "setAge:", age)
        }
        var cls = builder.register()
        if overridesMessages { cls = try cls.loggingChangeMessages(in: Log()) }
        var person: Object? = try cls.new()
        let recorder = try Recorder()
        try recorder.observing(person!, "age", [.new, .old, .prior]) {
            #expect(raised { try person!.setAge(-1) }?.reason == "age -1 is impossible")
            #expect(recorder.notifications.map(\.isPrior) == [true])
            try person!.setAge(1)
        }
        #expect(recorder.notifications.map(\.isPrior) == [true, true, false])
        #expect(recorder.notifications.map(\.old) == ["0", "0", "0"])
        person = nil
        #expect(cls.instanceCount == 0)
    }

    @Test("B079 A callback that raises ends the change: the setter's sender gets it, later observers are not notified")
    func raisingCallback() throws {
        let (person, first, second) = (try makePersonClass().new(), try Recorder(), try Recorder())
        let exception = RuntimeException("TestException", "from the callback")
        second.whenTold { if $0.new == "1" { throw exception } }
        try first.observing(person, "age", .new) {
            try second.observing(person, "age", .new) {
                #expect(raised { try person.setAge(1) } == exception)
                #expect(try person.age() == 1)
                #expect((first.count, second.count) == (0, 1))
                try person.setAge(2)
            }
        }
        #expect(first.notifications.map(\.new) == ["2"])
        #expect(second.notifications.map(\.new) == ["1", "2"])
    }

    @Test("B079 A Prior callback that raises keeps the change from taking place")
    func raisingPriorCallback() throws {
        let (person, first, second) = (try makePersonClass().new(), try Recorder(), try Recorder())
        first.whenTold { if $0.isPrior { throw RuntimeException("TestException", "not now") } }
        try first.observing(person, "age", .prior) {
            try second.observing(person, "age", .prior) {
                #expect(raised { try person.setAge(1) }?.reason == "not now")
            }
        }
        #expect(try person.age() == 0)
        #expect((first.count, second.count) == (1, 0))
    }
}

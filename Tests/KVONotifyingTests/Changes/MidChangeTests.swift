// MidChangeTests.swift - registrations that are added or removed between will and did.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TestSupport
import Testing

extension Object {
    /// Announces a change of the age by will and did, and runs `body` between them.
    fileprivate func changingAge(_ body: () throws -> Void) throws {
        try willChangeValue(forKey: "age")
        try body()
        try didChangeValue(forKey: "age")
    }
}

@Suite("Adding and removing during a change")
struct MidChangeTests {
    @Test("B067 An observer that registers between will and did is notified of the next change")
    func registering() throws {
        let (person, there, late) = (try makePersonClass().new(), try Recorder(), try Recorder())
        try there.observing(person, "age", []) {
            try person.changingAge { try person.addObserver(late.object, forKeyPath: "age") }
            #expect((there.count, late.count) == (1, 0))
            try person.setAge(1)
            #expect((there.count, late.count) == (2, 1))
            try person.removeObserver(late.object, forKeyPath: "age")
        }
    }

    @Test("B067 The first registration of all, between will and did, is notified of the next change")
    func registeringFirst() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try person.changingAge { try person.addObserver(recorder.object, forKeyPath: "age") }
        #expect(recorder.count == 0)
        try person.changingAge {}
        #expect(recorder.count == 1)
        try person.removeObserver(recorder.object, forKeyPath: "age")
    }

    @Test("B068 The same observer, registering again between will and did, is notified once")
    func registeringAgain() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try recorder.observing(person, "age", []) {
            try person.changingAge { try person.addObserver(recorder.object, forKeyPath: "age") }
            #expect(recorder.count == 1)
            try person.setAge(1)
            #expect(recorder.count == 3)
            try person.removeObserver(recorder.object, forKeyPath: "age")
        }
    }

    @Test("B069 An observer that is removed between will and did is not notified")
    func removing() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try person.addObserver(recorder.object, forKeyPath: "age")
        try person.changingAge { try person.removeObserver(recorder.object, forKeyPath: "age") }
        try person.setAge(1)
        #expect(recorder.count == 0)
    }

    @Test("B070 Registered twice, one removed between will and did: notified once")
    func removingOneOfTwo() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        for number in [1, 2] { try person.addObserver(recorder.object, forKeyPath: "age", context: context(number)) }
        try person.changingAge { try person.removeObserver(recorder.object, forKeyPath: "age", context: context(2)) }
        #expect(recorder.notifications.map(\.context) == [1])
        try person.removeObserver(recorder.object, forKeyPath: "age")
    }

    @Test("B070 The same with two registrations that are equal")
    func removingOneOfTwoEqual() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        for _ in 1...2 { try person.addObserver(recorder.object, forKeyPath: "age") }
        try person.changingAge { try person.removeObserver(recorder.object, forKeyPath: "age") }
        #expect(recorder.count == 1)
        try person.removeObserver(recorder.object, forKeyPath: "age")
    }

    @Test("B071 Removed and registered again between will and did: notified once with the same context, else not")
    func registeringAnew() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try person.addObserver(recorder.object, forKeyPath: "age", options: .old, context: context(1))
        try person.changingAge {
            try person.removeObserver(recorder.object, forKeyPath: "age")
            try person.addObserver(recorder.object, forKeyPath: "age", options: .old, context: context(1))
        }
        #expect(recorder.notifications.map(\.old) == ["0"])
        try person.changingAge {
            try person.removeObserver(recorder.object, forKeyPath: "age")
            try person.addObserver(recorder.object, forKeyPath: "age", options: .old, context: context(2))
        }
        #expect(recorder.count == 1)
        try person.removeObserver(recorder.object, forKeyPath: "age")
    }

    @Test("B071 Two equal registrations, both removed and one made again: notified once")
    func oneOfTwoAnew() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        for _ in 1...2 { try person.addObserver(recorder.object, forKeyPath: "age") }
        try person.changingAge {
            for _ in 1...2 { try person.removeObserver(recorder.object, forKeyPath: "age") }
            try person.addObserver(recorder.object, forKeyPath: "age")
        }
        #expect(recorder.count == 1)
        try person.removeObserver(recorder.object, forKeyPath: "age")
    }
}

@Suite("Adding and removing inside a callback")
struct InsideCallbackTests {
    @Test("B072 An observer may remove itself inside its callback, and let go of itself: it lives until that returns")
    func removingItself() throws {
        let (person, log) = (try makePersonClass().new(), Log())
        let holder = Locked<Object?>(nil)
        let builder = try ClassBuilder(uniqueName("Leaving"))
        let cls = builder.cls
        try builder.addMethod("observeValueForKeyPath:ofObject:change:context:") {
            (self: UnmanagedObject, keyPath: String, _: Object, _: Object, _: UnsafeMutableRawPointer?) in
            try person.send("removeObserver:forKeyPath:", self, keyPath.bridgedObject)
            let last = holder.withLock { $0.take() }
            log.add(last == nil ? "nobody" : "the last owner lets go")
        }
        try builder.addMethod("dealloc") { (self: UnmanagedObject) in
            log.add("dealloc")
            try self.sendSuper(of: cls, "dealloc")
        }
        _ = builder.register()
        holder.exchange(try cls.new())
        try person.addObserver(holder.withLock { $0! }, forKeyPath: "age")
        try person.setAge(1)
        try person.setAge(2)
        #expect(log.all == ["the last owner lets go", "dealloc"])
        #expect(cls.instanceCount == 0)
        #expect(person.observationInfo == nil)
    }

    @Test("B073 An observer that another's callback removes before its turn is not notified")
    func removingOthers() throws {
        let (person, first, second) = (try makePersonClass().new(), try Recorder(), try Recorder())
        second.whenTold { _ in
            try person.removeObserver(first.object, forKeyPath: "age")
            try person.removeObserver(second.object, forKeyPath: "age")
        }
        try person.addObserver(first.object, forKeyPath: "age")
        try person.addObserver(second.object, forKeyPath: "age")
        try person.setAge(1)
        try person.setAge(2)
        #expect((first.count, second.count) == (0, 1))
        #expect(person.observationInfo == nil)
        second.whenTold(nil)
    }

    @Test("B073 An observer that another's Prior callback removes is notified neither before nor after the change")
    func removingInPrior() throws {
        let (person, first, second) = (try makePersonClass().new(), try Recorder(), try Recorder())
        first.whenTold { if $0.isPrior { try person.removeObserver(second.object, forKeyPath: "age") } }
        try person.addObserver(first.object, forKeyPath: "age", options: .prior)
        try person.addObserver(second.object, forKeyPath: "age", options: .prior)
        try person.setAge(1)
        #expect((first.count, second.count) == (2, 0))
        first.whenTold(nil)
        try person.removeObserver(first.object, forKeyPath: "age")
    }

    @Test("B074 An observer that a callback adds is notified of the next change")
    func adding() throws {
        let (person, first, late) = (try makePersonClass().new(), try Recorder(), try Recorder())
        first.whenTold { if $0.new == "1" { try person.addObserver(late.object, forKeyPath: "age", options: .new) } }
        try first.observing(person, "age", .new) {
            try person.setAge(1)
            try person.setAge(2)
            try person.removeObserver(late.object, forKeyPath: "age")
        }
        #expect(late.notifications.map(\.new) == ["2"])
        first.whenTold(nil)
    }

    @Test("B074 B075 An observer that a Prior callback adds is not notified of that change, but of each later one")
    func addingInPrior() throws {
        let (person, first, late) = (try makePersonClass().new(), try Recorder(), try Recorder())
        first.whenTold {
            if $0.isPrior && $0.old == "0" { try person.addObserver(late.object, forKeyPath: "age", options: .new) }
        }
        try first.observing(person, "age", [.old, .prior]) {
            for age in Int32(1)...4 { try person.setAge(age) }
            try person.removeObserver(late.object, forKeyPath: "age")
        }
        #expect(late.notifications.map(\.new) == ["2", "3", "4"])
        first.whenTold(nil)
    }
}

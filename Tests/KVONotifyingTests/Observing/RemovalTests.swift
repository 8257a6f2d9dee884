// RemovalTests.swift - the registration that a removal removes, and the exception if there is none.
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

@Suite("Removal")
struct RemovalTests {
    @Test("B181 As many removals as registrations, and the one too many raises")
    func onceEach() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        for _ in 1...3 { try person.addObserver(recorder.object, forKeyPath: "age", context: context(7)) }
        for left in [2, 1, 0] {
            try person.removeObserver(recorder.object, forKeyPath: "age")
            let before = recorder.count
            try person.setAge(1)
            #expect(recorder.count - before == left)
        }
        let surplus = raised { try person.removeObserver(recorder.object, forKeyPath: "age") }
        #expect(surplus?.name == "NSRangeException")
        #expect(person.observationInfo == nil)
    }

    /// Few registrations are searched from the end of a list, many by an index: both must find the same registration.
    @Test("B182 Without a context the latest registration goes", arguments: [0, 40])
    func latestGoesFirst(others: Int) throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        let neighbours = try (0..<others).map { _ in try recorder.object.isa.new() }
        for number in 1...3 {
            try person.addObserver(recorder.object, forKeyPath: "age", context: context(number))
        }
        for other in neighbours { try person.addObserver(other, forKeyPath: "age", context: context(9)) }
        try person.removeObserver(recorder.object, forKeyPath: "age")
        try person.setAge(1)
        #expect(recorder.notifications.map(\.context).filter { $0 != 9 } == [2, 1])
        for other in neighbours { try person.removeObserver(other, forKeyPath: "age") }
        for _ in 1...2 { try person.removeObserver(recorder.object, forKeyPath: "age") }
        #expect(person.observationInfo == nil)
    }

    @Test("B183 A context is compared exactly, NULL included", arguments: [0, 40])
    func contextIsExact(others: Int) throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        let observer = recorder.object
        let neighbours = try (0..<others).map { _ in try observer.isa.new() }
        for other in neighbours { try person.addObserver(other, forKeyPath: "age", context: context(2)) }
        try person.addObserver(observer, forKeyPath: "age", context: context(1))
        for wrong in [nil, context(2)] {
            let exception = raised { try person.removeObserver(observer, forKeyPath: "age", context: wrong) }
            #expect(exception?.name == "NSRangeException")
        }
        try person.removeObserver(observer, forKeyPath: "age", context: context(1))
        try person.addObserver(observer, forKeyPath: "age")
        let exception = raised { try person.removeObserver(observer, forKeyPath: "age", context: context(1)) }
        #expect(exception?.name == "NSRangeException")
        try person.removeObserver(observer, forKeyPath: "age", context: nil)
        for other in neighbours { try person.removeObserver(other, forKeyPath: "age", context: context(2)) }
        #expect(person.observationInfo == nil)
    }

    @Test("B183 A removal with a context takes the latest that has it, and leaves those that have another")
    func latestOfAContext() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        for number in [1, 2, 1] {
            try person.addObserver(recorder.object, forKeyPath: "age", context: context(number))
        }
        try person.removeObserver(recorder.object, forKeyPath: "age", context: context(1))
        try person.setAge(1)
        #expect(recorder.notifications.map(\.context) == [2, 1])
        for _ in 1...2 { try person.removeObserver(recorder.object, forKeyPath: "age") }
    }

    @Test("B184 A registration made with a context may be removed without one")
    func contextMayBeLeftOut() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try person.addObserver(recorder.object, forKeyPath: "age", context: context(1))
        try person.removeObserver(recorder.object, forKeyPath: "age")
        try person.setAge(1)
        #expect(recorder.count == 0)
        #expect(person.observationInfo == nil)
    }

    @Test("B185 After removal that path of that object no longer notifies, others do")
    func silence() throws {
        let cls = try makePersonClass()
        let (person, other, recorder) = (try cls.new(), try cls.new(), try Recorder())
        try person.addObserver(recorder.object, forKeyPath: "age")
        try person.addObserver(recorder.object, forKeyPath: "name")
        try other.addObserver(recorder.object, forKeyPath: "age")
        try person.removeObserver(recorder.object, forKeyPath: "age")
        try person.setAge(1)
        try person.send("setName:", Object?.none)
        try other.setAge(2)
        #expect(recorder.notifications.map(\.keyPath) == ["name", "age"])
        try person.removeObserver(recorder.object, forKeyPath: "name")
        try other.removeObserver(recorder.object, forKeyPath: "age")
    }

    @Test("B186 Another observer, key, path or object is not registered, whoever else is")
    func othersDoNotCount() throws {
        let cls = try makePersonClass()
        let (person, other) = (try cls.new(), try cls.new())
        let (recorder, stranger) = (try Recorder(), try Recorder())
        try person.addObserver(recorder.object, forKeyPath: "age")
        let attempts: [(Object, Object, String)] = [
            (person, stranger.object, "age"), (person, recorder.object, "name"),
            (person, recorder.object, "age.description"), (other, recorder.object, "age"),
        ]
        for (object, observer, keyPath) in attempts {
            let exception = raised { try object.removeObserver(observer, forKeyPath: keyPath) }
            #expect(exception?.name == "NSRangeException")
        }
        try person.setAge(1)
        #expect(recorder.count == 1)
        try person.removeObserver(recorder.object, forKeyPath: "age")
    }

    @Test("B198 A removal that raised is caught, and everything goes on as before")
    func caught() throws {
        let cls = try makePersonClass()
        let (person, recorder) = (try cls.new(), try Recorder())
        try person.addObserver(recorder.object, forKeyPath: "age", options: .new)
        for _ in 1...2 {
            do { try person.removeObserver(recorder.object, forKeyPath: "name") } catch is RuntimeException {}
        }
        try person.setAge(1)
        #expect(recorder.notifications.map(\.new) == ["1"])
        try person.removeObserver(recorder.object, forKeyPath: "age")
        do { try person.removeObserver(recorder.object, forKeyPath: "age") } catch is RuntimeException {}
        #expect(person.isa == cls)
        #expect(!RuntimeException.isPending)
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

    @Test("B020 A key path that is nil or empty, or an observer that is nil, raises NSInvalidArgumentException")
    func badArguments() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        let none = UnsafeMutableRawPointer?.none
        let add: Selector = "addObserver:forKeyPath:options:context:"
        let remove: Selector = "removeObserver:forKeyPath:"
        let attempts: [() throws -> Void] = [
            { try person.addObserver(recorder.object, forKeyPath: "") },
            { try person.send(add, recorder.object, String?.none, UInt(0), none) },
            { try person.send(add, Object?.none, "age", UInt(0), none) },
            { try person.removeObserver(recorder.object, forKeyPath: "") },
            { try person.send(remove, recorder.object, String?.none) },
            { try person.send(remove, Object?.none, "age") },
        ]
        for attempt in attempts { #expect(raised(attempt)?.name == "NSInvalidArgumentException") }
        #expect(person.observationInfo == nil)
    }

    @Test("A registration that was removed is let go with no lock held, also when its list grows")
    func lettingGo() async {
        await #expect(processExitsWith: .success) {
            let cls = try makeNodeClass()
            let (root, recorders) = (try cls.node(child: cls.node()), try (0..<5).map { _ in try Recorder() })
            for recorder in recorders[..<4] { try root.addObserver(recorder.object, forKeyPath: "child.number") }
            try root.removeObserver(recorders[0].object, forKeyPath: "child.number")
            // The registration is the last owner of its key path, whose deallocation is a trace event. With
            // MINIRUNTIME_CHECK set, an event under a lock ends the process.
            Trace.setHandler { _ in }
            try root.addObserver(recorders[4].object, forKeyPath: "child.number")
            Trace.setHandler(nil)
            for recorder in recorders[1...] { try root.removeObserver(recorder.object, forKeyPath: "child.number") }
        }
    }

    @Test(
        "A getter that removes the observer ends the deliveries to it, before the change and after",
        arguments: [KeyValueObservingOptions.old, [.prior, .old], .new, [.old, .new]])
    func removedByGetter(options: KeyValueObservingOptions) throws {
        let builder = try ClassBuilder(uniqueName("Person"))
        let (age, removes) = (Locked(Int32(0)), Locked(false))
        let recorder = try Recorder(), observer = recorder.object
        try builder.addMethod("setAge:") { (_: Object, value: Int32) in age.withLock { $0 = value } }
        try builder.addMethod("age") { (me: Object) -> Int32 in
            if removes.exchange(false) { try! me.removeObserver(observer, forKeyPath: "age") }
            return age.read { $0 }
        }
        let person = try builder.register().new()
        try person.addObserver(observer, forKeyPath: "age", options: options)
        removes.withLock { $0 = true }
        try person.setAge(1)
        #expect(recorder.count == 0)
        #expect(person.observationInfo == nil)
    }
}

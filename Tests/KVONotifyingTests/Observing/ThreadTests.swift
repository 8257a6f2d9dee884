// ThreadTests.swift - registering, setting and removing on several threads.
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

@Suite("Threads")
struct ThreadTests {
    @Test("B257 The callback runs on the thread that changes the value")
    func changingThread() throws {
        let (person, recorder, threads) = (try makeAtomicClass().new(), try Recorder(), Log())
        recorder.whenTold { _ in threads.add("\(currentThread())") }
        try recorder.observing(person, "age", .prior) {
            onAnotherThread {
                try person.setAge(1)
                #expect(threads.all == Array(repeating: "\(currentThread())", count: 2))
            }
        }
    }

    @Test(
        "B258 B262 Registering, removing and setting elsewhere need not wait for a callback, be it Initial, Prior or after"
    )
    func noLockInCallbacks() throws {
        let cls = try makeAtomicClass()
        let (person, recorder, other) = (try cls.new(), try Recorder(), try Recorder())
        recorder.whenTold { _ in
            onAnotherThread {
                try person.addObserver(other.object, forKeyPath: "name", options: [.initial, .new])
                try person.setName("Ann")
                try person.removeObserver(other.object, forKeyPath: "name")
                let (stranger, witness) = (try makeAtomicClass().new(), try Recorder())
                try witness.observing(stranger, "age") { try stranger.setAge(1) }
            }
        }
        try recorder.observing(person, "age", [.initial, .prior]) { try person.setAge(1) }
        #expect((recorder.count, other.count) == (3, 6))
        recorder.whenTold(nil)
    }

    @Test("B258 B262 Nor for a getter that is read for a notification, nor for what a class says of its keys")
    func noLockInGetters() throws {
        let (base, recorder, other) = (try makeAtomicClass(), try Recorder(), try Recorder())
        let person = try base.new()
        let elsewhere = { @Sendable in
            onAnotherThread { try other.observing(person, "name") { try person.setName("Ann") } }
        }
        let builder = try ClassBuilder(uniqueName("Meeting"), superclass: base)
        let cls = builder.cls
        try builder.addMethod("age") { (self: Object) -> Int32 in
            elsewhere()
            return try self.sendSuper(of: cls, "age", as: Int32.self)
        }
        try builder.addClassMethod("keyPathsForValuesAffectingAge") { (_: Object) -> Object? in
            elsewhere()
            return nil
        }
        let meeting = try builder.register().new()
        try recorder.observing(meeting, "age", [.new, .old, .initial]) { try meeting.setAge(1) }
        #expect(recorder.notifications.map(\.new) == ["0", "1"])
        #expect(other.count == 4)
    }

    @Test("B259 An observer that registers on another thread during a delivery is notified of the next change only")
    func registeringElsewhere() throws {
        let (person, first, second) = (try makeAtomicClass().new(), try Recorder(), try Recorder())
        let late = try (0..<50).map { _ in try Recorder() }
        second.whenTold { _ in
            guard second.count == 1 else { return }
            onAnotherThread {
                for recorder in late { try person.addObserver(recorder.object, forKeyPath: "age") }
            }
        }
        try first.observing(person, "age", []) {
            try second.observing(person, "age", []) {
                try person.setAge(1)
                #expect(late.allSatisfy { $0.count == 0 })
                try person.setAge(2)
                #expect(late.allSatisfy { $0.count == 1 })
                for recorder in late { try person.removeObserver(recorder.object, forKeyPath: "age") }
            }
        }
        #expect((first.count, second.count) == (2, 2))
        second.whenTold(nil)
    }

    @Test("B260 Two threads that change one key do not mix their Old values")
    func oldValuesPerThread() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try recorder.observing(person, "age", [.new, .old]) {
            try person.willChangeValue(forKey: "age")
            try person.setIvar("_age", to: Int32(3))
            onAnotherThread {
                try person.willChangeValue(forKey: "age")
                try person.setIvar("_age", to: Int32(5))
                try person.didChangeValue(forKey: "age")
                try person.didChangeValue(forKey: "age")
            }
            try person.setIvar("_age", to: Int32(7))
            try person.didChangeValue(forKey: "age")
        }
        #expect(recorder.notifications.map(\.old) == ["3", "0"])
        #expect(recorder.notifications.map(\.new) == ["5", "7"])
    }

    @Test("B261 Four threads that set a thousand times each give four thousand notifications")
    func everySetIsTold() throws {
        let (person, recorder, prior) = (try makeAtomicClass().new(), try Recorder(), try Recorder())
        try recorder.observing(person, "age", [.new, .old]) {
            try prior.observing(person, "age", .prior) {
                onThreads(4) { _ in
                    for age in Int32(0)..<1000 { try person.setAge(age) }
                }
            }
        }
        #expect((recorder.count, prior.count) == (4000, 8000))
        #expect(prior.notifications.count { $0.isPrior } == 4000)
    }

    @Test("B262 Two objects that are set in opposite order, each from the other's callback, do not deadlock")
    func oppositeOrder() throws {
        let (cls, rounds) = (try makeAtomicClass(), 200)
        let (left, right) = (try cls.new(), try cls.new())
        let (ages, names, inBothCallbacks) = (try Recorder(), try Recorder(), Barrier(2))
        ages.whenTold { notification in
            // Both threads are inside a callback, before the change or after it, when each sets the other's object.
            inBothCallbacks.wait()
            try (notification.context == 1 ? right : left).setName("Ann")
        }
        for (number, person) in [(1, left), (2, right)] {
            try person.addObserver(ages.object, forKeyPath: "age", options: .prior, context: context(number))
            try person.addObserver(names.object, forKeyPath: "name", options: .prior)
        }
        onThreads(2) { number in
            for age in 0..<rounds { try (number == 0 ? left : right).setAge(Int32(age)) }
        }
        #expect((ages.count, names.count) == (4 * rounds, 8 * rounds))
        for person in [left, right] {
            try person.removeObserver(ages.object, forKeyPath: "age")
            try person.removeObserver(names.object, forKeyPath: "name")
        }
        ages.whenTold(nil)
    }

    @Test("B267 Nothing is put off: Prior comes before the value changes, and New is not stale")
    func neverPutOff() throws {
        let (person, recorder, seen) = (try makeAtomicClass().new(), try Recorder(), Log())
        recorder.whenTold { seen.add("\($0.isPrior ? "before" : "after") \(try person.age()) \($0.new ?? "-")") }
        try recorder.observing(person, "age", [.new, .prior]) {
            onAnotherThread { for age in Int32(1)...2 { try person.setAge(age) } }
        }
        #expect(seen.all == ["before 0 -", "after 1 1", "before 1 -", "after 2 2"])
    }
}

@Suite("Registering on several threads")
struct RegisteringThreadTests {
    @Test("B213 B258 Threads that observe one new class for the first time share one notifying class")
    func firstObservationRaces() throws {
        for _ in 0..<20 {
            let (cls, names, together) = (try makeAtomicClass(), Log(), Barrier(4))
            onThreads(4) { _ in
                let (person, recorder) = (try cls.new(), try Recorder())
                together.wait()
                try recorder.observing(person, "age") {
                    names.add(person.isa.name)
                    try person.setAge(1)
                }
                #expect(recorder.count == 1)
            }
            #expect(names.all == Array(repeating: "NSKVONotifying_\(cls.name)", count: 4))
            #expect(cls.instanceCount == 0)
        }
    }

    @Test("A notifying class that one thread makes is complete when another thread's object has it")
    func completeClass() throws {
        for _ in 0..<200 {
            let (cls, together) = (try makePersonClass(), Barrier(2))
            onThreads(2) { _ in
                let (person, recorder) = (try cls.new(), try Recorder())
                together.wait()
                try recorder.observing(person, "name") {
                    #expect(person.isa.isRegistered)
                    // Reads the layouts of the class.
                    try person.setIvar("_name", to: "Ann".bridgedObject)
                }
            }
        }
    }

    @Test("B237 An isa that another thread sets while an observer is added and removed is not overwritten")
    func isaOfAnotherThread() throws {
        let (cls, together) = (try makeAtomicClass(), Barrier(2))
        let other = try ClassBuilder(uniqueName("Other"), superclass: cls).register()
        let persons = try (0..<2000).map { _ in try cls.new() }
        onThreads(2) { number in
            let recorder = try Recorder()
            for person in persons {
                together.wait()
                if number == 0 {
                    person.setClass(other)
                } else {
                    try person.addObserver(recorder.object, forKeyPath: "age")
                    try person.removeObserver(recorder.object, forKeyPath: "age")
                }
            }
        }
        #expect(persons.allSatisfy { $0.isa == other })
    }

    @Test("B263 Adding and removing while others set loses nothing, and ends with isa back")
    func addingWhileSetting() throws {
        let cls = try makeAtomicClass()
        let (person, steady) = (try cls.new(), try Recorder())
        try person.addObserver(steady.object, forKeyPath: "age")
        onThreads(4) { number in
            let recorder = try Recorder()
            for value in 0..<500 {
                if number % 2 == 0 {
                    try recorder.observing(person, "name", [.new, .old, .initial, .prior]) {}
                    try person.addObserver(recorder.object, forKeyPath: "age", options: [.new, .old, .prior])
                    try person.removeObserver(recorder.object, forKeyPath: "age")
                } else {
                    try person.setAge(Int32(value))
                }
            }
        }
        #expect(steady.count == 1000)
        try person.removeObserver(steady.object, forKeyPath: "age")
        #expect(person.isa == cls)
        #expect(person.observationInfo == nil)
    }

    @Test("B263 The first registration and the last removal, over and over, while others set")
    func comingAndGoing() throws {
        let cls = try makeAtomicClass()
        let person = try cls.new()
        onThreads(4) { number in
            let recorder = try Recorder()
            for value in 0..<500 {
                guard number % 2 == 0 else {
                    try person.setAge(Int32(value))
                    continue
                }
                try person.addObserver(recorder.object, forKeyPath: "age")
                try person.removeObserver(recorder.object, forKeyPath: "age")
            }
            if number % 2 == 0 {
                let count = recorder.count
                try person.addObserver(recorder.object, forKeyPath: "age")
                try person.setAge(-1)
                try person.removeObserver(recorder.object, forKeyPath: "age")
                #expect(recorder.count > count)
            }
        }
        #expect(person.isa == cls)
        #expect(person.observationInfo == nil)
    }

    @Test("B259 B265 Two threads that remove one registration: exactly one gets NSRangeException")
    func racingRemovals() throws {
        let cls = try makeAtomicClass()
        for _ in 0..<200 {
            let (person, recorder, outcomes, together) = (try cls.new(), try Recorder(), Log(), Barrier(2))
            try person.addObserver(recorder.object, forKeyPath: "age")
            onThreads(2) { _ in
                together.wait()
                let exception = raised { try person.removeObserver(recorder.object, forKeyPath: "age") }
                outcomes.add(exception?.name ?? "removed")
            }
            #expect(outcomes.all.sorted() == ["NSRangeException", "removed"])
            #expect(person.isa == cls)
        }
        #expect(cls.instanceCount == 0)
    }

    @Test("B265 Of many registrations each is removed once, however many threads remove them")
    func racingForMany() throws {
        let (person, recorder, outcomes) = (try makeAtomicClass().new(), try Recorder(), Log())
        for _ in 0..<300 { try person.addObserver(recorder.object, forKeyPath: "age") }
        onThreads(4) { _ in
            for _ in 0..<100 {
                let exception = raised { try person.removeObserver(recorder.object, forKeyPath: "age") }
                outcomes.add(exception?.name ?? "removed")
            }
        }
        #expect(outcomes.all.count { $0 == "removed" } == 300)
        #expect(outcomes.all.count { $0 == "NSRangeException" } == 100)
        #expect(person.observationInfo == nil)
    }
}

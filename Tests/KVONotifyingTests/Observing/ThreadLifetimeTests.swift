// ThreadLifetimeTests.swift - observers and objects that die while other threads notify.
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

private let callback: Selector = "observeValueForKeyPath:ofObject:change:context:"

/// Makes a class of observers that unregister from `person` in their dealloc, and call `body` when they are notified.
private func makeObserverClass(of person: Object, whenTold body: @escaping @Sendable () throws -> Void) throws -> Class
{
    let builder = try ClassBuilder(uniqueName("Mortal"))
    let cls = builder.cls
    try builder.addMethod(callback) {
        (_: UnmanagedObject, _: String, _: Object, _: Object, _: UnsafeMutableRawPointer?) in try body()
    }
    try builder.addMethod("dealloc") { (self: UnmanagedObject) in
        // The observer may already be unregistered.
        _ = raised { try person.send("removeObserver:forKeyPath:", self, "age".bridgedObject) }
        try self.sendSuper(of: cls, "dealloc")
    }
    return builder.register()
}

@Suite("Threads and lifetimes")
struct ThreadLifetimeTests {
    @Test("B268 An observer that loses its last owner on another thread while it is notified lives until it returns")
    func dyingWhileTold() throws {
        let (person, holder, log) = (try makeAtomicClass().new(), Locked<Object?>(nil), Log())
        let counted = Locked<Class?>(nil)
        let cls = try makeObserverClass(of: person) {
            onAnotherThread { holder.withLock { $0 = nil } }
            log.add("\(counted.withLock { $0! }.instanceCount) alive")
        }
        counted.withLock { $0 = cls }
        holder.exchange(try cls.new())
        try person.addObserver(holder.withLock { $0! }, forKeyPath: "age")
        try person.setAge(1)
        #expect(log.all == ["1 alive"])
        #expect(cls.instanceCount == 0)
        #expect(person.observationInfo == nil)
    }

    @Test("B268 One that loses it before its turn is not notified, and nothing is raised if its dealloc removes it")
    func dyingBeforeItsTurn() throws {
        let (person, holder, log, recorder) = (try makeAtomicClass().new(), Locked<Object?>(nil), Log(), try Recorder())
        let cls = try makeObserverClass(of: person) { log.add("notified") }
        holder.exchange(try cls.new())
        recorder.whenTold { _ in
            log.add("let go")
            onAnotherThread { holder.withLock { $0 = nil } }
        }
        try person.addObserver(holder.withLock { $0! }, forKeyPath: "age")
        try person.addObserver(recorder.object, forKeyPath: "age")
        try person.setAge(1)
        #expect(log.all == ["let go"])
        #expect(cls.instanceCount == 0)
        try person.setAge(2)
        #expect(log.all == ["let go", "let go"])
        try person.removeObserver(recorder.object, forKeyPath: "age")
        #expect(person.observationInfo == nil)
    }

    @Test("B268 Observers that come and die on some threads while others set: all are whole when they are notified")
    func dyingWhileOthersSet() throws {
        let person = try makeAtomicClass().new()
        let (cls, steady) = (try makeObserverClass(of: person) {}, try Recorder())
        try steady.observing(person, "age", []) {
            onThreads(4) { number in
                for value in 0..<300 {
                    guard number % 2 == 0 else {
                        try person.setAge(Int32(value))
                        continue
                    }
                    let observer = try cls.new()
                    try person.addObserver(observer, forKeyPath: "age")
                    try person.removeObserver(observer, forKeyPath: "age")
                }
            }
        }
        #expect(steady.count == 600)
        #expect(cls.instanceCount == 0)
    }

    @Test(
        "B268 An observer that dies while another thread sets is notified alive, or not at all; the setter may raise")
    func dyingUnannounced() throws {
        let (person, exceptions) = (try makeAtomicClass().new(), Log())
        let cls = try makeObserverClass(of: person) {}
        onThreads(4) { number in
            for value in 0..<300 {
                if number % 2 == 0 {
                    // Released at once: its dealloc unregisters it.
                    try person.addObserver(try cls.new(), forKeyPath: "age", options: .prior)
                } else if let exception = raised({ try person.setAge(Int32(value)) }) {
                    exceptions.add(exception.reason)
                }
            }
        }
        #expect(exceptions.all.allSatisfy { $0.hasPrefix("The observer <\(cls.name) 0x") })
        #expect(cls.instanceCount == 0)
        #expect(person.observationInfo == nil)
    }

    @Test("B263 Objects that are made, observed, set and let go on every thread leave nothing behind")
    func objectsComeAndGo() throws {
        let (cls, recorder) = (try makeAtomicClass(), try Recorder())
        onThreads(4) { _ in
            for age in Int32(0)..<250 {
                let person = try cls.new()
                try person.addObserver(recorder.object, forKeyPath: "age", options: [.new, .old, .initial, .prior])
                try person.setAge(age)
                try person.removeObserver(recorder.object, forKeyPath: "age")
            }
        }
        #expect(recorder.count == 3000)
        #expect(cls.instanceCount == 0)
        #expect(recorder.object.unmanaged.retainCount == 1)
    }

    @Test(
        "B266 One thread removes an observer while another lets the object go: it is removed once, and nobody is hurt")
    func removingFromADyingObject() throws {
        let (recorder, outcomes) = (try Recorder(), Log())
        let observer = recorder.object
        let builder = try ClassBuilder(uniqueName("Dying"), superclass: makeAtomicClass())
        let cls = builder.cls
        try builder.addMethod("dealloc") { (self: UnmanagedObject) in
            let exception = raised { try self.send("removeObserver:forKeyPath:", observer, "age".bridgedObject) }
            outcomes.add(exception?.name ?? "removed")
            try self.sendSuper(of: cls, "dealloc")
        }
        _ = builder.register()
        for _ in 0..<200 {
            let (before, together, holder) = (outcomes.all.count, Barrier(2), Locked<Object?>(try cls.new()))
            let weak = WeakReference(holder.withLock { $0 })
            try holder.withLock { $0! }.addObserver(observer, forKeyPath: "age")
            onThreads(2) { number in
                together.wait()
                guard number == 0 else { return holder.withLock { $0 = nil } }
                guard let object = weak.object else { return }
                let exception = raised { try object.removeObserver(observer, forKeyPath: "age") }
                outcomes.add(exception?.name ?? "removed")
            }
            #expect(outcomes.all[before...].count { $0 == "removed" } == 1)
            #expect(cls.instanceCount == 0)
        }
    }
}

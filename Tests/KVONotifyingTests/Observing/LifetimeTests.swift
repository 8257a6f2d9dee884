// LifetimeTests.swift - observed objects that die with or without registrations left. The policy for leftover
// registrations belongs to the process, so only tests in separate processes change it: other tests run at the same
// time.
import Glibc
import KVONotifying
import MiniFoundation
import MiniRuntime
import TestSupport
import Testing

/// Makes a person class whose dealloc calls `cleanUp` with the dying object, then super.
private func makeSelfCleaningClass(_ cleanUp: @escaping @Sendable (UnmanagedObject) -> Void) throws -> Class {
    let builder = try ClassBuilder(uniqueName("SelfCleaning"), superclass: makePersonClass())
    let cls = builder.cls
    try builder.addMethod("dealloc") { (self: UnmanagedObject) in
        cleanUp(self)
        try self.sendSuper(of: cls, "dealloc")
    }
    return builder.register()
}

/// Returns the documented text, without addresses.
private func diedWhileObserved(_ cls: String, keyPath: String, options: String) -> String {
    """
    An instance 0x of class \(cls) was deallocated while key value observers were still registered with it. \
    Current observation info: <NSKeyValueObservationInfo 0x> (
    <NSKeyValueObservance 0x: Observer: 0x, Key path: \(keyPath), Options: <\(options)> Context: 0x, Property: 0x>
    )
    """
}

@Suite("Lifetimes of observed objects")
struct ObservedObjectLifetimeTests {
    @Test("B190 The death of an observed object raises the text of the documentation")
    func diesWhileObserved() throws {
        let cls = try makePersonClass()
        let recorder = try Recorder()
        var person: Object? = try cls.new()
        try person!.addObserver(recorder.object, forKeyPath: "age", options: [.new, .old])
        let (address, info) = (addressText(person!), try #require(person!.observationInfo))
        let exception = try raisedByDeath(of: &person)
        #expect(exception?.name == "NSInternalInconsistencyException")
        let text = try #require(exception?.reason)
        #expect(
            withoutAddresses(text)
                == diedWhileObserved(cls.name, keyPath: "age", options: "New: YES, Old: YES, Prior: NO"))
        let observer = addressText(recorder.object)
        let parts = [
            "An instance \(address) of", "Info 0x\(String(UInt(bitPattern: info), radix: 16))> (", ": \(observer),",
        ]
        for part in parts { #expect(text.contains(part), "\(text)") }
        #expect(cls.instanceCount == 0)
        #expect(recorder.object.unmanaged.retainCount == 1)
    }

    @Test("B190 B203 Where nobody catches it, the process ends with that text")
    func diesUncaught() async {
        let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
            let recorder = try Recorder()
            var person: Object? = try makePersonClass("Foo").new()
            try person!.addObserver(recorder.object, forKeyPath: "age", options: [.new, .old])
            person = nil
        }
        let text = diedWhileObserved("Foo", keyPath: "age", options: "New: YES, Old: YES, Prior: NO")
        #expect(
            withoutAddresses(standardError(of: result)).contains(
                "*** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: '\(text)'"))
    }

    @Test("B191 B203 A process may choose one line on standard error instead, and goes on")
    func logged() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            LeftoverPolicy.current = .log
            let recorder = try Recorder()
            let cls = try makePersonClass("Foo")
            var person: Object? = try cls.new()
            try person!.addObserver(recorder.object, forKeyPath: "name", options: .prior)
            person = nil
            #expect(cls.instanceCount == 0)
            #expect(!RuntimeException.isPending)
        }
        let text = diedWhileObserved("Foo", keyPath: "name", options: "New: NO, Old: NO, Prior: YES")
        let error = standardError(of: result)
        #expect(withoutAddresses(error).contains(text + "\n"), "\(error)")
        #expect(!error.contains("Terminating"))
    }

    @Test("B203 B204 Or to forgive: then what is left over goes without a word")
    func forgiven() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            LeftoverPolicy.current = .forgive
            let recorder = try Recorder()
            let cls = try makePersonClass("Foo")
            var observed: Object? = try cls.new()
            try observed!.addObserver(recorder.object, forKeyPath: "age")
            observed = nil
            #expect(cls.instanceCount == 0)
            let person = try cls.new()
            var observer: Object? = try recorder.object.isa.new()
            try person.addObserver(observer!, forKeyPath: "age")
            observer = nil
            try person.setAge(1)
            #expect(person.observationInfo == nil)
            #expect(person.isa == cls)
        }
        let error = standardError(of: result)
        #expect(!error.contains("deallocated"), "\(error)")
    }

    @Test("B203 MINIRUNTIME_LEFTOVERS names the policy of the process")
    func namedByEnvironment() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            turnOn("MINIRUNTIME_LEFTOVERS", "forgive")
            let recorder = try Recorder()
            let cls = try makePersonClass("Foo")
            var person: Object? = try cls.new()
            try person!.addObserver(recorder.object, forKeyPath: "name")
            person = nil
            #expect(cls.instanceCount == 0)
            #expect(LeftoverPolicy.current == .forgive)
        }
        let error = standardError(of: result)
        #expect(!error.contains("deallocated"), "\(error)")
    }

    @Test("B203 Any other word gets one line that names the three, and the default is used")
    func unknownWord() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            turnOn("MINIRUNTIME_LEFTOVERS", "ignore")
            #expect(LeftoverPolicy.current == .raise)
        }
        let line = "MINIRUNTIME_LEFTOVERS is 'ignore', and must be 'raise', 'log' or 'forgive': 'raise' is used\n"
        #expect(standardError(of: result).hasSuffix("]: " + line))
    }

    @Test("B190 The text names the registrations that are left, in order, not those that were removed")
    func namesWhatIsLeft() throws {
        let recorder = try Recorder()
        var person: Object? = try makePersonClass().new()
        for number in 1...4 {
            try person!.addObserver(
                recorder.object, forKeyPath: number % 2 == 0 ? "name" : "age", context: context(number))
        }
        try person!.removeObserver(recorder.object, forKeyPath: "name", context: context(2))
        let text = try raisedByDeath(of: &person)?.reason ?? ""
        #expect(text.matches(of: /Context: (0x[0-9a-f]+)/).map { String($0.output.1) } == ["0x1", "0x3", "0x4"])
    }

    @Test("B202 An object that removes its own registrations in dealloc dies quietly")
    func removingInDealloc() throws {
        let recorder = try Recorder()
        let observer = recorder.object
        let cls = try makeSelfCleaningClass { $0.sendOrTerminate("removeObserver:forKeyPath:", observer, "age") }
        var person: Object? = try cls.new()
        try person!.addObserver(observer, forKeyPath: "age")
        #expect(try raisedByDeath(of: &person) == nil)
        #expect(cls.instanceCount == 0)
    }

    @Test("B202 The complaint comes after the object's own dealloc, which runs to its end")
    func complaintComesLast() throws {
        let (recorder, log) = (try Recorder(), Log())
        let cls = try makeSelfCleaningClass { _ in log.add(RuntimeException.isPending ? "too late" : "dealloc") }
        var person: Object? = try cls.new()
        try person!.addObserver(recorder.object, forKeyPath: "age")
        #expect(try raisedByDeath(of: &person)?.name == "NSInternalInconsistencyException")
        #expect(log.all == ["dealloc"])
        #expect(cls.instanceCount == 0)
    }

    @Test("B205 An object observed for manual keys only dies quietly, and leaves nothing at its address")
    func manualKeysOnly() throws {
        let recorder = try Recorder()
        let builder = try ClassBuilder(uniqueName("Manual"), superclass: makePersonClass())
        try builder.addClassMethod("automaticallyNotifiesObserversForKey:") { (_: Object, _: String) in false }
        let cls = builder.register()
        var person: Object? = try cls.new()
        try person!.addObserver(recorder.object, forKeyPath: "age")
        #expect(person!.isa == cls)
        #expect(try raisedByDeath(of: &person) == nil)
        for _ in 1...100 {
            let newcomer = try cls.new()
            #expect(newcomer.observationInfo == nil)
            try newcomer.willChangeValue(forKey: "age")
            try newcomer.didChangeValue(forKey: "age")
        }
        #expect(recorder.count == 0)
    }

    @Test("B206 An associated object that unregisters as it dies is in time")
    func associatedCleaner() throws {
        let (recorder, key) = (try Recorder(), AssociationKey())
        let address = Locked<UnmanagedObject?>(nil)
        let observer = recorder.object
        let builder = try ClassBuilder(uniqueName("Cleaner"))
        let cleanerClass = builder.cls
        try builder.addMethod("dealloc") { (self: UnmanagedObject) in
            address.withLock { $0 }?.sendOrTerminate("removeObserver:forKeyPath:", observer, "age")
            try self.sendSuper(of: cleanerClass, "dealloc")
        }
        var person: Object? = try makePersonClass().new()
        address.withLock { $0 = person!.unmanaged }
        try person!.setAssociatedObject(builder.register().new(), for: key)
        try person!.addObserver(observer, forKeyPath: "age")
        #expect(try raisedByDeath(of: &person) == nil)
        #expect(cleanerClass.instanceCount == 0)
    }

    @Test("B207 In dealloc weak references to the object read nil already; the object itself can still unregister")
    func weakReferencesAreNil() throws {
        let (recorder, log) = (try Recorder(), Log())
        let observer = recorder.object
        let weak = Locked<WeakReference?>(nil)
        let cls = try makeSelfCleaningClass { dying in
            log.add(weak.withLock { $0 }?.object == nil ? "nil" : "alive")
            dying.sendOrTerminate("removeObserver:forKeyPath:", observer, "age")
        }
        var person: Object? = try cls.new()
        weak.exchange(WeakReference(person!.unmanaged))
        try person!.addObserver(observer, forKeyPath: "age")
        #expect(try raisedByDeath(of: &person) == nil)
        #expect(log.all == ["nil"])
    }

    @Test("B208 B025 An object may observe itself: registered in init, removed in dealloc")
    func selfObservation() throws {
        let log = Log()
        var builder = try ClassBuilder(uniqueName("SelfObserving"))
        let cls = builder.cls
        try builder.addProperty("age", Int32.self)
        try builder.addMethod("init") { (self: Object) -> Object in
            let object = try self.sendSuper(of: cls, "init", as: Object.self)
            try object.addObserver(object, forKeyPath: "age", options: .new)
            return object
        }
        try builder.addMethod("observeValueForKeyPath:ofObject:change:context:") {
            (self: Object, _: String, object: Object, change: Object, _: UnsafeMutableRawPointer?) in
            log.add("\(self == object): \(try change.entry("new")?.description ?? "nothing")")
        }
        try builder.addMethod("dealloc") { (self: UnmanagedObject) in
            try self.send("removeObserver:forKeyPath:", self, "age")
            try self.sendSuper(of: cls, "dealloc")
        }
        var object: Object? = try builder.register().new()
        try object!.setAge(3)
        #expect(log.all == ["true: 3"])
        #expect(try raisedByDeath(of: &object) == nil)
        #expect(cls.instanceCount == 0)
    }

    @Test("B210 A registration that is made anew while the object dies is found as well")
    func registeredWhileDying() throws {
        let recorder = try Recorder()
        let observer = recorder.object
        let cls = try makeSelfCleaningClass { dying in
            dying.sendOrTerminate("removeObserver:forKeyPath:", observer, "age")
            dying.sendOrTerminate(
                "addObserver:forKeyPath:options:context:", observer, "name", UInt(0), UnsafeMutableRawPointer?.none)
        }
        var person: Object? = try cls.new()
        try person!.addObserver(observer, forKeyPath: "age")
        let text = try raisedByDeath(of: &person)?.reason
        #expect(
            text.map(withoutAddresses)
                == diedWhileObserved(cls.name, keyPath: "name", options: "New: NO, Old: NO, Prior: NO"))
    }

    @Test("B211 Observing through a path retains none of the objects on it")
    func pathsRetainNobody() throws {
        var builder = try ClassBuilder(uniqueName("Employee"), superclass: makePersonClass())
        try builder.addProperty("employer", Object?.self)
        let cls = builder.register()
        let people = try (1...3).map { _ in try cls.new() }
        for (person, employer) in zip(people, people.dropFirst()) { try person.send("setEmployer:", employer) }
        let recorder = try Recorder()
        let before = people.map(\.unmanaged.retainCount)
        try people[0].addObserver(recorder.object, forKeyPath: "employer.employer.age", options: [.new, .old])
        try people[2].setAge(4)
        #expect(recorder.count == 1)
        #expect(people.map(\.unmanaged.retainCount) == before)
        try people[0].removeObserver(recorder.object, forKeyPath: "employer.employer.age")
        #expect(people.map(\.unmanaged.retainCount) == before)
    }
}

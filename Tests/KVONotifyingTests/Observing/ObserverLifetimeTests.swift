// ObserverLifetimeTests.swift - observers that die before they are removed, and the objects that a change keeps alive.
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

/// Makes a class of observers that remove themselves when they are first notified.
private func makeDepartingObserverClass(_ log: Log) throws -> Class {
    let builder = try ClassBuilder(uniqueName("Departing"))
    try builder.addMethod("observeValueForKeyPath:ofObject:change:context:") {
        (self: Object, keyPath: String, object: Object, _: Object, _: UnsafeMutableRawPointer?) in
        log.add(keyPath)
        try object.removeObserver(self, forKeyPath: keyPath)
    }
    return builder.register()
}

/// Makes a class with a `setAge:` that releases the object in `place`.
private func makeClass(whoseSetterEmpties place: Locked<Object?>) throws -> Class {
    var builder = try ClassBuilder(uniqueName("LettingGo"))
    try builder.addIvar("_age", Int32.self)
    try builder.addMethod("setAge:") { (_: Object, _: Int32) in
        _ = place.withLock { $0.take() }
    }
    return builder.register()
}

@Suite("Lifetimes of observers")
struct ObserverLifetimeTests {
    @Test("B004 Registering retains neither the observer nor the observed object")
    func nobodyIsRetained() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        let before = (person.unmanaged.retainCount, recorder.object.unmanaged.retainCount)
        try person.addObserver(recorder.object, forKeyPath: "age")
        #expect((person.unmanaged.retainCount, recorder.object.unmanaged.retainCount) == before)
        try person.removeObserver(recorder.object, forKeyPath: "age")
    }

    @Test("B200 An observer that died is named by the next change, once, and its registration is dropped")
    func deadObserver() throws {
        let cls = try makePersonClass()
        let recorder = try Recorder()
        var person: Object? = try cls.new()
        var observer: Object? = try recorder.object.isa.new()
        let designations = try (designation(observer!), designation(person!))
        try person!.addObserver(observer!, forKeyPath: "age")
        observer = nil
        #expect(recorder.object.isa.instanceCount == 1)
        let exception = raised { try person!.setAge(1) }
        #expect(exception?.name == "NSInternalInconsistencyException")
        #expect(
            exception?.reason == "The observer \(designations.0) of the key path \"age\" of \(designations.1) "
                + "was deallocated while it was still registered.")
        #expect(person!.keyValueRegistrations.isEmpty)
        #expect(person!.isUntouched)
        try person!.setAge(2)
        try person!.setAge(3)
        #expect(recorder.count == 0)
        #expect(try raisedByDeath(of: &person) == nil)
        #expect(cls.instanceCount == 0)
    }

    @Test(
        "B200 Each dead observer raises once, and observers that are alive are notified of later changes",
        arguments: [[], .prior, .old] as [KeyValueObservingOptions])
    func severalDeadObservers(options: KeyValueObservingOptions) throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try person.addObserver(recorder.object, forKeyPath: "age")
        for _ in 1...2 {
            try autoreleasepool {
                try person.addObserver(recorder.object.isa.new(), forKeyPath: "age", options: options)
            }
        }
        #expect(raised { try person.setAge(1) }?.reason.contains("was deallocated") == true)
        #expect(raised { try person.setAge(2) }?.reason.contains("was deallocated") == true)
        #expect(person.keyValueRegistrations.count == 1)
        let before = recorder.count
        try person.setAge(3)
        #expect(recorder.count == before + 1)
        try person.removeObserver(recorder.object, forKeyPath: "age")
        #expect(person.isUntouched)
    }

    @Test("B200 The registration of a dead observer for a key path leaves nothing on the objects of the path")
    func deadObserverOfAPath() throws {
        let cls = try makeNodeClass()
        let leaf = try cls.node(1)
        let (root, recorder) = (try cls.node(child: leaf), try Recorder())
        try autoreleasepool { try root.addObserver(recorder.object.isa.new(), forKeyPath: "child.number") }
        #expect(raised { try leaf.setNumber(2) }?.reason.contains("\"child.number\"") == true)
        #expect(areUntouched(root, leaf))
        try leaf.setNumber(3)
        try root.setChild(nil)
    }

    @Test("B200 With the policy \"log\" there is one line, and then the registration is gone, too")
    func deadObserverIsLoggedOnce() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            LeftoverPolicy.current = .log
            let (person, recorder) = (try makePersonClass().new(), try Recorder())
            try autoreleasepool { try person.addObserver(recorder.object.isa.new(), forKeyPath: "age") }
            for age in 1...3 { try person.setAge(Int32(age)) }
            #expect(person.isUntouched)
        }
        #expect(standardError(of: result).split(separator: "\n").count { $0.contains("was deallocated while") } == 1)
    }

    @Test("B201 Objects that come to lie where the observer was are not notified in its place")
    func reusedAddress() throws {
        let recorder = try Recorder()
        let observerClass = recorder.object.isa
        var person: Object? = try makePersonClass().new()
        var observer: Object? = try observerClass.new()
        try person!.addObserver(observer!, forKeyPath: "age")
        observer = nil
        let newcomers = try (0..<1000).map { _ in try observerClass.new() }
        #expect(
            raised { try person!.setAge(1) }?.reason.contains("was deallocated while it was still registered") == true)
        #expect(recorder.count == 0)
        #expect(try raisedByDeath(of: &person) == nil)
        #expect(observerClass.instanceCount == newcomers.count + 1)
    }

    @Test("B199 An observer that the setter lets go of is not notified of that set, but reported")
    func observerLetGoOf() throws {
        let log = Log()
        let observer = Locked<Object?>(try makeDepartingObserverClass(log).new())
        let person = try makeClass(whoseSetterEmpties: observer).new()
        try person.addObserver(try #require(observer.withLock { $0 }), forKeyPath: "age")
        #expect(raised { try person.setAge(1) }?.reason.contains("was deallocated while it was still") == true)
        #expect(log.all.isEmpty)
        #expect(person.observationInfo == nil)
    }

    @Test("B199 If its dealloc removes it, nothing is raised")
    func observerLetGoOfRemovesItself() throws {
        let log = Log()
        let observer = Locked<Object?>(nil)
        let person = try makeClass(whoseSetterEmpties: observer).new()
        let builder = try ClassBuilder(uniqueName("Removing"))
        let cls = builder.cls
        try builder.addMethod("observeValueForKeyPath:ofObject:change:context:") {
            (_: Object, keyPath: String, _: Object, _: Object, _: UnsafeMutableRawPointer?) in log.add(keyPath)
        }
        try builder.addMethod("dealloc") { (self: UnmanagedObject) in
            try person.send("removeObserver:forKeyPath:", self, "age".bridgedObject)
            try self.sendSuper(of: cls, "dealloc")
        }
        _ = builder.register()
        observer.exchange(try cls.new())
        try person.addObserver(try #require(observer.withLock { $0 }), forKeyPath: "age", options: .prior)
        try person.setAge(1)
        #expect(log.all == ["age"])
        #expect(cls.instanceCount == 0)
        #expect(person.observationInfo == nil)
    }

    @Test("B212 An observer that its own callback lets go of lives until the callback has returned")
    func observerLivesUntilTold() throws {
        let log = Log()
        let place = Locked<Object?>(nil)
        let builder = try ClassBuilder(uniqueName("Departing"))
        let cls = builder.cls
        try builder.addMethod("observeValueForKeyPath:ofObject:change:context:") {
            (self: Object, keyPath: String, object: Object, _: Object, _: UnsafeMutableRawPointer?) in
            place.exchange(nil)
            log.add("\(cls.instanceCount) alive")
            try object.removeObserver(self, forKeyPath: keyPath)
        }
        _ = builder.register()
        place.exchange(try cls.new())
        let person = try makePersonClass().new()
        try person.addObserver(try #require(place.withLock { $0 }), forKeyPath: "age")
        try person.setAge(1)
        #expect(log.all == ["1 alive"])
        #expect(cls.instanceCount == 0)
        #expect(person.observationInfo == nil)
    }

    @Test("B212 An observed object that its setter lets go of lives until its observers have been notified")
    func objectLivesUntilTold() async {
        await #expect(processExitsWith: .success) {
            let log = Log()
            let place = Locked<Object?>(nil)
            let cls = try makeClass(whoseSetterEmpties: place)
            let observer = try makeDepartingObserverClass(log).new()
            let object = try autoreleasepool { () -> UnmanagedObject in
                let object = try cls.new()
                try object.addObserver(observer, forKeyPath: "age", options: .old)
                place.withLock { $0 = object }
                return object.unmanaged
            }
            object.sendWords("setAge:", (1, 0, 0, 0))
            #expect(log.all == ["age"])
            #expect(cls.instanceCount == 0)
            #expect(!RuntimeException.isPending)
        }
    }

    @Test("B212 An old value that has no other owner lives until the observers have been notified")
    func oldValueLivesUntilTold() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        let valueClass = try ClassBuilder(uniqueName("Value")).register()
        try autoreleasepool {
            try person.send("setName:", valueClass.new())
            try person.addObserver(recorder.object, forKeyPath: "name", options: .old)
            recorder.whenTold { _ in #expect(valueClass.instanceCount == 1) }
            try person.send("setName:", Object?.none)
        }
        #expect(recorder.notifications.first?.old?.hasPrefix("<\(valueClass)") == true)
        #expect(valueClass.instanceCount == 0)
        try person.removeObserver(recorder.object, forKeyPath: "name")
    }
}

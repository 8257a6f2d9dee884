// OddClassTests.swift - observing instances of unusual classes.
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

@Suite("Odd classes")
struct OddClassTests {
    @Test("A setter setIs<Key>: notifies, by message and by key-value coding")
    func setIs() throws {
        var builder = try ClassBuilder(uniqueName("Task"))
        try builder.addIvar("_state", Bool.self)
        try builder.addMethod("ready") { (me: Object) -> Bool in try me.ivar("_state", as: Bool.self) }
        try builder.addMethod("setIsReady:") { (me: Object, state: Bool) in try me.setIvar("_state", to: state) }
        let (task, recorder) = (try builder.register().new(), try Recorder())
        try task.addObserver(recorder.object, forKeyPath: "ready", options: [.new])
        try task.setValue(true, forKey: "ready")
        try task.send("setIsReady:", false)
        #expect(recorder.notifications.map(\.new) == ["1", "0"])
        try task.removeObserver(recorder.object, forKeyPath: "ready")
    }

    @Test("A setter that calls the private one notifies once")
    func setterCallsSetter() throws {
        var builder = try ClassBuilder(uniqueName("Delegating"))
        try builder.addIvar("_age", Int32.self)
        try builder.addMethod("_setAge:") { (me: Object, age: Int32) in try me.setIvar("_age", to: age) }
        try builder.addMethod("setAge:") { (me: Object, age: Int32) in try me.send("_setAge:", age) }
        let (object, recorder) = (try builder.register().new(), try Recorder())
        try object.addObserver(recorder.object, forKeyPath: "age", options: [.new])
        try object.setAge(1)
        #expect(recorder.notifications.map(\.new) == ["1"])
        try object.removeObserver(recorder.object, forKeyPath: "age")
    }

    @Test("Mutators of a key that cannot be read work, and notify observers that ask for no values")
    func mutatorsWithoutGetter() throws {
        let log = Log()
        let builder = try ClassBuilder(uniqueName("Team"))
        try builder.addMethod("insertObject:inItemsAtIndex:") { (_: Object, _: Object, _: UInt) in log.add("insert") }
        try builder.addMethod("removeObjectFromItemsAtIndex:") { (_: Object, _: UInt) in log.add("remove") }
        try builder.addMethod("addTagsObject:") { (_: Object, _: Object) in log.add("add") }
        let (team, recorder) = (try builder.register().new(), try Recorder())
        try team.addObserver(recorder.object, forKeyPath: "items")
        try team.addObserver(recorder.object, forKeyPath: "tags")
        try team.send("insertObject:inItemsAtIndex:", "x", UInt(0))
        try team.send("removeObjectFromItemsAtIndex:", UInt(0))
        try team.send("addTagsObject:", "x")
        #expect(log.all == ["insert", "remove", "add"])
        #expect(recorder.notifications.map(\.kind) == [2, 3, 2])
        try team.removeObserver(recorder.object, forKeyPath: "items")
        try team.removeObserver(recorder.object, forKeyPath: "tags")
    }

    @Test("Keys that are spelt differently are different keys, even if they read the same")
    func spelling() throws {
        let (composed, decomposed) = ("caf\u{e9}", "cafe\u{301}")
        var builder = try ClassBuilder(uniqueName("Menu"))
        try builder.addIvar("_price", Int32.self)
        for key in [composed, decomposed] {
            try builder.addMethod(Selector(key)) { (me: Object) -> Int32 in try me.ivar("_price", as: Int32.self) }
            let setter = Selector("set" + capitalized(key) + ":")
            try builder.addMethod(setter) { (me: Object, price: Int32) in try me.setIvar("_price", to: price) }
        }
        let (menu, first, second) = (try builder.register().new(), try Recorder(), try Recorder())
        try menu.addObserver(first.object, forKeyPath: composed)
        try menu.addObserver(second.object, forKeyPath: decomposed)
        try menu.send(Selector("setCafe\u{301}:"), Int32(1))
        #expect((first.count, second.count) == (0, 1))
        try menu.send(Selector("setCaf\u{e9}:"), Int32(2))
        #expect((first.count, second.count) == (1, 1))
        try menu.removeObserver(first.object, forKeyPath: composed)
        try menu.removeObserver(second.object, forKeyPath: decomposed)
    }

    @Test("Observers and intermediates that allow no weak references are observed like others")
    func noWeakReferences() throws {
        let builder = try ClassBuilder(uniqueName("Unweak"), superclass: makeNodeClass())
        try builder.addMethod("allowsWeakReference") { (_: Object) -> Bool in false }
        let told = Locked(0)
        try builder.addMethod("observeValueForKeyPath:ofObject:change:context:") {
            (_: Object, _: String, _: Object, _: Object, _: UnsafeMutableRawPointer?) in
            told.withLock { $0 += 1 }
        }
        let cls = builder.register()
        let (watcher, node) = (try cls.new(), try makeNodeClass().node())
        try node.addObserver(watcher, forKeyPath: "number")
        try node.setNumber(3)
        #expect(told.withLock { $0 } == 1)
        try node.removeObserver(watcher, forKeyPath: "number")

        let (recorder, middle) = (try Recorder(), try cls.node(1))
        let root = try makeNodeClass().node(0, child: middle)
        try root.addObserver(recorder.object, forKeyPath: "child.number")
        try middle.setNumber(5)
        #expect(recorder.count == 1)
        try root.removeObserver(recorder.object, forKeyPath: "child.number")
        #expect(middle.isUntouched)
    }

    @Test("A set while an exception is on its way is a set as ever, and the exception goes on")
    func pendingException() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try person.addObserver(recorder.object, forKeyPath: "age", options: [.new])
        RuntimeException("TestException", "on its way").raise()
        person.unmanaged.sendWords("setAge:", (2, 0, 0, 0))
        #expect(RuntimeException.takePending()?.name == "TestException")
        #expect(recorder.notifications.map(\.new) == ["2"])
        try person.removeObserver(recorder.object, forKeyPath: "age")
    }

    @Test("An override of willChangeValueForKey: that raises after super leaves nothing behind")
    func willRaises() throws {
        let builder = try ClassBuilder(uniqueName("Raising"), superclass: makePersonClass())
        let cls = builder.cls
        try builder.addMethod("willChangeValueForKey:") { (me: Object, key: String) in
            try me.sendSuper(of: cls, "willChangeValueForKey:", key)
            throw RuntimeException("TestException", "after super")
        }
        _ = builder.register()
        do {
            let (person, recorder) = (try cls.new(), try Recorder())
            try person.addObserver(recorder.object, forKeyPath: "age")
            #expect(raised { try person.setAge(3) }?.name == "TestException")
            try person.removeObserver(recorder.object, forKeyPath: "age")
        }
        #expect(cls.instanceCount == 0)
    }

    @Test("NSObject's own willChangeValueForKey: and class, swizzled before anything was observed, see everything")
    func swizzledRoot() async {
        await #expect(processExitsWith: .success) {
            let log = Log()
            let will = Class.nsObject.instanceMethod("willChangeValueForKey:")!
            let original = will.implementation
            will.setImplementation(
                try IMP { (me: Object, key: String) in
                    log.add("will \(key)")
                    try original.call(me, "willChangeValueForKey:", key)
                })
            let asked = Locked(0)
            let cls = Class.nsObject.instanceMethod("class")!
            cls.setImplementation(
                try IMP { (me: UnmanagedObject) -> Class in
                    asked.withLock { $0 += 1 }
                    return me.isa
                })
            let (person, recorder) = (try makePersonClass().new(), try Recorder())
            try person.addObserver(recorder.object, forKeyPath: "age")
            try person.setAge(1)
            precondition(log.all.contains("will age") && recorder.count == 1)
            let before = asked.withLock { $0 }
            let told = try person.send("class", as: Class.self)
            precondition(asked.withLock { $0 } > before && !told.name.hasPrefix("NSKVO"))
            try person.removeObserver(recorder.object, forKeyPath: "age")
        }
    }

    @Test("A callback about a dying object may read its observers: nothing dies under a lock")
    func askingWhileSomethingDies() async {
        await #expect(processExitsWith: .success) {
            let (root, child, recorder) = (try makeNodeClass().node(), try makeNodeClass().node(), try Recorder())
            try root.setChild(child)
            try root.addObserver(recorder.object, forKeyPath: "child.number")
            try root.addObserver(recorder.object, forKeyPath: "child.number")
            Trace.setHandler { event in
                guard event.kind == .objectDeallocated else { return }
                _ = root.keyValueRegistrations
                _ = child.keyValueRegistrations
            }
            try root.removeObserver(recorder.object, forKeyPath: "child.number")
            try root.removeObserver(recorder.object, forKeyPath: "child.number")
            Trace.setHandler(nil)
        }
    }

    @Test(
        "A setter that lets go of its own object's last reference does no harm, observed or not",
        arguments: [true, false])
    func lastReference(isTold: Bool) throws {
        let owned = Locked<UnmanagedObject?>(nil)
        let builder = try ClassBuilder(uniqueName("Ending"), superclass: makePersonClass())
        try builder.addMethod("setAge:") { (_: UnmanagedObject, _: Int32) in
            owned.withLock { $0.take() }?.release()
        }
        let cls = builder.register()
        let (steady, recorder) = (try cls.new(), try Recorder())
        try steady.addObserver(recorder.object, forKeyPath: "age")
        try autoreleasepool {
            let object = try cls.new()
            try object.addObserver(
                recorder.object, forKeyPath: isTold ? "age" : "name", options: [.untilEitherDies])
            owned.withLock { $0 = object.unmanaged.retain() }
        }
        let raw = owned.withLock { $0! }
        raw.sendWords("setAge:", (1, 0, 0, 0))
        #expect(cls.instanceCount == 1)
        #expect(recorder.count == (isTold ? 1 : 0))
        try steady.removeObserver(recorder.object, forKeyPath: "age")
    }
}

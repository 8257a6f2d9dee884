// UnfinishedChangeTests.swift - changes that begin with `willChangeValueForKey:` and never end.
import Glibc
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

@Suite("Changes that begin and do not end")
struct UnfinishedChangeTests {
    @Test("B066 A will without a did keeps neither the object nor its observers alive", arguments: [0, 1, 2, 3, 8, 11])
    func nobodyIsKept(options: UInt) throws {
        let (cls, observers) = (try makePersonClass(), try Recorder().object.isa)
        let count = observers.instanceCount
        try autoreleasepool {
            let (person, observer) = (try cls.new(), try observers.new())
            try person.addObserver(observer, forKeyPath: "age", options: .init(rawValue: options))
            for _ in 1...3 { try person.willChangeValue(forKey: "age") }
            try person.removeObserver(observer, forKeyPath: "age")
        }
        #expect(cls.instanceCount == 0)
        #expect(observers.instanceCount == count)
    }

    @Test("B066 An object that observes itself dies between will and did")
    func selfObserving() throws {
        let builder = try ClassBuilder(uniqueName("Narcissus"), superclass: makePersonClass())
        let cls = builder.cls
        try builder.addMethod("observeValueForKeyPath:ofObject:change:context:") {
            (_: UnmanagedObject, _: String, _: Object, _: Object, _: UnsafeMutableRawPointer?) in
        }
        try builder.addMethod("dealloc") { (self: UnmanagedObject) in
            try self.send("removeObserver:forKeyPath:", self, "age".bridgedObject)
            try self.sendSuper(of: cls, "dealloc")
        }
        _ = builder.register()
        try autoreleasepool {
            let object = try cls.new()
            try object.addObserver(object, forKeyPath: "age", options: [.old, .new])
            try object.willChangeValue(forKey: "age")
        }
        #expect(cls.instanceCount == 0)
    }

    @Test("B066 Objects along a key path die between will and did of one of them, and the path is followed again")
    func alongAPath() throws {
        let cls = try makeNodeClass()
        let recorder = try Recorder()
        try autoreleasepool {
            let root = try cls.node()
            try autoreleasepool {
                let middle = try cls.node(1, child: cls.node(2))
                try root.setChild(middle)
                try root.addObserver(recorder.object, forKeyPath: "child.child.number", options: [.new])
                try middle.willChangeValue(forKey: "child")
                try root.setChild(nil)
            }
            #expect(cls.instanceCount == 1, "only the root is left")
            try root.setChild(cls.node(3, child: cls.node(4)))
            #expect(recorder.notifications.last?.new == "4")
            try root.removeObserver(recorder.object, forKeyPath: "child.child.number")
        }
        #expect(cls.instanceCount == 0)
    }

    @Test("B066 The object that registered a path may die between will and did of another one")
    func rootDies() throws {
        let cls = try makeNodeClass()
        let (leaf, recorder) = (try cls.node(1), try Recorder())
        try autoreleasepool {
            let root = try cls.node(child: leaf)
            try root.addObserver(recorder.object, forKeyPath: "child.number", options: [.old, .new])
            try leaf.willChangeValue(forKey: "number")
            try root.removeObserver(recorder.object, forKeyPath: "child.number")
        }
        #expect(cls.instanceCount == 1)
        try leaf.didChangeValue(forKey: "number")
        #expect(recorder.count == 0)
        #expect(leaf.isUntouched)
    }

    @Test("B066 An object that comes later is never taken for one that died with a change pending")
    func laterObjects() throws {
        let (cls, recorder) = (try makePersonClass(), try Recorder())
        for _ in 1...100 {
            try autoreleasepool {
                let person = try cls.new()
                try person.addObserver(recorder.object, forKeyPath: "age")
                try person.willChangeValue(forKey: "age")
                try person.removeObserver(recorder.object, forKeyPath: "age")
            }
            try autoreleasepool {
                let person = try cls.new()
                try person.addObserver(recorder.object, forKeyPath: "age")
                try person.didChangeValue(forKey: "age")
                try person.removeObserver(recorder.object, forKeyPath: "age")
            }
        }
        #expect(recorder.count == 0)
        #expect(cls.instanceCount == 0)
    }

    @Test("B066 A will in a dealloc ends with the object, and nobody is taken for it")
    func inDealloc() throws {
        let recorder = try Recorder()
        let builder = try ClassBuilder(uniqueName("Mortal"), superclass: makePersonClass())
        let cls = builder.cls
        let observer = recorder.object
        try builder.addMethod("dealloc") { (self: UnmanagedObject) in
            try self.send("willChangeValueForKey:", "age".bridgedObject)
            try self.send("removeObserver:forKeyPath:", observer, "age".bridgedObject)
            try self.sendSuper(of: cls, "dealloc")
        }
        _ = builder.register()
        for _ in 1...20 {
            try autoreleasepool { try cls.new().addObserver(observer, forKeyPath: "age") }
            try autoreleasepool {
                let next = try cls.new()
                try next.addObserver(observer, forKeyPath: "age")
                try next.didChangeValue(forKey: "age")
            }
        }
        #expect(cls.instanceCount == 0)
        #expect(recorder.count == 0)
    }

    @Test("A pair in a dealloc notifies as ever")
    func pairInDealloc() throws {
        let recorder = try Recorder()
        let builder = try ClassBuilder(uniqueName("Mortal"), superclass: makePersonClass())
        let cls = builder.cls
        let observer = recorder.object
        try builder.addMethod("dealloc") { (self: UnmanagedObject) in
            for _ in 1...20 { try self.send("willChangeValueForKey:", "age".bridgedObject) }
            for _ in 1...20 { try self.send("didChangeValueForKey:", "age".bridgedObject) }
            try self.send("removeObserver:forKeyPath:", observer, "age".bridgedObject)
            try self.sendSuper(of: cls, "dealloc")
        }
        _ = builder.register()
        try autoreleasepool { try cls.new().addObserver(observer, forKeyPath: "age") }
        #expect(cls.instanceCount == 0)
        #expect(recorder.count == 20)
    }

    @Test("An observer that dies between will and did is named by did, and its registration is dropped")
    func observerDies() throws {
        let (person, observers) = (try makePersonClass().new(), try Recorder().object.isa)
        try autoreleasepool {
            try person.addObserver(observers.new(), forKeyPath: "age")
            try person.willChangeValue(forKey: "age")
        }
        #expect(raised { try person.didChangeValue(forKey: "age") }?.reason.contains("was deallocated") == true)
        #expect(person.isUntouched)
    }

    @Test("B066 A hundred thousand objects that die with a change pending take no memory that stays")
    func memory() async {
        await #expect(processExitsWith: .success) {
            let (cls, recorder) = (try makePersonClass(), try Recorder())
            func round() throws {
                try autoreleasepool {
                    let person = try cls.new()
                    try person.addObserver(recorder.object, forKeyPath: "age", options: .old)
                    try person.willChangeValue(forKey: "age")
                    try person.removeObserver(recorder.object, forKeyPath: "age")
                }
            }
            for _ in 1...5_000 { try round() }
            let before = residentBytes()
            for _ in 1...100_000 { try round() }
            expectGrowth(since: before, below: 2 << 20)
            #expect(cls.instanceCount == 0)
        }
    }

    @Test("B066 An object may die on another thread than the one on which its change began")
    func otherThread() throws {
        let (cls, recorder) = (try makePersonClass(), try Recorder())
        let place = Locked<Object?>(try cls.new())
        try autoreleasepool {
            let person = place.withLock { $0! }
            try person.addObserver(recorder.object, forKeyPath: "age")
            try person.willChangeValue(forKey: "age")
            try person.removeObserver(recorder.object, forKeyPath: "age")
        }
        onAnotherThread { place.withLock { $0 = nil } }
        #expect(cls.instanceCount == 0)
        for _ in 1...40 {
            try autoreleasepool {
                let person = try cls.new()
                try person.addObserver(recorder.object, forKeyPath: "age")
                try person.willChangeValue(forKey: "age")
                try person.removeObserver(recorder.object, forKeyPath: "age")
                try person.didChangeValue(forKey: "age")
            }
        }
        #expect(recorder.count == 0)
        #expect(cls.instanceCount == 0)
    }
}

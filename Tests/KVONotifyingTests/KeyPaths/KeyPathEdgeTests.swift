// KeyPathEdgeTests.swift - key paths with unusual objects, and changes inside notifications.
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

@Suite("Key paths, far from the usual")
struct KeyPathEdgeTests {
    @Test("A path ends in what any object says of itself: the length of a string")
    func valueObjects() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try recorder.observing(person, "name.length") {
            try person.setName("Ann")
            try person.setName("a name that is a good deal longer")
            try person.send("setName:", Object?.none)
        }
        #expect(recorder.changes == ["<null> -> 3", "3 -> 33", "33 -> <null>"])
    }

    @Test("A class object on a path: its properties are announced by hand, and it is let go")
    func classObjects() throws {
        let (cls, metaclass) = (try makeNodeClass(), try makeNodeClass())
        let limit = Locked<Int32>(1)
        try metaclass.isa.addMethod("limit") { (_: Object) -> Int32 in limit.withLock { $0 } }
        let (root, recorder) = (try cls.node(child: metaclass.object), try Recorder())
        try recorder.observing(root, "child.limit") {
            let object = metaclass.object
            try object.willChangeValue(forKey: "limit")
            limit.withLock { $0 = 2 }
            try object.didChangeValue(forKey: "limit")
            try root.setChild(nil)
        }
        #expect(recorder.changes == ["1 -> 2", "2 -> <null>"])
        #expect(metaclass.object.observationInfo == nil)
    }

    @Test(
        "B067 Registered while an object on the way changes: not notified of that change, but the new object is followed",
        arguments: ["child.number", "derived", "derived.intValue"])
    func registeringMidChange(path: String) throws {
        let cls = try makeNodeClass()
        try cls.declare("derived", affectedBy: "child.number")
        try cls.compute("derived", from: "child.number")
        let (first, second) = (try cls.node(1), try cls.node(2))
        let (root, other, recorder) = (try cls.node(child: first), try Recorder(), try Recorder())
        try other.observing(root, "child") {
            try root.willChangeValue(forKey: "child")
            try root.addObserver(recorder.object, forKeyPath: path, options: [.new])
            try root.setIvar("_child", to: Object?.some(second))
            try root.didChangeValue(forKey: "child")
            #expect(recorder.count == 0)
            try second.setNumber(3)
            #expect(recorder.changes == ["- -> 3"])
            try root.removeObserver(recorder.object, forKeyPath: path)
        }
        #expect(areUntouched(root, first, second))
    }

    @Test("A prior notification in which the path is changed already: in the end the latest object is followed")
    func changeInsideThePriorNotification() throws {
        let cls = try makeNodeClass()
        let (first, second, third) = (try cls.node(1), try cls.node(2), try cls.node(3))
        let (root, recorder) = (try cls.node(child: first), try Recorder())
        let isFirst = Locked(true)
        recorder.whenTold {
            guard $0.isPrior,
                isFirst.withLock({
                    let was = $0; $0 = false; return was
                })
            else { return }
            try root.setChild(second)
        }
        try recorder.observing(root, "child.number", [.new, .prior]) {
            try root.setChild(third)
            #expect(areUntouched(first, second))
            let before = recorder.count
            try third.setNumber(4)
            #expect(recorder.count == before + 2)
        }
        recorder.whenTold(nil)
        #expect(recorder.changes.last == "- -> 4")
        #expect(areUntouched(first, second, third))
    }

    @Test("An object that changes itself while it dies does not notify once it was replaced")
    func changeInsideDealloc() throws {
        let cls = try makeNodeClass()
        let mortal = try ClassBuilder(uniqueName("Mortal"), superclass: cls).register()
        try mortal.addMethod("dealloc") { (self: UnmanagedObject) in
            try self.send("setNumber:", Int32(-1))
            try self.sendSuper(of: mortal, "dealloc")
        }
        let recorder = try Recorder()
        try autoreleasepool {
            let root = try cls.node()
            try autoreleasepool { try root.setChild(mortal.node(1)) }
            try recorder.observing(root, "child.number", []) {
                try autoreleasepool { try root.setChild(cls.node(2)) }
                #expect(mortal.instanceCount == 0)
                #expect(recorder.count == 1)
            }
        }
        #expect(cls.instanceCount == 0)
    }

    @Test("B104 A weak intermediate that changes itself while it dies does no harm")
    func weakIntermediateChangesItselfInDealloc() throws {
        var builder = try ClassBuilder(uniqueName("Holder"), superclass: makeNodeClass())
        try builder.addProperty("delegate", Object?.self, storage: .weak)
        let cls = builder.register()
        let mortal = try ClassBuilder(uniqueName("Mortal"), superclass: cls).register()
        try mortal.addMethod("dealloc") { (self: UnmanagedObject) in
            try self.send("setNumber:", Int32(-1))
            try self.sendSuper(of: mortal, "dealloc")
        }
        let (root, recorder) = (try cls.node(), try Recorder())
        try recorder.observing(root, "delegate.number") {
            try autoreleasepool {
                let delegate = try mortal.node(1)
                try root.send("setDelegate:", delegate)
            }
            #expect(mortal.instanceCount == 0)
            #expect(recorder.changes.first == "<null> -> 1")
            try root.send("setDelegate:", cls.node(2))
        }
        #expect(root.isUntouched)
    }

    @Test("Registering and removing a path inside the callbacks of another, a hundred times")
    func churnInsideCallbacks() throws {
        let cls = try makeNodeClass()
        let (first, second) = (try cls.node(1), try cls.node(2))
        let (root, steady, guest) = (try cls.node(child: first), try Recorder(), try Recorder())
        let (observer, isRegistered) = (guest.object, Locked(false))
        steady.whenTold { _ in
            if isRegistered.withLock({ $0 }) {
                try root.removeObserver(observer, forKeyPath: "child.number")
            } else {
                try root.addObserver(observer, forKeyPath: "child.number")
            }
            isRegistered.withLock { $0.toggle() }
        }
        try steady.observing(root, "child.number", [.prior]) {
            for turn in 0..<100 {
                try root.setChild(turn.isMultiple(of: 2) ? second : first)
                try first.setNumber(Int32(turn))
            }
        }
        steady.whenTold(nil)
        // The guest is added before each change and removed after it, so no change includes it from beginning to end.
        #expect(guest.count == 0)
        #expect(!isRegistered.withLock { $0 })
        #expect(areUntouched(root, first, second))
    }

    @Test("A setter that raises under an object with its own way of observing leaves nothing alive")
    func raisingSetterUnderAnOwnWay() throws {
        let cls = try makeNodeClass()
        let add: Selector = "addObserver:forKeyPath:options:context:"
        try cls.addMethod(add) {
            (self: Object, observer: Object, path: String, options: UInt, context: UnsafeMutableRawPointer?) in
            try self.sendSuper(of: cls, add, observer, path, options, context)
        }
        try cls.swizzle("setNumber:") { original in
            { (self: Object, number: Int32) in
                if number < 0 { throw RuntimeException("NSInvalidArgumentException", "negative") }
                try original(self, number)
            }
        }
        let recorder = try Recorder()
        try autoreleasepool {
            let leaf = try cls.node(1)
            let root = try cls.node(child: leaf)
            try recorder.observing(root, "child.number") {
                #expect(raised { try leaf.setNumber(-1) }?.reason == "negative")
                try leaf.setNumber(2)
            }
        }
        #expect(recorder.changes == ["1 -> 2"])
        #expect(cls.instanceCount == 0)
    }

    @Test("Two registrations of one observer for one path, one of them removed while the path changes: notified once")
    func oneOfTwoRemovedMidChange() throws {
        let cls = try makeNodeClass()
        let (first, second) = (try cls.node(1), try cls.node(2))
        let (root, recorder) = (try cls.node(child: first), try Recorder())
        for number in 1...2 {
            try root.addObserver(recorder.object, forKeyPath: "child.number", context: context(number))
        }
        try root.willChangeValue(forKey: "child")
        try root.removeObserver(recorder.object, forKeyPath: "child.number", context: context(1))
        try root.setIvar("_child", to: Object?.some(second))
        try root.didChangeValue(forKey: "child")
        #expect(recorder.notifications.map(\.context) == [2])
        try first.setNumber(5)
        try second.setNumber(6)
        #expect(recorder.notifications.map(\.context) == [2, 2])
        try root.removeObserver(recorder.object, forKeyPath: "child.number", context: context(2))
        #expect(areUntouched(root, first, second))
    }

    @Test("A path, its dependent twin and the plain keys, all of one object, end in any order of removal")
    func everyOrderOfRemoval() throws {
        let cls = try makeNodeClass()
        try cls.declare("derived", affectedBy: "child.number", "number")
        try cls.compute("derived", from: "number")
        let paths = ["number", "child", "child.number", "derived", "child.derived"]
        for offset in paths.indices {
            for step in 1...4 {
                let leaf = try cls.node(1)
                let (root, recorder) = (try cls.node(child: leaf), try Recorder())
                for path in paths { try root.addObserver(recorder.object, forKeyPath: path) }
                for turn in paths.indices {
                    try root.setChild(leaf)
                    try root.removeObserver(recorder.object, forKeyPath: paths[(offset + turn * step) % 5])
                    try leaf.setNumber(2)
                }
                #expect(areUntouched(root, leaf))
            }
        }
    }
}

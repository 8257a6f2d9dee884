// KeyPathReplacementTests.swift - objects on a key path that are replaced with a notification.
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

@Suite("Objects on a path that are replaced")
struct KeyPathReplacementTests {
    @Test("B081 Replacing an object on the way is one change of the whole path, from the old leaf to the new one")
    func replacing() throws {
        let cls = try makeNodeClass()
        let (first, second) = (try cls.node(child: cls.node(1)), try cls.node(child: cls.node(2)))
        let (root, recorder) = (try cls.node(child: first), try Recorder())
        try recorder.observing(root, "child.child.number") {
            try root.setChild(second)
            try second.setChild(cls.node(3))
            #expect(recorder.changes == ["1 -> 2", "2 -> 3"])
            #expect(recorder.notifications.map(\.kind) == [1, 1])
        }
    }

    @Test("B082 Replacing notifies when the leaf has the same value, and when the very same object is set again")
    func equalLeaves() throws {
        let cls = try makeNodeClass()
        let (root, recorder) = (try cls.node(child: cls.node(1)), try Recorder())
        let twin = try cls.node(1)
        try recorder.observing(root, "child.number") {
            try root.setChild(twin)
            try root.setChild(twin)
            try twin.setNumber(2)
            #expect(recorder.changes == ["1 -> 1", "1 -> 1", "1 -> 2"])
        }
    }

    @Test("B086 Changes of the replaced object do not notify, nor do those of the objects behind it")
    func detached() throws {
        let cls = try makeNodeClass()
        let leaf = try cls.node(1)
        let middle = try cls.node(child: leaf)
        let (root, recorder) = (try cls.node(child: middle), try Recorder())
        try recorder.observing(root, "child.child.number") {
            try root.setChild(cls.node())
            try leaf.setNumber(2)
            try middle.setChild(nil)
            #expect(recorder.count == 1)
            #expect(middle.isUntouched)
            #expect(leaf.isUntouched)
        }
    }

    @Test("B088 After twenty-five rewirings of the same objects a change of the leaf notifies exactly once")
    func twentyFiveTimes() throws {
        let cls = try makeNodeClass()
        let leaf = try cls.node()
        let middle = try cls.node(child: leaf)
        let (root, recorder) = (try cls.node(), try Recorder())
        try recorder.observing(root, "child.child.number") {
            for _ in 0..<25 {
                try root.setChild(middle)
                try middle.setChild(leaf)
                try middle.setChild(nil)
                try root.setChild(nil)
                try middle.setChild(leaf)
            }
            try root.setChild(middle)
            let before = recorder.count
            try leaf.setNumber(1)
            #expect(recorder.count == before + 1)
        }
        #expect(middle.isUntouched)
        #expect(leaf.isUntouched)
    }

    @Test("B093 A replaced object dies as if nobody had observed it, and so does one that is still on the path")
    func replacedObjectsDie() throws {
        let cls = try makeNodeClass()
        let recorder = try Recorder()
        try autoreleasepool {
            let root = try cls.node()
            try recorder.observing(root, "child.child.number") {
                try autoreleasepool { try root.setChild(cls.node(child: cls.node())) }
                #expect(cls.instanceCount == 3)
                try autoreleasepool { try root.setChild(cls.node()) }
                #expect(cls.instanceCount == 2)
            }
            try recorder.observing(root, "child.number") {}
        }
        #expect(cls.instanceCount == 0)
    }

    @Test("B104 A weak reference on the way that loses its object does not notify, and a later object is followed")
    func weakIntermediate() throws {
        var builder = try ClassBuilder(uniqueName("Delegating"), superclass: makeNodeClass())
        try builder.addProperty("delegate", Object?.self, storage: .weak)
        let cls = builder.register()
        let (root, successor, recorder) = (try cls.node(), try cls.node(7), try Recorder())
        try recorder.observing(root, "delegate.number") {
            try autoreleasepool {
                let mortal = try cls.node(1)
                try root.send("setDelegate:", mortal)
            }
            #expect(cls.instanceCount == 2)
            #expect(recorder.count == 1)
            try root.send("setDelegate:", successor)
            try successor.setNumber(8)
            #expect(recorder.changes == ["<null> -> 1", "<null> -> 7", "7 -> 8"])
        }
        #expect(successor.isUntouched)
    }

    @Test("B119 All paths through an object follow its replacement, also one whose observers are being notified")
    func replacingInACallback() throws {
        let cls = try makeNodeClass()
        let (first, second) = (try cls.node(1), try cls.node(10))
        let (root, number, name) = (try cls.node(child: first), try Recorder(), try Recorder())
        number.whenTold { if $0.new == "2" { try root.setChild(second) } }
        try number.observing(root, "child.number") {
            try name.observing(root, "child.name") {
                try first.setNumber(2)
                try first.setNumber(3)
                try second.setNumber(11)
                try second.setName("Bea")
            }
        }
        number.whenTold(nil)
        #expect(number.changes == ["1 -> 2", "2 -> 10", "10 -> 11"])
        #expect(name.changes == ["<null> -> <null>", "<null> -> Bea"])
        #expect(first.isUntouched)
        #expect(second.isUntouched)
    }

    @Test("A setter on the way that raises leaves the path where it was")
    func raisingSetter() throws {
        let cls = try makeNodeClass()
        try cls.swizzle("setChild:") { original in
            { (self: Object, child: Object?) in
                if child == self { throw RuntimeException("NSInvalidArgumentException", "not of itself") }
                try original(self, child)
            }
        }
        let leaf = try cls.node(1)
        let (root, recorder) = (try cls.node(child: leaf), try Recorder())
        try recorder.observing(root, "child.number") {
            #expect(raised { try root.setChild(root) }?.reason == "not of itself")
            #expect(recorder.count == 0)
            try leaf.setNumber(2)
            #expect(recorder.changes == ["1 -> 2"])
        }
        #expect(leaf.isUntouched)
    }

    @Test("An observer of a path that removes itself before the change lets go of the old object and of the new one")
    func removalInThePriorNotification() throws {
        let cls = try makeNodeClass()
        let (first, second) = (try cls.node(1), try cls.node(2))
        let (root, recorder) = (try cls.node(child: first), try Recorder())
        let observer = recorder.object
        try root.addObserver(observer, forKeyPath: "child.number", options: [.prior])
        recorder.whenTold { _ in try root.removeObserver(observer, forKeyPath: "child.number") }
        try root.setChild(second)
        recorder.whenTold(nil)
        #expect(recorder.changes == ["prior - -> -"])
        #expect(areUntouched(root, first, second))
    }

    @Test("Nested pairs by hand on an object of the path: each notifies, and the path follows the last one")
    func nestedPairsOnAnIntermediate() throws {
        let cls = try makeNodeClass()
        try cls.declareManual("child")
        let (first, second) = (try cls.node(1), try cls.node(2))
        let (root, recorder) = (try cls.node(child: first), try Recorder())
        try recorder.observing(root, "child.number") {
            try root.willChangeValue(forKey: "child")
            try root.willChangeValue(forKey: "child")
            try root.setChild(second)
            try root.didChangeValue(forKey: "child")
            try root.didChangeValue(forKey: "child")
            try first.setNumber(5)
            try second.setNumber(3)
            #expect(recorder.changes == ["1 -> 2", "1 -> 2", "2 -> 3"])
        }
        #expect(first.isUntouched)
        #expect(second.isUntouched)
    }
}

// DependentPathTests.swift - keys that depend on key paths through other objects.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TestSupport
import Testing

@Suite("Dependencies across objects")
struct DependentPathTests {
    @Test("B116 A dependency may be a path: leaf, owner, and an owner that comes and goes, all notify")
    func pathDependency() throws {
        let cls = try makeNodeClass()
        try cls.declare("derived", affectedBy: "child.number")
        try cls.compute("derived", from: "child.number") { 10 * $0 }
        let (root, recorder) = (try cls.node(), try Recorder())
        let (first, second) = (try cls.node(1), try cls.node(2))
        try recorder.observing(root, "derived") {
            try root.setChild(first)
            try first.setNumber(3)
            try root.setChild(second)
            try first.setNumber(4)
            try root.setChild(nil)
            #expect(recorder.changes == ["0 -> 10", "10 -> 30", "30 -> 20", "20 -> 0"])
            #expect(recorder.keyPaths.allSatisfy { $0 == "derived" })
        }
        #expect(areUntouched(first, second))
    }

    @Test("B117 A path through a dependent key goes over to another object when the affecting key moves it there")
    func pathThroughADependentKey() throws {
        let cls = try makeNodeClass()
        try cls.declare("favourite", affectedBy: "number")
        try cls.addMethod("favourite") { (self: Object) -> Object? in
            try self.send(self.send("number", as: Int32.self) == 0 ? "child" : "other", as: Object?.self)
        }
        let (root, child, other) = (try cls.node(), try cls.node(1), try cls.node(2))
        try root.setChild(child)
        try root.setOther(other)
        let recorder = try Recorder()
        try recorder.observing(root, "favourite.number") {
            try child.setNumber(10)
            try root.setNumber(1)
            try child.setNumber(11)
            try other.setNumber(20)
            #expect(recorder.changes == ["1 -> 10", "10 -> 2", "2 -> 20"])
            #expect(child.isUntouched)
        }
        #expect(other.isUntouched)
    }

    @Test("B118 So does a path through a key that depends on a path")
    func pathThroughAPathDependency() throws {
        let cls = try makeNodeClass()
        try cls.declare("grandchild", affectedBy: "child.child")
        try cls.addMethod("grandchild") { (self: Object) -> Object? in try self.value(forKeyPath: "child.child") }
        let (first, second) = (try cls.node(1), try cls.node(2))
        let middle = try cls.node(child: first)
        let (root, recorder) = (try cls.node(child: middle), try Recorder())
        try recorder.observing(root, "grandchild.number") {
            try first.setNumber(10)
            try middle.setChild(second)
            try first.setNumber(11)
            try second.setNumber(20)
            try root.setChild(cls.node(child: first))
            try first.setNumber(12)
            #expect(recorder.changes == ["1 -> 10", "10 -> 2", "2 -> 20", "20 -> 11", "11 -> 12"])
            #expect(areUntouched(middle, second))
        }
        #expect(first.isUntouched)
    }

    @Test("B120 Two dependent keys with the same affecting path are both wired")
    func sharedPath() throws {
        let cls = try makeNodeClass()
        for key in ["one", "two"] {
            try cls.declare(key, affectedBy: "child.number")
            try cls.compute(key, from: "child.number")
        }
        try cls.declare("both", affectedBy: "one", "two")
        let (root, leaf, recorder) = (try cls.node(), try cls.node(1), try Recorder())
        try recorder.observing(root, "one") {
            try recorder.observing(root, "two") {
                try recorder.observing(root, "both", []) {
                    try root.setChild(leaf)
                    try leaf.setNumber(2)
                }
            }
        }
        #expect(recorder.keyPaths == ["both", "two", "one", "both", "two", "one"])
        #expect(leaf.isUntouched)
    }

    @Test("B121 A leaf that several dependencies lead to notifies once, and is let go entirely")
    func noLeafTwice() throws {
        let cls = try makeNodeClass()
        try cls.declare("summary", affectedBy: "child.number", "child.name", "other.number", "alias")
        try cls.declare("alias", affectedBy: "child.number")
        let (root, leaf, recorder) = (try cls.node(), try cls.node(1), try Recorder())
        try root.setChild(leaf)
        try root.setOther(leaf)
        try recorder.observing(root, "summary", []) {
            try leaf.setNumber(2)
            #expect(recorder.count == 1)
            try leaf.setName("Ann")
            #expect(recorder.count == 2)
            try root.setOther(nil)
            try leaf.setNumber(3)
            #expect(recorder.count == 4)
            try root.setChild(nil)
            #expect(recorder.count == 5)
            #expect(leaf.isUntouched)
        }
        try leaf.setNumber(4)
        #expect(recorder.count == 5)
    }

    @Test("B114 B116 A dependency that leads to the same key of the next object follows a list of any length")
    func recursiveDependency() throws {
        let cls = try makeNodeClass()
        try cls.declare("total", affectedBy: "number", "child.total")
        try cls.addMethod("total") { (self: Object) -> Int32 in
            let rest = try self.value(forKeyPath: "child.total").map { try Int32.bridged(from: $0) }
            return try self.send("number", as: Int32.self) + (rest ?? 0)
        }
        let tail = try cls.node(100)
        let middle = try cls.node(10, child: tail)
        let (root, recorder) = (try cls.node(1, child: middle), try Recorder())
        try recorder.observing(root, "total") {
            try tail.setNumber(200)
            let extra = try cls.node(1000)
            try tail.setChild(extra)
            try extra.setNumber(2000)
            try middle.setChild(nil)
            try tail.setNumber(300)
            #expect(recorder.changes == ["111 -> 211", "211 -> 1211", "1211 -> 2211", "2211 -> 11"])
            #expect(areUntouched(tail, extra))
        }
        #expect(middle.isUntouched)
    }

    @Test("B123 Such a list may be a ring: registering ends, and each change notifies once", arguments: 1...4)
    func recursiveRing(length: Int) throws {
        let cls = try makeNodeClass()
        try cls.declare("total", affectedBy: "number", "child.total", "other.total")
        let nodes = try (0..<length).map { _ in try cls.node() }
        for (index, node) in nodes.enumerated() {
            try node.setChild(nodes[(index + 1) % length])
            try node.setOther(nodes[(index + length - 1) % length])
        }
        let recorder = try Recorder()
        try recorder.observing(nodes[0], "total", []) {
            for (index, node) in nodes.enumerated() {
                try node.setNumber(1)
                #expect(recorder.count == index + 1)
            }
        }
        #expect(areUntouched(nodes))
        for node in nodes {
            try node.setChild(nil)
            try node.setOther(nil)
        }
    }

    @Test("Objects that depend on each other's keys notify each observer once")
    func twoObjects() throws {
        let cls = try makeNodeClass()
        try cls.declare("mirror", affectedBy: "number", "child.mirror")
        let (left, right, recorder) = (try cls.node(), try cls.node(), try Recorder())
        try left.setChild(right)
        try right.setChild(left)
        try recorder.observing(left, "mirror", []) {
            try recorder.observing(right, "mirror", []) {
                try left.setNumber(1)
                #expect(recorder.count == 2)
                try right.setChild(nil)
                #expect(recorder.count == 4)
                try right.setNumber(2)
                #expect(recorder.count == 6)
                try left.setNumber(3)
                #expect(recorder.count == 7)
            }
        }
        try left.setChild(nil)
        #expect(areUntouched(left, right))
    }

    @Test("A dependent key whose owner is on a path is rewired with the path")
    func dependentLeafOnAPath() throws {
        let cls = try makeNodeClass()
        try cls.declare("derived", affectedBy: "other.number", "name")
        try cls.compute("derived", from: "other.number") { 10 * $0 }
        let (shared, first, second) = (try cls.node(1), try cls.node(), try cls.node())
        try first.setOther(shared)
        let (root, recorder) = (try cls.node(child: first), try Recorder())
        try recorder.observing(root, "child.derived") {
            try shared.setNumber(2)
            try root.setChild(second)
            try shared.setNumber(3)
            try second.setOther(shared)
            try second.setName("Ann")
            try first.setOther(nil)
            #expect(recorder.changes == ["10 -> 20", "20 -> 0", "0 -> 30", "30 -> 30"])
            #expect(first.isUntouched)
        }
        #expect(areUntouched(second, shared))
    }

    @Test("An affecting object that dies takes nothing down with it")
    func affectingObjectDies() throws {
        var builder = try ClassBuilder(uniqueName("Guest"), superclass: makeNodeClass())
        try builder.addProperty("host", Object?.self, storage: .weak)
        let cls = builder.register()
        try cls.declare("derived", affectedBy: "host.number", "host.child.number")
        let (root, recorder) = (try cls.node(), try Recorder())
        try recorder.observing(root, "derived", []) {
            for count in 1...3 {
                try autoreleasepool {
                    let host = try cls.node(child: cls.node())
                    try root.send("setHost:", host)
                }
                #expect(cls.instanceCount == 1)
                #expect(recorder.count == count)
            }
        }
    }
}

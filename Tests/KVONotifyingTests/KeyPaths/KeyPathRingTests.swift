// KeyPathRingTests.swift - objects that are on a key path more than once.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TestSupport
import Testing

@Suite("Objects that are on a path more than once")
struct KeyPathRingTests {
    @Test("An object that is its own child: each change notifies once, and the ring can be opened and closed")
    func ringOfOne() throws {
        let cls = try makeNodeClass()
        let (root, leaf, recorder) = (try cls.node(1), try cls.node(5), try Recorder())
        try root.setChild(root)
        try recorder.observing(root, "child.child.number") {
            try root.setNumber(2)
            let stranger = try cls.node(child: leaf)
            try root.setChild(stranger)
            try leaf.setNumber(6)
            try root.setNumber(3)
            try root.setChild(root)
            try root.setNumber(4)
            #expect(recorder.changes == ["1 -> 2", "2 -> 5", "5 -> 6", "6 -> 3", "3 -> 4"])
            #expect(leaf.isUntouched)
            #expect(stranger.isUntouched)
        }
        try root.setChild(nil)
    }

    @Test("A ring of two objects under a path of many keys", arguments: 2...9)
    func ringOfTwo(length: Int) throws {
        let cls = try makeNodeClass()
        let (even, odd, recorder) = (try cls.node(0), try cls.node(1), try Recorder())
        try even.setChild(odd)
        try odd.setChild(even)
        let path = Array(repeating: "child", count: length).joined(separator: ".") + ".number"
        let (leaf, bystander) = length.isMultiple(of: 2) ? (even, odd) : (odd, even)
        try recorder.observing(even, path) {
            try leaf.setNumber(10)
            try bystander.setNumber(20)
            #expect(recorder.count == 1)
            try odd.setChild(odd)
            try odd.setNumber(30)
            #expect(recorder.count == 3)
            try even.setChild(nil)
            #expect(recorder.count == 4)
        }
        try odd.setChild(nil)
        #expect(even.isUntouched)
        #expect(odd.isUntouched)
    }

    @Test("The same leaf by two paths of one observer: each path notifies, with its own key path")
    func twoPathsToOneLeaf() throws {
        let cls = try makeNodeClass()
        let (root, leaf, recorder) = (try cls.node(), try cls.node(), try Recorder())
        try root.setChild(leaf)
        try root.setOther(leaf)
        try recorder.observing(root, "child.number") {
            try recorder.observing(root, "other.number") {
                try leaf.setNumber(1)
                try root.setOther(nil)
                try leaf.setNumber(2)
            }
        }
        #expect(recorder.keyPaths == ["other.number", "child.number", "other.number", "child.number"])
        #expect(leaf.isUntouched)
    }

    @Test("An object that moves from one place of the path to another is followed where it is now")
    func movingAlongThePath() throws {
        let cls = try makeNodeClass()
        let (first, second) = (try cls.node(1), try cls.node(2))
        let (root, recorder) = (try cls.node(child: first), try Recorder())
        try first.setChild(second)
        try recorder.observing(root, "child.child.number") {
            try first.setChild(nil)
            try second.setChild(first)
            try root.setChild(second)
            try first.setNumber(11)
            try second.setNumber(12)
            #expect(recorder.changes == ["2 -> <null>", "<null> -> 1", "1 -> 11"])
        }
        #expect(first.isUntouched)
        #expect(second.isUntouched)
    }

    @Test("An observer that is an object of its own path is notified as any other")
    func observerOnThePath() throws {
        let (cls, log) = (try makeNodeClass(), Log())
        try cls.addMethod("observeValueForKeyPath:ofObject:change:context:") {
            (_: Object, keyPath: String, _: Object, change: Object, _: UnsafeMutableRawPointer?) in
            log.add("\(keyPath) = \(try change.entry("new")?.description ?? "-")")
        }
        let leaf = try cls.node(1)
        let root = try cls.node(child: leaf)
        try root.addObserver(leaf, forKeyPath: "child.number", options: [.new])
        try leaf.setNumber(2)
        try root.setChild(nil)
        #expect(log.all == ["child.number = 2", "child.number = <null>"])
        try root.removeObserver(leaf, forKeyPath: "child.number")
        #expect(root.isUntouched)
        #expect(leaf.isUntouched)
    }

    @Test("B109 Registering for a path in the callback of that path notifies no observer twice of the running change")
    func registeringInTheCallback() throws {
        let cls = try makeNodeClass()
        let leaf = try cls.node(1)
        let (root, first, second) = (try cls.node(child: leaf), try Recorder(), try Recorder())
        let observer = second.object
        first.whenTold {
            guard $0.new == "2" else { return }
            try root.addObserver(observer, forKeyPath: "child.number", options: [.new])
        }
        try first.observing(root, "child.number") {
            try leaf.setNumber(2)
            #expect(second.count == 0)
            try leaf.setNumber(3)
            try root.setChild(cls.node(4))
            #expect(first.changes == ["1 -> 2", "2 -> 3", "3 -> 4"])
            #expect(second.changes == ["- -> 3", "- -> 4"])
            try root.removeObserver(observer, forKeyPath: "child.number")
        }
        first.whenTold(nil)
        #expect(leaf.isUntouched)
    }

    @Test("A hundred keys long, a path is followed, rewired in the middle and taken down")
    func longPath() throws {
        let cls = try makeNodeClass()
        var nodes = [try cls.node(1)]
        for _ in 0..<100 { nodes.append(try cls.node(child: nodes.last)) }
        let (root, recorder) = (nodes.last!, try Recorder())
        try recorder.observing(root, String(repeating: "child.", count: 100) + "number") {
            try nodes[0].setNumber(2)
            let saved = nodes[49]
            try nodes[50].setChild(nil)
            try nodes[0].setNumber(3)
            try nodes[50].setChild(saved)
            try nodes[0].setNumber(4)
            #expect(recorder.changes == ["1 -> 2", "2 -> <null>", "<null> -> 3", "3 -> 4"])
        }
        #expect(areUntouched(nodes))
    }
}

// KeyPathThreadTests.swift - key paths whose objects several threads replace.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TestSupport
import Testing

/// Sets the number of each node, and returns the indexes of those whose set notifies the recorder, at most once each.
private func wiring(of nodes: [Object], _ recorder: Recorder) throws -> [Int] {
    try nodes.indices.filter { index in
        let count = recorder.count
        try nodes[index].setNumber(-1)
        #expect(recorder.count - count <= 1)
        return recorder.count > count
    }
}

@Suite("Key paths on several threads")
struct KeyPathThreadTests {
    @Test("B264 An intermediate that four threads replace raises nothing, and in the end the path follows the last one")
    func replacingAnIntermediate() throws {
        let cls = try makeAtomicClass()
        for _ in 0..<20 {
            let (root, recorder) = (try cls.node(), try Recorder())
            let children = try (0..<4).map { try cls.node(Int32($0)) }
            try recorder.observing(root, "child.number", [.new, .old]) {
                onThreads(4) { number in
                    for round in 0..<50 { try root.setChild(round % 10 == 9 ? nil : children[number]) }
                    try root.setChild(children[number])
                }
                #expect(recorder.count == 4 * 51)
                try autoreleasepool {
                    let last = try root.send("child", as: Object.self)
                    #expect(try wiring(of: children, recorder).map { children[$0] } == [last])
                    #expect(areUntouched(children.filter { $0 != last }))
                }
            }
            #expect(areUntouched(children))
        }
        #expect(cls.instanceCount == 0)
    }

    @Test("B264 Both intermediates of a path, replaced while its end is set")
    func replacingEverything() throws {
        let cls = try makeAtomicClass()
        let (root, recorder) = (try cls.node(), try Recorder())
        let leaves = try (0..<3).map { try cls.node(Int32($0)) }
        let middles = try leaves.map { try cls.node(child: $0) }
        // The nodes are observed all the time: a set that begins before its object is first observed announces nothing.
        let steady = try Recorder()
        for node in middles + [root] { try node.addObserver(steady.object, forKeyPath: "child") }
        try recorder.observing(root, "child.child.number", [.new, .old, .prior]) {
            onThreads(3) { number in
                for round in 0..<150 {
                    let next = (number + round) % 3
                    switch number {
                    case 0: try root.setChild(middles[next])
                    case 1: try middles[round % 2].setChild(leaves[next])
                    default: try leaves[next].setNumber(Int32(round))
                    }
                }
            }
            for node in middles { try node.removeObserver(steady.object, forKeyPath: "child") }
            let middle = try root.send("child", as: Object.self)
            let leaf = try middle.send("child", as: Object.self)
            #expect(areUntouched(middles.filter { $0 != middle } + leaves.filter { $0 != leaf }))
            let count = recorder.count
            for leaf in leaves { try leaf.setNumber(-1) }
            #expect(recorder.notifications[count...].map(\.isPrior) == [true, false])
        }
        try root.removeObserver(steady.object, forKeyPath: "child")
        #expect(areUntouched(middles + leaves + [root]))
    }

    @Test("B263 B264 A path that is registered and removed while its intermediate is replaced leaves nothing behind")
    func registeringWhileReplacing() throws {
        let cls = try makeAtomicClass()
        let (root, steady) = (try cls.node(), try Recorder())
        let children = try (0..<2).map { try cls.node(Int32($0)) }
        try root.addObserver(steady.object, forKeyPath: "child")
        onThreads(4) { number in
            let recorder = try Recorder()
            for round in 0..<200 {
                guard number % 2 == 0 else {
                    try root.setChild(children[round % 2])
                    continue
                }
                try root.addObserver(recorder.object, forKeyPath: "child.number", options: [.new, .old, .initial])
                try root.removeObserver(recorder.object, forKeyPath: "child.number")
            }
        }
        #expect(areUntouched(children))
        #expect(steady.count == 400)
        try root.removeObserver(steady.object, forKeyPath: "child")
    }

    @Test("B264 Intermediates that die while another thread sets them are neither kept alive nor messaged afterwards")
    func dyingIntermediates() throws {
        let cls = try makeAtomicClass()
        let (root, recorder) = (try cls.node(), try Recorder())
        try recorder.observing(root, "child.number", [.new, .old]) {
            onThreads(3) { number in
                for round in Int32(0)..<200 {
                    if number == 0 {
                        try root.setChild(try cls.node(round))
                    } else if let child = try root.send("child", as: Object?.self) {
                        try child.setNumber(-round)
                    }
                }
            }
            try root.setChild(nil)
        }
        #expect(cls.instanceCount == 1)
    }

    @Test("B263 Many roots that come and go share one intermediate, which is set meanwhile")
    func sharedIntermediate() throws {
        let cls = try makeAtomicClass()
        let shared = try cls.node()
        onThreads(4) { number in
            let recorder = try Recorder()
            for round in Int32(0)..<200 {
                guard number > 0 else {
                    try shared.setNumber(round)
                    continue
                }
                let root = try cls.node(child: shared)
                try root.addObserver(recorder.object, forKeyPath: "child.number", options: [.new, .old])
                try root.removeObserver(recorder.object, forKeyPath: "child.number")
            }
        }
        #expect(areUntouched(shared))
        #expect(cls.instanceCount == 1)
    }

    @Test("B261 Four threads that set what a key depends on: its observer is notified of each set")
    func dependentKeys() throws {
        let builder = try ClassBuilder(uniqueName("Adult"), superclass: makeAtomicClass())
        try builder.addMethod("isAdult") { (self: Object) -> Bool in try self.age() >= 18 }
        try builder.addClassMethod("keyPathsForValuesAffectingIsAdult") { (_: Object) -> Object in
            NSSet.object([NSString.object("age")])
        }
        let (person, recorder) = (try builder.register().new(), try Recorder())
        try recorder.observing(person, "isAdult", [.new, .old]) {
            onThreads(4) { _ in for age in Int32(0)..<500 { try person.setAge(age) } }
        }
        #expect(recorder.count == 2000)
    }
}

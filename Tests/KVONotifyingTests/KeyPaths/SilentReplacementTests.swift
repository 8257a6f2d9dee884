// SilentReplacementTests.swift - objects on a key path that are replaced without a notification.
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

/// Returns Foundation's text for an object on a path that was replaced without a notification.
private func complaint(_ attempt: String, _ recorder: Recorder, _ path: String, _ key: String, _ cls: Class) -> String {
    "\(attempt) <\(recorder.object.isa.name) 0x> for the key path \"\(path)\" from <\(cls.name) 0x>, most likely "
        + "because the value for the key \"\(key)\" has changed without an appropriate KVO notification being sent. "
        + "Check the KVO-compliance of the \(cls.name) class."
}

@Suite("Objects on a path that are replaced without notice")
struct SilentReplacementTests {
    @Test("B094 The next change of the key raises, notifies no observer, and follows what is there from then on")
    func atTheNextChange() throws {
        let cls = try makeNodeClass()
        let (first, second, third) = (try cls.node(1), try cls.node(2), try cls.node(3))
        let (root, recorder) = (try cls.node(child: first), try Recorder())
        try recorder.observing(root, "child.number") {
            try root.setIvar("_child", to: Object?.some(second))
            let exception = raised { try root.setChild(third) }
            #expect(exception?.name == "NSInternalInconsistencyException")
            #expect(
                exception.map { withoutAddresses($0.reason) }
                    == complaint("Cannot update for observer", recorder, "child.number", "child", cls))
            #expect(recorder.count == 0)
            try third.setNumber(4)
            #expect(recorder.changes == ["3 -> 4"])
        }
        #expect(areUntouched(first, second, third))
    }

    @Test("B094 So does removal, and the registration is gone all the same", arguments: [true, false])
    func atRemoval(withAnotherObject: Bool) throws {
        let cls = try makeNodeClass()
        let first = try cls.node(1)
        let second = withAnotherObject ? try cls.node(2) : nil
        let (root, recorder) = (try cls.node(child: first), try Recorder())
        try root.addObserver(recorder.object, forKeyPath: "child.number")
        try root.setIvar("_child", to: second)
        let exception = raised { try root.removeObserver(recorder.object, forKeyPath: "child.number") }
        #expect(exception?.name == "NSInternalInconsistencyException")
        #expect(
            exception.map { withoutAddresses($0.reason) }
                == complaint("Cannot remove an observer", recorder, "child.number", "child", cls))
        #expect(root.isUntouched)
        #expect(first.isUntouched)
    }

    @Test("B094 It is noticed further down the path as well", arguments: ["child", "removal"])
    func furtherDown(attempt: String) throws {
        let cls = try makeNodeClass()
        let (first, second) = (try cls.node(1), try cls.node(2))
        let middle = try cls.node(child: first)
        let (root, recorder) = (try cls.node(child: middle), try Recorder())
        try root.addObserver(recorder.object, forKeyPath: "child.child.number")
        try middle.setIvar("_child", to: Object?.some(second))
        let exception = raised {
            if attempt == "child" { try root.setChild(nil) }
            try root.removeObserver(recorder.object, forKeyPath: "child.child.number")
        }
        #expect(exception?.name == "NSInternalInconsistencyException")
        #expect(exception?.reason.contains("the value for the key \"child\" has changed without") == true)
        let removal = raised { try root.removeObserver(recorder.object, forKeyPath: "child.child.number") }
        #expect(removal?.name == (attempt == "child" ? nil : "NSRangeException"))
        #expect(areUntouched(root, middle, first, second))
    }

    @Test("B094 An object that was silently replaced and put back is as good as never replaced")
    func putBack() throws {
        let cls = try makeNodeClass()
        let first = try cls.node(1)
        let (root, recorder) = (try cls.node(child: first), try Recorder())
        try recorder.observing(root, "child.number") {
            try root.setIvar("_child", to: Object?.none)
            try root.setIvar("_child", to: Object?.some(first))
            try first.setNumber(2)
            #expect(recorder.changes == ["1 -> 2"])
        }
    }

    @Test("B094 A replacement with a pair of messages around it is no silent one")
    func announced() throws {
        let cls = try makeNodeClass()
        let (first, second) = (try cls.node(1), try cls.node(2))
        let (root, recorder) = (try cls.node(child: first), try Recorder())
        try recorder.observing(root, "child.number") {
            try root.willChangeValue(forKey: "child")
            try root.setIvar("_child", to: Object?.some(second))
            try root.didChangeValue(forKey: "child")
            #expect(recorder.changes == ["1 -> 2"])
        }
        #expect(first.isUntouched)
        #expect(second.isUntouched)
    }

    @Test("B095 Threads that replace an object of the path at once lose nothing but, at worst, a notification")
    func fromSeveralThreads() async throws {
        let cls = try makeNodeClass()
        // An atomic property, which several threads may set.
        let child = Locked<Object?>(nil)
        try cls.swizzle("child") { _ in { (_: Object) -> Object? in child.withLock { $0 } } }
        try cls.swizzle("setChild:") { _ in
            { (_: Object, new: Object?) in
                _ = child.exchange(new)
            }
        }
        defer { child.withLock { $0 = nil } }
        let (root, recorder) = (try cls.node(child: cls.node()), try Recorder())
        let unexpected = Log()
        try root.addObserver(recorder.object, forKeyPath: "child.number")
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<200 {
                        do {
                            try root.setChild(cls.node())
                        } catch {
                            let reason = (error as? RuntimeException)?.reason ?? "\(error)"
                            if !reason.hasPrefix("Cannot update for observer") { unexpected.add(reason) }
                        }
                    }
                }
            }
        }
        #expect(unexpected.all == [])
        let (leaf, before) = (try cls.node(), recorder.count)
        let complaint = raised { try root.setChild(leaf) }
        #expect(complaint?.reason.hasPrefix("Cannot update for observer") != false)
        let afterwards = recorder.count
        #expect(afterwards <= before + 1)
        try leaf.setNumber(1)
        #expect(recorder.count == afterwards + 1)
        try root.removeObserver(recorder.object, forKeyPath: "child.number")
        #expect(root.isUntouched)
        #expect(leaf.isUntouched)
    }

    @Test("B096 A getter that makes a fresh object for each reading looks like a silent replacement")
    func freshObjects() throws {
        let cls = try makeNodeClass()
        let made = Locked<[Object]>([])
        try cls.addMethod("fresh") { (_: Object) -> Object in
            let object = try cls.node()
            made.append(object)
            return object
        }
        let (root, recorder) = (try cls.node(), try Recorder())
        try root.addObserver(recorder.object, forKeyPath: "fresh.number")
        let exception = raised { try root.removeObserver(recorder.object, forKeyPath: "fresh.number") }
        #expect(
            exception.map { withoutAddresses($0.reason) }
                == complaint("Cannot remove an observer", recorder, "fresh.number", "fresh", cls))
        #expect(root.isUntouched)
        #expect(areUntouched(made.withLock { $0 }))
        made.withLock { $0 = [] }
    }
}

// ClassDisposalTests.swift - disposing of classes that were observed leaves nothing behind.
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

/// Makes a class with `int age`, `id members` and mutators. The closures are the class's own, and `dispose` frees them.
private func makeObservableClass(_ name: String, declaring: Bool = true) throws -> Class {
    var builder = try ClassBuilder(name)
    try builder.addProperty("age", Int32.self)
    try builder.addProperty("first", Object?.self)
    try builder.addProperty("members", Object?.self)
    try builder.addMethod("full") { (self: Object) in try self.send("first", as: Object?.self) }
    try builder.addMethod("insertObject:inMembersAtIndex:") { (_: Object, _: Object, _: UInt) in }
    try builder.addMethod("removeObjectFromMembersAtIndex:") { (_: Object, _: UInt) in }
    let cls = builder.register()
    if declaring { try cls.setKeys(["first"], triggerChangeNotificationsForDependentKey: "full") }
    return cls
}

/// Disposes of a class, and of the closures that were made for it.
private func dispose(_ cls: Class) throws {
    let implementations = (cls.methods + cls.isa.methods).map(\.implementation)
    try cls.dispose()
    for implementation in implementations { implementation.remove() }
}

/// Observes and changes every kind of key of an instance.
private func use(_ cls: Class, _ observer: Object) throws {
    try autoreleasepool {
        let object = try cls.new()
        for key in ["age", "full", "members"] { try object.addObserver(observer, forKeyPath: key, options: .new) }
        try object.setAge(1)
        try object.send("setFirst:", "Ann")
        try object.send("insertObject:inMembersAtIndex:", "a", UInt(0))
        try object.setValue(2, forKey: "age")
        for key in ["age", "full", "members"] { try object.removeObserver(observer, forKeyPath: key) }
    }
}

@Suite("Disposing of classes that were observed")
struct ClassDisposalTests {
    @Test("A class is disposed of together with its notifying class")
    func together() throws {
        let (name, recorder) = (uniqueName("Mortal"), try Recorder())
        let cls = try makeObservableClass(name)
        try use(cls, recorder.object)
        #expect(Class(named: "NSKVONotifying_\(name)") != nil)
        try dispose(cls)
        #expect(Class(named: name) == nil)
        #expect(Class(named: "NSKVONotifying_\(name)") == nil)
        #expect(ObjectRuntime.invariantViolation() == nil)
    }

    @Test("It stays, and so does its notifying class, while an instance or a subclass of either is left")
    func stays() throws {
        let (name, recorder) = (uniqueName("Mortal"), try Recorder())
        let cls = try makeObservableClass(name)
        func reason() -> String {
            do { try cls.dispose() } catch RuntimeError.classInUse(let reason) { return reason } catch {}
            return ""
        }
        try autoreleasepool {
            let object = try cls.new()
            try object.addObserver(recorder.object, forKeyPath: "age")
            #expect(reason() == "class '\(name)' still has 1 instance")
            try object.removeObserver(recorder.object, forKeyPath: "age")
            #expect(reason() == "class '\(name)' still has 1 instance")
        }
        let subclass = try ClassBuilder(uniqueName("Sub"), superclass: cls).register()
        #expect(reason() == "class '\(name)' still has the subclass '\(subclass)'")
        try subclass.dispose()
        let notifying = try #require(Class(named: "NSKVONotifying_\(name)"))
        let above = try ClassBuilder(uniqueName("Above"), superclass: notifying).register()
        #expect(reason() == "class '\(notifying)' still has the subclass '\(above)'")
        try above.dispose()
        #expect(throws: RuntimeError.classInUse("class '\(notifying)' is permanent")) { try notifying.dispose() }
        try use(cls, recorder.object)
        try dispose(cls)
        #expect(Class(named: "NSKVONotifying_\(name)") == nil)
    }

    @Test("A class made later with the same name is observed as if there had been no other, with what it says itself")
    func sameName() throws {
        let name = uniqueName("Phoenix")
        for turn in 1...20 {
            let recorder = try Recorder()
            // Every second class has no dependent key.
            let cls = try makeObservableClass(name, declaring: turn.isMultiple(of: 2))
            if turn % 3 == 0 {
                try cls.isa.addMethod("automaticallyNotifiesObserversOfAge") { (_: Object) in false }
            }
            try use(cls, recorder.object)
            let full = turn.isMultiple(of: 2) ? ["full"] : []
            let age = turn % 3 == 0 ? [] : ["age"]
            #expect(recorder.keyPaths == age + full + ["members"] + age, "turn \(turn)")
            try dispose(cls)
        }
    }

    @Test("Two thousand classes, each observed and disposed of, take no memory that stays", arguments: [false, true])
    func memory(observed: Bool) async {
        // With and without observing, so that the memory of the classes themselves is known to be freed.
        await #expect(processExitsWith: .success) { [observed] in
            let builder = try ClassBuilder("Silent")
            try builder.addMethod("observeValueForKeyPath:ofObject:change:context:") {
                (_: Object, _: Object, _: Object, _: Object, _: UnsafeMutableRawPointer?) in
            }
            let observer = try builder.register().new()
            func round(_ number: Int) throws {
                let cls = try makeObservableClass("Short\(number % 7)")
                if observed { try use(cls, observer) }
                let implementations = (cls.methods + cls.isa.methods).map(\.implementation)
                try cls.dispose()
                for implementation in implementations { implementation.remove() }
            }
            for number in 0..<4_000 { try autoreleasepool { try round(number) } }
            let (closures, classes, bytes) = (IMP.closureCount, Class.all.count, residentBytes())
            for number in 0..<2_000 { try autoreleasepool { try round(number) } }
            #expect(IMP.closureCount == closures)
            #expect(Class.all.count == classes)
            expectGrowth(since: bytes, below: 600_000)
            #expect(ObjectRuntime.invariantViolation() == nil)
        }
    }

    @Test("The class at the end of a key path may be disposed of while the path is still observed")
    func hopsOfDeadObjects() throws {
        let (nodes, recorder) = (try makeNodeClass(), try Recorder())
        let leaves = try makeObservableClass(uniqueName("Leaf"))
        let root = try nodes.node()
        try autoreleasepool {
            var builder = try ClassBuilder(uniqueName("WeakNode"), superclass: nodes)
            try builder.addProperty("leaf", Object?.self, storage: .weak)
            let weakRoot = try builder.register().new()
            try autoreleasepool {
                let leaf = try leaves.new()
                try weakRoot.send("setLeaf:", leaf)
                try weakRoot.addObserver(recorder.object, forKeyPath: "leaf.age", options: [.old, .new])
            }
            #expect(leaves.instanceCount == 0)
            try dispose(leaves)
            try weakRoot.send("setLeaf:", Object?.none)
            try weakRoot.removeObserver(recorder.object, forKeyPath: "leaf.age")
        }
        #expect(root.isUntouched)
    }

    @Test("A class may be disposed of while a change at the end of a path from one of its instances is under way")
    func rootsOfDeadObjects() async {
        await #expect(processExitsWith: .success) {
            let (nodes, recorder) = (try makeNodeClass(), try Recorder())
            let (leaf, roots) = (try nodes.node(), try makeObservableClass("Root"))
            try autoreleasepool {
                let root = try roots.new()
                try root.send("setFirst:", leaf)
                try root.addObserver(recorder.object, forKeyPath: "first.number")
                try leaf.willChangeValue(forKey: "number")
                try root.removeObserver(recorder.object, forKeyPath: "first.number")
            }
            try dispose(roots)
            overwriteFreedMemory()
            try leaf.didChangeValue(forKey: "number")
            #expect(recorder.count == 0)
            #expect(ObjectRuntime.invariantViolation() == nil)
        }
    }

    @Test(
        "A class may be disposed of while a thread has not ended a change of one of its instances",
        arguments: ["full", "first.length"])
    func changesThatDoNotEnd(keyPath: String) async {
        await #expect(processExitsWith: .success) { [keyPath] in
            let (cls, recorder) = (try makeObservableClass("Unfinished"), try Recorder())
            let (object, barrier) = (Locked<[Object]>([]), Barrier(2))
            onThreads(2) { thread in
                if thread == 0 {
                    try autoreleasepool {
                        let mortal = try cls.new()
                        try mortal.addObserver(recorder.object, forKeyPath: keyPath)
                        try mortal.willChangeValue(forKey: "first")
                        try mortal.removeObserver(recorder.object, forKeyPath: keyPath)
                        object.append(mortal)
                    }
                    barrier.wait()
                    barrier.wait()
                } else {
                    barrier.wait()
                    _ = object.exchange([])
                    try dispose(cls)
                    overwriteFreedMemory()
                    barrier.wait()
                }
            }
            #expect(ObjectRuntime.invariantViolation() == nil)
        }
    }

    @Test("Threads that each make, observe and dispose of classes do not meet")
    func threads() throws {
        onThreads(4) { thread in
            let recorder = try Recorder()
            for turn in 0..<25 {
                let cls = try makeObservableClass(uniqueName("Thread\(thread)Turn\(turn)X"))
                try use(cls, recorder.object)
                try dispose(cls)
            }
            #expect(recorder.count == 100)
        }
        #expect(ObjectRuntime.invariantViolation() == nil)
    }

    @Test("An override that somebody has exchanged into another class outlives its own")
    func exchangedOverrides() throws {
        let (name, recorder) = (uniqueName("Swizzled"), try Recorder())
        let cls = try makeObservableClass(name)
        try use(cls, recorder.object)
        let notifying = try #require(Class(named: "NSKVONotifying_\(name)"))
        let override = try #require(notifying.instanceMethod("setAge:"))
        let other = try makePersonClass()
        let before = override.implementation
        override.exchangeImplementations(with: try #require(other.instanceMethod("setAge:")))
        try dispose(cls)
        #expect(before.isClosure)
    }
}

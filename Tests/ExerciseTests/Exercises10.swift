// Exercises10.swift - solutions to the exercises of docs/guide/10-what-happens-when-you-observe.md.
import KVONotifying
import MiniRuntime
import Testing

@Suite("Exercises of chapter 10")
struct Exercises10 {
    // The command, with the statements between the two lines with END:
    //
    //      runtime-demo trace - <<'END' | grep -c 'pair allocated: NSKVONotifying'
    //
    // It prints 1, and with 'added: -.NSKVONotifying' it prints 5. Here the same events are counted in a process of
    // their own, because the trace hook is the process's.
    @Test("1. Three objects and two keys take one class pair and five methods")
    func countMethods() async {
        await #expect(processExitsWith: .success) {
            let cls = try makePersonClass("Exercise10Counted"), watcher = try makeWatcher("Exercise10Counter") {}
            let people = [try cls.new(), try cls.new(), try cls.new()]
            let (pairs, methods) = (Locked<[String]>([]), Locked<[String]>([]))
            Trace.setHandler { event in
                guard let cls = event.cls, cls.name == "NSKVONotifying_Exercise10Counted" else { return }
                if event.kind == .classAllocated { pairs.append(cls.name) }
                if event.kind == .methodAdded { methods.append(event.selector!.name) }
            }
            for (person, key) in zip(people, ["age", "age", "name"]) {
                try person.addObserver(watcher, forKeyPath: key)
            }
            Trace.setHandler(nil)
            #expect(pairs.withLock { $0.count } == 1)
            // Three that do not depend on a key, once. A setter for each key, once.
            #expect(methods.withLock { $0 } == ["class", "_isKVOA", "dealloc", "setAge:", "setName:"])
            for (person, key) in zip(people, ["age", "age", "name"]) {
                try person.removeObserver(watcher, forKeyPath: key)
            }
        }
    }

    @Test("2. Whether an object is observed: the isa and _isKVOA know of setters, observationInfo of observers")
    func threeAnswers() throws {
        let cls = try makePersonClass("Exercise10Person"), watcher = try makeWatcher("Exercise10Watcher") {}
        let ann = try cls.new()
        #expect(try answers(ann) == [false, false, false])
        try ann.addObserver(watcher, forKeyPath: "age")
        #expect(try answers(ann) == [true, true, true])
        try ann.removeObserver(watcher, forKeyPath: "age")
        #expect(try answers(ann) == [false, false, false])

        // Nothing notifies by itself here, so no override is needed, and the isa is left alone.
        let quiet = try ClassBuilder("Exercise10Quiet", superclass: cls).register()
        try quiet.isa.addMethod("automaticallyNotifiesObserversForKey:") { (_: Class, _: String) in false }
        let bob = try quiet.new()
        try bob.addObserver(watcher, forKeyPath: "age")
        #expect(try answers(bob) == [false, false, true])
        try bob.removeObserver(watcher, forKeyPath: "age")

        // Somebody else swizzles isas too, and nobody observes.
        let standIn = try ClassBuilder("Exercise10StandIn", superclass: cls).register()
        try standIn.addMethod("class") { (_: Object) in cls }
        ann.setClass(standIn)
        #expect(try answers(ann) == [true, false, false])
    }

    private func answers(_ object: Object) throws -> [Bool] {
        [
            object.isa != (try object.send("class", as: Class.self)),
            try object.send("_isKVOA", as: Bool.self),
            object.observationInfo != nil,
        ]
    }

    @Test("3. With the isa put back by hand sets are silent, and the registration can still be removed")
    func isaPutBack() throws {
        let told = Locked(0)
        let cls = try makePersonClass("Exercise10Thief"), ann = try cls.new()
        let watcher = try makeWatcher("Exercise10Listener") { told.withLock { $0 += 1 } }
        try ann.addObserver(watcher, forKeyPath: "age")
        try ann.send("setAge:", Int32(1))
        #expect(told.withLock { $0 } == 1)

        // The list of observers is as it was. Only the messages do not pass by any more.
        ann.setClass(cls)
        try ann.send("setAge:", Int32(2))
        #expect(told.withLock { $0 } == 1)
        try ann.willChangeValue(forKey: "age")
        try ann.didChangeValue(forKey: "age")
        #expect(told.withLock { $0 } == 2, "registered observers are notified, if will and did are sent")

        // Removal takes the entry out of the list. An isa that is not the notifying class is left alone.
        try ann.removeObserver(watcher, forKeyPath: "age")
        #expect(ann.isa == cls)
        #expect(ann.observationInfo == nil)
    }
}

// ── Support ─────────────────────────────────────────────────────────────────────────────────────────

private func makePersonClass(_ name: String) throws -> Class {
    var builder = try ClassBuilder(name)
    try builder.addProperty("age", Int32.self)
    try builder.addProperty("name", Object?.self)
    return builder.register()
}

private func makeWatcher(_ name: String, _ tell: @escaping @Sendable () -> Void) throws -> Object {
    let builder = try ClassBuilder(name)
    try builder.addMethod("observeValueForKeyPath:ofObject:change:context:") {
        (_: Object, _: String, _: Object, _: Object, _: UnsafeMutableRawPointer?) in tell()
    }
    return try builder.register().new()
}

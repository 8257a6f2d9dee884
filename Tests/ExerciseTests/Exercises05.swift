// Exercises05.swift - solutions to the exercises of docs/guide/05-making-a-class-at-run-time.md.
import KVONotifying
import MiniRuntime
import Testing

@Suite("Exercises of chapter 05")
struct Exercises05 {
    @Test("1. Observing one key adds one setter to the notifying class, and three methods without a key")
    func addedByObserving() throws {
        let cls = try makeClass("Exercise05Observed", ["age", "rank"]), object = try cls.new()
        let watcher = try makeWatcher("Exercise05Watcher")
        try object.addObserver(watcher, forKeyPath: "age", options: [])
        #expect(object.isa.methods.map(\.selector.name) == ["class", "_isKVOA", "dealloc", "setAge:"])
        // Nobody observes rank, so its setter is still inherited. Methods can come later, ivars could not.
        try object.addObserver(watcher, forKeyPath: "rank", options: [])
        #expect(object.isa.methods.map(\.selector.name).last == "setRank:")
        #expect(object.isa.instanceSize == cls.instanceSize)
        for key in ["age", "rank"] { try object.removeObserver(watcher, forKeyPath: key) }
    }

    @Test("2. A few lines make a class that stands in front of another, as observing does")
    func standIn() throws {
        let cls = try makeClass("Exercise05Person", ["age"]), ann = try cls.new(), bob = try cls.new()
        let told = Locked<[Int32]>([])
        try watchAge(of: ann) { age in told.append(age) }
        for each in [ann, bob] { try each.send("setAge:", Int32(30)) }
        #expect(told.withLock { $0 } == [30], "ann's only")
        #expect(ann.isa.name == "Watching_Exercise05Person")
        #expect(bob.isa == cls)
        #expect(try ann.send("class", as: Class.self) == cls, "asked politely")
        #expect(try ann.send("age", as: Int32.self) == 30, "and super was called")
    }

    /// What addObserver:forKeyPath:options:context: does to an object, without the observers.
    private func watchAge(of object: Object, _ tell: @escaping @Sendable (Int32) -> Void) throws {
        let original = object.isa
        let builder = try ClassBuilder("Watching_" + original.name, superclass: original)
        let watching = builder.cls
        try builder.addMethod("setAge:") { (self: Object, age: Int32) in
            // The class that the method is in, not the receiver's isa: from there super is Person.
            try self.sendSuper(of: watching, "setAge:", age)
            tell(age)
        }
        try builder.addMethod("class") { (self: Object) -> Class in original }
        // No ivars were added: the object is as large as the new isa says.
        object.setClass(builder.register())
    }

    @Test("3. A class goes when the last object goes whose isa it is")
    func disposed() throws {
        let cls = try makeClass("Exercise05Short", ["age"])
        do {
            let object = try cls.new()
            #expect(throws: RuntimeError.self) { try cls.dispose() }
            withExtendedLifetime(object) {}
        }
        // Methods whose IMPs are closures do not free them: they may be in other classes too.
        let closures = cls.methods.map(\.implementation)
        try cls.dispose()
        #expect(Class(named: "Exercise05Short") == nil)
        #expect(closures.allSatisfy { $0.remove() })
    }

    // ── Support ─────────────────────────────────────────────────────────────────────────────────────

    private func makeClass(_ name: String, _ keys: [String]) throws -> Class {
        var builder = try ClassBuilder(name)
        for key in keys { try builder.addProperty(key, Int32.self) }
        return builder.register()
    }

    private func makeWatcher(_ name: String) throws -> Object {
        let builder = try ClassBuilder(name)
        try builder.addMethod("observeValueForKeyPath:ofObject:change:context:") {
            (_: Object, _: Object?, _: Object?, _: Object?, _: UnsafeMutableRawPointer?) in
        }
        return try builder.register().new()
    }
}

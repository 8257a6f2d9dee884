// Exercises12.swift - solutions to the exercises of docs/guide/12-key-paths-and-dependent-keys.md.
import KVONotifying
import MiniFoundation
import MiniRuntime
import Testing

@Suite("Exercises of chapter 12")
struct Exercises12 {
    @Test("1. Each object on the path has another isa, and objects of one class share the overrides")
    func hops() throws {
        let person = try makeClass("Exercise12Person", ["employer", "age"])
        let company = try makeClass("Exercise12Company", ["boss"])
        let (ann, acme, boss) = (try person.new(), try company.new(), try person.new())
        let watcher = try makeWatcher("Exercise12Watcher") { _, _, _, _ in }
        try ann.setValue(acme, forKey: "employer")
        try acme.setValue(boss, forKey: "boss")
        try ann.addObserver(watcher, forKeyPath: "employer.boss.age")
        #expect(ann.isa.name == "NSKVONotifying_Exercise12Person")
        #expect(boss.isa == ann.isa)
        #expect(acme.isa.name == "NSKVONotifying_Exercise12Company")
        // The employer matters of ann, the age of her boss. Both are persons, so the overrides are in one class.
        #expect(setters(of: ann.isa) == ["setAge:", "setEmployer:"])
        #expect(setters(of: acme.isa) == ["setBoss:"])
        try ann.removeObserver(watcher, forKeyPath: "employer.boss.age")
        #expect([ann, acme, boss].map(\.isa) == [person, company, person])
    }

    private func setters(of cls: Class) -> [String] {
        cls.methods.map(\.selector.name).filter { $0.hasPrefix("set") }.sorted()
    }

    @Test("2. A subclass adds to what super says of a key")
    func subclass() throws {
        let person = try makeClass("Exercise12Named", ["first", "last"])
        try person.isa.addMethod("keyPathsForValuesAffectingFullName") { (_: Class) -> Object in
            Set(["first", "last"]).bridgedObject!
        }
        try person.addMethod("fullName") { (self: Object) -> Object? in
            let names = try ["first", "last"].map { try self.value(forKey: $0, as: String?.self) ?? "" }
            return NSString.object(names.joined())
        }
        let doctor = try makeClass("Exercise12Titled", ["title"], superclass: person)
        try doctor.isa.addMethod("keyPathsForValuesAffectingValueForKey:") { (self: Class, key: String) -> Object in
            // NSObject's finds the method above by its name, whatever class asks.
            let inherited = try self.object.sendSuper(
                of: doctor.isa, "keyPathsForValuesAffectingValueForKey:", key, as: Object.self)
            guard key == "fullName" else { return inherited }
            return try Set<String>.bridged(from: inherited).union(["title"]).bridgedObject!
        }

        let told = Locked(0), ann = try doctor.new()
        let watcher = try makeWatcher("Exercise12Reader") { _, _, _, _ in told.withLock { $0 += 1 } }
        try ann.addObserver(watcher, forKeyPath: "fullName")
        for key in ["title", "first", "last"] { try ann.setValue("x", forKey: key) }
        try ann.removeObserver(watcher, forKeyPath: "fullName")
        #expect(told.withLock { $0 } == 3)
    }

    @Test("3. A path is followed by hand: leave the old object before the change, go to the new one after it")
    func byHand() throws {
        let person = try makeClass("Exercise12Hand", ["employer"])
        let company = try makeClass("Exercise12Firm", ["name"])
        let (ann, acme, bolt) = (try person.new(), try company.new(), try company.new())
        let names = Locked<[String?]>([])
        @Sendable func tell(_ company: Object?) throws {
            let name = try company?.value(forKey: "name", as: String?.self) ?? nil
            names.append(name)
        }
        let watcher = try makeWatcher("Exercise12Follower") { watcher, key, object, change in
            if key == "name" { return try tell(object) }
            let employer = try object.value(forKey: "employer")
            if change.isPrior {
                // The last moment at which the old employer can be found by its key.
                try employer?.removeObserver(watcher, forKeyPath: "name")
            } else {
                try employer?.addObserver(watcher, forKeyPath: "name")
                try tell(employer)
            }
        }
        try ann.addObserver(watcher, forKeyPath: "employer", options: .prior)
        try ann.setValue(acme, forKey: "employer")
        try acme.setValue("ACME", forKey: "name")
        try ann.setValue(bolt, forKey: "employer")
        try acme.setValue("nobody hears this", forKey: "name")
        try bolt.setValue("Bolt", forKey: "name")
        try ann.setValue(nil, forKey: "employer")
        try ann.removeObserver(watcher, forKeyPath: "employer")
        #expect(names.withLock { $0 } == [nil, "ACME", nil, "Bolt", nil])
        #expect(acme.isa == company)
        #expect(bolt.isa == company)
    }

    // ── Support ─────────────────────────────────────────────────────────────────────────────────────

    private func makeClass(_ name: String, _ keys: [String], superclass: Class = .nsObject) throws -> Class {
        var builder = try ClassBuilder(name, superclass: superclass)
        for key in keys { try builder.addProperty(key, Object?.self) }
        return builder.register()
    }

    private func makeWatcher(
        _ name: String, _ tell: @escaping @Sendable (Object, String, Object, KeyValueObservedChange) throws -> Void
    ) throws -> Object {
        let builder = try ClassBuilder(name)
        try builder.addMethod("observeValueForKeyPath:ofObject:change:context:") {
            (self: Object, key: String, object: Object, change: Object, _: UnsafeMutableRawPointer?) in
            try tell(self, key, object, KeyValueObservedChange(change))
        }
        return try builder.register().new()
    }
}

// Exercises14.swift - solutions to the exercises of docs/guide/14-the-ways-it-goes-wrong.md.
import KVONotifying
import MiniRuntime
import Testing

private let callback: Selector = "observeValueForKeyPath:ofObject:change:context:"
private typealias Context = UnsafeMutableRawPointer

@Suite("Exercises of chapter 14")
struct Exercises14 {
    @Test("1. options:5 is New and Initial, and all four are 15")
    func options() throws {
        #expect(KeyValueObservingOptions(rawValue: 5) == [.new, .initial])
        let all: KeyValueObservingOptions = [.new, .old, .initial, .prior]
        #expect(all.rawValue == 15)
        // The number in the text is what the registration was made with.
        let person = try makePersonClass("Exercise14Options").new()
        let error = #expect(throws: RuntimeException.self) {
            try person.addObserver(person, forKeyPath: "shoeSize", options: all)
        }
        #expect(error?.reason.contains("options:15 ") == true)
    }

    @Test("2. A class and its superclass each handle their own notifications, distinguished by context")
    func contexts() throws {
        let told = Locked<[String]>([])
        let base = try makeWatcher("Exercise14Base", superclass: .nsObject, told)
        let derived = try makeWatcher("Exercise14Derived", superclass: base, told)
        let watcher = try derived.new(), ann = try makePersonClass("Exercise14Person").new()
        let contexts = [base, derived].map(\.receiverAddress)  // addresses that nobody else uses
        for context in contexts {
            try ann.addObserver(watcher, forKeyPath: "age", context: context)
        }
        try ann.send("setAge:", Int32(1))
        #expect(told.withLock { $0 } == ["Exercise14Derived", "Exercise14Base"])
        // What every class hands on arrives at NSObject, which raises: here a context that nobody knows. A subclass
        // that hands on everything does that to its own notifications. One that hands on nothing takes its superclass's
        // away.
        try ann.addObserver(watcher, forKeyPath: "age", context: nil)
        let error = #expect(throws: RuntimeException.self) { try ann.send("setAge:", Int32(2)) }
        #expect(error?.reason.contains("received but not handled") == true)
        for context in contexts + [nil] {
            try ann.removeObserver(watcher, forKeyPath: "age", context: context)
        }
    }

    /// A class that handles the notifications with its own context, and hands on others.
    private func makeWatcher(_ name: String, superclass: Class, _ told: Locked<[String]>) throws -> Class {
        let cls = try ClassBuilder(name, superclass: superclass).register()
        try cls.addMethod(callback) {
            (self: Object, path: Object, object: Object, change: Object, context: Context?) in
            guard context == cls.receiverAddress else {
                return try self.sendSuper(of: cls, callback, path, object, change, context)
            }
            told.append(name)
        }
        return cls
    }

    @Test("3. Announced by two messages, a change past the setter notifies, and the path goes on at the new object")
    func announced() throws {
        let person = try makePersonClass("Exercise14Employee").new()
        let (acme, bolt) = (try makePersonClass("Exercise14Acme").new(), try makePersonClass("Exercise14Bolt").new())
        let told = Locked<[String]>([]), watcher = try makeWatcherOfPaths(told).new()
        try person.send("setBoss:", Optional(acme))
        try person.addObserver(watcher, forKeyPath: "boss.age")

        try person.willChangeValue(forKey: "boss")  // the old boss is left here
        try person.setIvar("_boss", to: Optional(bolt))
        try person.didChangeValue(forKey: "boss")  // and the new one found here
        #expect(told.withLock { $0 } == ["boss.age"])

        try acme.send("setAge:", Int32(60))
        #expect(told.withLock { $0.count } == 1)
        try bolt.send("setAge:", Int32(61))
        #expect(told.withLock { $0.count } == 2)
        try person.removeObserver(watcher, forKeyPath: "boss.age")
    }

    private func makeWatcherOfPaths(_ told: Locked<[String]>) throws -> Class {
        let builder = try ClassBuilder("Exercise14PathWatcher")
        try builder.addMethod(callback) { (_: Object, path: String, _: Object, _: Object, _: Context?) in
            told.append(path)
        }
        return builder.register()
    }

    private func makePersonClass(_ name: String) throws -> Class {
        var builder = try ClassBuilder(name)
        try builder.addProperty("age", Int32.self)
        try builder.addProperty("boss", Object?.self)
        return builder.register()
    }
}

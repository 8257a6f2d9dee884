// Exercises16.swift - solutions to the exercises of docs/guide/16-how-it-differs.md.
import KVONotifying
import MiniFoundation
import MiniRuntime
import Observation
import Testing

private let callback: Selector = "observeValueForKeyPath:ofObject:change:context:"

@Suite("Exercises of chapter 16")
struct Exercises16 {
    @Test("1. Notified once, before the value changes, and never again")
    func once() throws {
        let told = Locked<[Int]>([])
        // With Prior there is a notification before the change. Whoever is removed then is not told after it.
        let watcher = try makeWatcher("Exercise16Once") { me, person, change in
            try told.append(person.send("age", as: Int.self))
            try person.removeObserver(me, forKeyPath: "age")
        }
        let person = try makePerson("Exercise16OncePerson")
        try person.addObserver(watcher, forKeyPath: "age", options: [.prior])
        try person.send("setAge:", 1)
        try person.send("setAge:", 2)
        #expect(told.withLock { $0 } == [0])
        #expect(person.keyValueRegistrations.isEmpty)
    }

    @Test("2. A setter that takes a pointer notifies, and the dictionary holds a value of its type")
    func pointers() throws {
        var builder = try ClassBuilder("Exercise16Buffer")
        try builder.addProperty("bytes", UnsafeMutableRawPointer?.self)
        let buffer = try builder.register().new(), types = Locked<[String?]>([])
        let watcher = try makeWatcher("Exercise16Pointers") { _, _, change in
            // An NSValue has the bytes of the pointer, and its type encoding: ^v, a pointer to anything.
            for value in [change.oldValue, change.newValue] {
                types.append(value.flatMap { NSValue.encoding(of: $0) })
            }
        }
        try buffer.addObserver(watcher, forKeyPath: "bytes", options: [.old, .new])
        try buffer.send("setBytes:", UnsafeMutableRawPointer(bitPattern: 0x1000))
        #expect(types.withLock { $0 } == ["^v", "^v"])
        try buffer.removeObserver(watcher, forKeyPath: "bytes")
    }

    @Test("3. A program that tracks an @Observable model is notified of the changes of an observed object")
    @MainActor func bridged() throws {
        let person = try makePerson("Exercise16Bridged"), model = AgeModel(), told = Locked(0)
        // The person has to be set on the main actor, where the model lives: observers are told on the setter's thread.
        let watcher = try makeWatcher("Exercise16Bridge") { _, _, change in
            let age = try change.newValue(as: Int.self) ?? 0
            MainActor.assumeIsolated { model.age = age }
        }
        try person.addObserver(watcher, forKeyPath: "age", options: [.initial, .new])
        withObservationTracking {
            #expect(model.age == 0)
        } onChange: {
            told.withLock { $0 += 1 }
        }
        try person.send("setAge:", 1)
        #expect(told.withLock { $0 } == 1)
        #expect(model.age == 1)
        try person.removeObserver(watcher, forKeyPath: "age")
    }

    private func makeWatcher(
        _ name: String, told: @escaping @Sendable (Object, Object, KeyValueObservedChange) throws -> Void
    ) throws -> Object {
        let builder = try ClassBuilder(name)
        try builder.addMethod(callback) {
            (me: Object, _: Object, object: Object, change: Object, _: UnsafeMutableRawPointer?) in
            try told(me, object, KeyValueObservedChange(change))
        }
        return try builder.register().new()
    }

    private func makePerson(_ className: String) throws -> Object {
        var builder = try ClassBuilder(className)
        try builder.addProperty("age", Int.self)
        return try builder.register().new()
    }
}

@MainActor @Observable private final class AgeModel {
    var age = 0
}

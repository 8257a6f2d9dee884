// KeyMemoryTests.swift - arbitrary keys: keys without accessors in any class leave nothing behind.
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

/// Runs `round` with 6,000 keys, which fill the caches of limited size, then with others. Each of the latter may add
/// less than 40 bytes of permanent memory.
private func expectNoGrowth(_ keys: Int = manyKeys, _ round: (Int) throws -> Void) throws {
    for number in 0..<6_000 { try autoreleasepool { try round(-number - 1) } }
    let before = residentBytes()
    for number in 0..<keys { try autoreleasepool { try round(number) } }
    expectGrowth(since: before, below: keys * 40)
}

/// So many that a leak of 40 bytes for each is more than what the allocator takes from the system at once.
private let manyKeys = rounds(8_000, long: 20_000)

/// Returns a key that is too long to be stored without allocating memory.
private func key(_ number: Int) -> String { "a key that no class has accessors for \(number)" }

@Suite("Memory that keys take")
struct KeyMemoryTests {
    @Test("Observed keys of dictionaries leave nothing behind")
    func dictionaries() async {
        await #expect(processExitsWith: .success) {
            let (dictionary, recorder) = (NSMutableDictionary.object([]), try Recorder())
            let keys = rounds(10_000, long: 100_000)
            try expectNoGrowth(keys) { number in
                let key = key(number)
                try dictionary.addObserver(recorder.object, forKeyPath: key, options: [.new, .old])
                if number % 1_000 == 0 { try dictionary.setValue(number, forKey: key) }
                try dictionary.removeObserver(recorder.object, forKeyPath: key)
                if number % 1_000 == 0 { try dictionary.setValue(Object?.none, forKey: key) }
            }
            #expect(recorder.count == (6_000 + keys) / 1_000)
        }
    }

    @Test("So do keys of a class with its own valueForKey:, and paths through both")
    func ownValueForKey() async {
        await #expect(processExitsWith: .success) {
            let builder = try ClassBuilder("Store")
            try builder.addMethod("valueForKey:") { (_: Object, key: String) -> Object? in NSString.object(key) }
            let (store, recorder) = (try builder.register().new(), try Recorder())
            let dictionary = NSMutableDictionary.object([(NSString.object("store"), store)])
            let keys = 20_000  // fewer are no more than what the pools and arrays take once
            try expectNoGrowth(keys) { number in
                let key = key(number)
                try store.addObserver(recorder.object, forKeyPath: key, options: .old)
                if number % 1_000 == 0 {
                    try store.willChangeValue(forKey: key)
                    try store.didChangeValue(forKey: key)
                }
                try store.removeObserver(recorder.object, forKeyPath: key)
                try dictionary.addObserver(recorder.object, forKeyPath: "store.\(key)")
                try dictionary.removeObserver(recorder.object, forKeyPath: "store.\(key)")
            }
            #expect(recorder.count == (6_000 + keys) / 1_000)
        }
    }

    @Test("Keys that nobody knows leave nothing behind, however they are used")
    func unknownKeys() async {
        await #expect(processExitsWith: .success) {
            let builder = try ClassBuilder("Answering", superclass: makePersonClass("Person"))
            try builder.addMethod("valueForUndefinedKey:") { (_: Object, _: String) -> Object? in nil }
            try builder.addMethod("setValue:forUndefinedKey:") { (_: Object, _: Object?, _: String) in }
            let (object, recorder) = (try builder.register().new(), try Recorder())
            let plain = try makePersonClass("Plain").new()
            try expectNoGrowth { number in
                let key = key(number)
                #expect(try object.value(forKey: key) == nil)
                try object.setValue(number, forKey: key)
                #expect(raised { _ = try plain.value(forKeyPath: key) } != nil)
                _ = try plain.validateValue(&noObject, forKey: key)
                try object.mutableArrayValue(forKey: key).send("addObject:", "a")
                try object.addObserver(recorder.object, forKeyPath: key)
                try object.removeObserver(recorder.object, forKeyPath: key)
                #expect(
                    raised { try plain.addObserver(recorder.object, forKeyPath: key, options: [.initial, .new]) } != nil
                )
            }
        }
    }

    @Test("Unknown collection operators leave nothing behind")
    func operators() async {
        await #expect(processExitsWith: .success) {
            let array = NSArray.object([])
            try expectNoGrowth { number in
                #expect(raised { _ = try array.value(forKeyPath: "@operatorThatNobodyHas\(number).name") } != nil)
            }
        }
    }

    @Test(
        "Keys that are observed at the same time are distinct, and one that a class has accessors for stays the same key"
    )
    func identity() throws {
        let (dictionary, recorder) = (NSMutableDictionary.object([]), try Recorder())
        let names = (0..<500).map { uniqueName("key\($0)X") }
        for name in names { try dictionary.addObserver(recorder.object, forKeyPath: name, options: .new) }
        let name = names[3]
        var builder = try ClassBuilder(uniqueName("Late"))
        try builder.addProperty(name, Int32.self)
        let late = try builder.register().new()
        try late.addObserver(recorder.object, forKeyPath: name, options: .new)
        try late.setValue(1, forKey: name)
        for name in names.reversed() { try dictionary.setValue(2, forKey: name) }
        #expect(recorder.keyPaths == [name] + names.reversed())
        for name in names { try dictionary.removeObserver(recorder.object, forKeyPath: name) }
        try late.removeObserver(recorder.object, forKeyPath: name)
        #expect(dictionary.observationInfo == nil)
        #expect(late.isUntouched)
    }

    @Test("Threads that observe the same keys of their own dictionaries share them, and free them together")
    func threads() throws {
        let recorder = try Recorder()
        let names = (0..<40).map { uniqueName("shared\($0)X") }
        onThreads(4) { _ in
            let dictionary = NSMutableDictionary.object([])
            for turn in 0..<200 {
                let name = names[turn % 40]
                try dictionary.addObserver(recorder.object, forKeyPath: name)
                try dictionary.setValue(turn, forKey: name)
                try dictionary.removeObserver(recorder.object, forKeyPath: name)
            }
        }
        #expect(recorder.count == 800)
    }

    @Test("A pair by hand stays whole when the last observer of a dictionary's key goes in between")
    func removedInBetween() throws {
        let (dictionary, recorder, other) = (NSMutableDictionary.object([]), try Recorder(), try Recorder())
        let name = uniqueName("between")
        try dictionary.addObserver(recorder.object, forKeyPath: name, options: [.old, .new])
        try dictionary.willChangeValue(forKey: name)
        try dictionary.removeObserver(recorder.object, forKeyPath: name)
        try dictionary.addObserver(other.object, forKeyPath: name, options: [.new])
        try dictionary.didChangeValue(forKey: name)
        #expect(recorder.count == 0)
        #expect(other.count == 0)
        try dictionary.setValue(1, forKey: name)
        #expect(other.changes == ["- -> 1"])
        try dictionary.removeObserver(other.object, forKeyPath: name)
    }
}

nonisolated(unsafe) private var noObject: Object?

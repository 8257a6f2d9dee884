// ChangesUnderWay.swift - whether some thread is changing a key of an object just now.
//
// Asked before a value is said to have been replaced without notice: a change that began before anybody watched the key
// leaves no other trace. Only setters of objects are counted, because only objects are followed.
//
// The counters are shared by whoever has the same hash. At worst a mistake is not complained of, for once.
import MiniRuntime
import Synchronization

enum ChangesUnderWay {
    private static let count = 1024
    // Sendable: atomics, never freed.
    nonisolated(unsafe) private static let counters = {
        let counters = UnsafeMutablePointer<Atomic<Int>>.allocate(capacity: count)
        for index in 0..<count { (counters + index).initialize(to: Atomic(0)) }
        return counters
    }()

    private static func index(_ object: UnmanagedObject, _ key: Key) -> Int {
        let mixed = (object.word >> 4) &+ key.hash
        return Int(truncatingIfNeeded: mixed & UInt(count - 1))
    }

    static func begin(_ object: UnmanagedObject, _ key: Key) {
        counters[index(object, key)].add(1, ordering: .sequentiallyConsistent)
    }

    static func end(_ object: UnmanagedObject, _ key: Key) {
        counters[index(object, key)].subtract(1, ordering: .sequentiallyConsistent)
    }

    /// How many, as it was a moment ago.
    static func count(_ object: UnmanagedObject, _ key: Key) -> Int {
        counters[index(object, key)].load(ordering: .sequentiallyConsistent)
    }
}

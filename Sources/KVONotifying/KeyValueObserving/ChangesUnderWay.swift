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

    typealias Counter = UnsafeMutablePointer<Atomic<Int>>

    private static func counter(_ object: UnmanagedObject, _ key: Key) -> Counter {
        let mixed = (object.word >> 4) &+ key.hash
        return counters + Int(truncatingIfNeeded: mixed & UInt(count - 1))
    }

    /// Returns what is to be given to ``end(_:)``.
    static func begin(_ object: UnmanagedObject, _ key: Key) -> Counter {
        let counter = counter(object, key)
        counter.pointee.add(1, ordering: .sequentiallyConsistent)
        return counter
    }

    static func end(_ counter: Counter) {
        counter.pointee.subtract(1, ordering: .sequentiallyConsistent)
    }

    /// How many, as it was a moment ago.
    static func count(_ object: UnmanagedObject, _ key: Key) -> Int {
        counter(object, key).pointee.load(ordering: .sequentiallyConsistent)
    }
}

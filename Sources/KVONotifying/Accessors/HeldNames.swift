// HeldNames.swift - a hash table, with chains, of the names of keys that are counted (HeldKey). The lock of the table
// is in KeyNames.swift.
import MiniRuntime
import Synchronization

/// The names by hash. The table retains each.
struct HeldNames: Lockable {
    /// The number of names in the table, read without the lock: a search of the empty table need not take it.
    static let count = Atomic<Int>(0)

    private var buckets = UnsafeMutablePointer<Unmanaged<KeyNames>?>.allocate(capacity: 8)
    private var capacity = 8
    private var used = 0

    init() {
        buckets.initialize(repeating: nil, count: capacity)
    }

    func find(_ hash: UInt, _ matches: (KeyNames) -> Bool) -> KeyNames? {
        var next = buckets[Int(hash & UInt(capacity - 1))]?.takeUnretainedValue()
        while let names = next, !matches(names) { next = names.next }
        return next
    }

    mutating func insert(_ names: KeyNames, _ hash: UInt) {
        if used == capacity { resize(to: capacity * 2) }
        push(.passRetained(names), hash)
        used += 1
        Self.count.store(used, ordering: .relaxed)
    }

    /// Removes a name and returns it, +1; nil if none matches.
    mutating func take(_ hash: UInt, _ matches: (KeyNames) -> Bool) -> KeyNames? {
        let bucket = buckets + Int(hash & UInt(capacity - 1))
        var previous: KeyNames?
        var next = bucket.pointee?.takeUnretainedValue()
        while let names = next, !matches(names) { (previous, next) = (names, names.next) }
        guard let found = next else { return nil }
        if let previous { previous.next = found.next } else { bucket.pointee = found.next.map { .passUnretained($0) } }
        found.next = nil
        used -= 1
        Self.count.store(used, ordering: .relaxed)
        if capacity > 8, used * 8 < capacity { resize(to: capacity / 4) }
        return Unmanaged.passUnretained(found).takeRetainedValue()
    }

    private func push(_ names: Unmanaged<KeyNames>, _ hash: UInt) {
        let bucket = buckets + Int(hash & UInt(capacity - 1))
        names.takeUnretainedValue().next = bucket.pointee?.takeUnretainedValue()
        bucket.pointee = names
    }

    private mutating func resize(to newCapacity: Int) {
        let (old, oldCapacity) = (buckets, capacity)
        capacity = max(newCapacity, 8)
        buckets = .allocate(capacity: capacity)
        buckets.initialize(repeating: nil, count: capacity)
        for index in 0..<oldCapacity {
            var next = old[index]
            while let names = next {
                next = names.takeUnretainedValue().next.map { .passUnretained($0) }
                push(names, names.takeUnretainedValue().name.withBytes { KeyNames.hash(of: $0) })
            }
        }
        old.deallocate()
    }
}

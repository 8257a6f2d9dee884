// HeldNames.swift - the table of names that live as long as somebody holds them: chains by hash.
import MiniRuntime
import Synchronization

/// The names by hash, in chains. Each +1 in the table.
struct HeldNames: Lockable {
    /// How many there are, so that nobody takes the lock while there are none.
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

    /// Takes a name out. The caller owns it.
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

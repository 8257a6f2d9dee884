// DictionaryTable.swift - the hash table behind dictionaries: entries in the order they came, and an index over them.
//
// Up to eight entries are compared hash by hash. More have an index: a power of two of slots, at most half of them
// taken, each with the number of an entry plus one, or 0. Deleting is not needed yet, so there are no tombstones.
import MiniRuntime

/// Zeroed, it is empty.
struct DictionaryTable: ~Copyable {
    /// Key and value are owned by the table.
    struct Entry {
        let hash: UInt
        let key: ID
        var value: ID
    }

    private(set) var count = 0
    private var capacity = 0
    private var entries: UnsafeMutablePointer<Entry>?
    private var index: UnsafeMutablePointer<UInt32>?
    private var indexBits: UInt32 = 0
    private var isLent = false

    /// A table whose first entries lie in memory that somebody lends it for life.
    init(lent: UnsafeMutablePointer<Entry>, capacity: Int) {
        entries = lent
        isLent = true
        self.capacity = capacity
        if capacity > Self.unindexed { makeIndex() }
    }

    /// Up to so many entries do without an index.
    private static let unindexed = 8

    deinit {
        for entry in all {
            release(entry.key)
            release(entry.value)
        }
        if !isLent { entries?.deallocate() }
        index?.deallocate()
    }

    var all: UnsafeMutableBufferPointer<Entry> { UnsafeMutableBufferPointer(start: entries, count: count) }

    /// Borrowed.
    func value(for key: ID) -> ID? {
        guard count > 0 else { return nil }
        return position(of: key, hash: MiniFoundation.hash(of: key)).map { entries![$0].value }
    }

    /// Copies a new key, and retains the value.
    mutating func set(_ value: ID, for key: ID) {
        let hash = MiniFoundation.hash(of: key)
        if let position = position(of: key, hash: hash) {
            let old = entries![position].value
            entries![position].value = retain(value)
            return release(old)
        }
        guard let key = copyOfKey(key) else { return }
        if count == capacity { reserve(max(capacity * 2, 4)) }
        (entries! + count).initialize(to: Entry(hash: hash, key: key, value: retain(value)))
        count += 1
        if index != nil { enter(count - 1) }
    }

    /// `[key copy]`: +1. The copy of a plain string is known to be itself.
    private func copyOfKey(_ key: ID) -> ID? {
        UnmanagedObject(key).isa == NSString.cls ? retain(key) : copy(key)
    }

    /// Makes room for that many entries in all.
    mutating func reserve(_ wanted: Int) {
        guard wanted > capacity else { return }
        let larger = UnsafeMutablePointer<Entry>.allocate(capacity: wanted)
        if let entries {
            larger.moveInitialize(from: entries, count: count)
            if !isLent { entries.deallocate() }
        }
        entries = larger
        isLent = false
        capacity = wanted
        if capacity > Self.unindexed { makeIndex() }
    }
}

// ── The index ───────────────────────────────────────────────────────────────────────────────────────

extension DictionaryTable {
    private func position(of key: ID, hash: UInt) -> Int? {
        guard let index else {
            for position in 0..<count where matches(position, key, hash) { return position }
            return nil
        }
        var slot = firstSlot(hash)
        while index[slot] != 0 {
            let position = Int(index[slot]) - 1
            if matches(position, key, hash) { return position }
            slot = (slot + 1) & (1 << indexBits - 1)
        }
        return nil
    }

    private func matches(_ position: Int, _ key: ID, _ hash: UInt) -> Bool {
        entries![position].hash == hash && isEqual(entries![position].key, key)
    }

    /// The upper bits of a product: hashes may differ in any of their bits.
    private func firstSlot(_ hash: UInt) -> Int {
        Int(truncatingIfNeeded: (hash &* 0x9E37_79B9_7F4A_7C15) >> (64 - indexBits))
    }

    private mutating func makeIndex() {
        index?.deallocate()
        indexBits = UInt32(Int.bitWidth - (capacity * 2 - 1).leadingZeroBitCount)
        index = .allocate(capacity: 1 << indexBits)
        index!.initialize(repeating: 0, count: 1 << indexBits)
        for position in 0..<count { enter(position) }
    }

    private func enter(_ position: Int) {
        var slot = firstSlot(entries![position].hash)
        while index![slot] != 0 { slot = (slot + 1) & (1 << indexBits - 1) }
        index![slot] = UInt32(position + 1)
    }
}

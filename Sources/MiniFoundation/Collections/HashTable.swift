// HashTable.swift - the storage of sets and dictionaries: entries in insertion order, and a hash index.
//
//      │ isa │ count, first, end ... │ entries ─┼─► │ hash, key, value │ hole │ ... │     in insertion order
//                                      index ───┼─► │ position of an entry + 1, or 0 │     by hash
//
// Tables of up to eight entries have no index: a search compares the hashes of all entries. The index of a larger table
// has a power of two of slots, at most half of them used, with linear probing. Removing an entry leaves a hole among
// the entries, but none in the index. The entries between `first` and `end` are compacted when the capacity is used up
// or few are left. The tables of ordered sets never have holes.
//
// Messages are sent only while searching: every operation searches, then changes the table, then releases. An
// `isEqual:` that changes the table being searched is detected by the mutation counter.
import MiniRuntime

/// The table in the ivar of an object: a handle that can be copied freely. The table owns its keys and values.
/// - Parameter Value: `Void` for sets.
struct HashTable<Value> {
    struct Entry {
        let hash: UInt
        /// nil for a hole.
        fileprivate(set) var key: ID?
        fileprivate(set) var value: Value
    }

    /// All zeros is an empty table.
    struct Storage {
        var mutations: UInt = 0
        var count = 0
        var first = 0
        var end = 0
        var capacity = 0
        var entries: UnsafeMutablePointer<Entry>?
        var index: UnsafeMutablePointer<UInt32>?
        var indexBits: UInt32 = 0
        var isLent = false
    }

    let storage: UnsafeMutablePointer<Storage>
    private let owner: ID

    init(of object: ID) {
        storage = MiniFoundation.storage(of: object, as: Storage.self)
        owner = object
    }

    /// Gives an empty table memory for its first entries, which the caller keeps allocated as long as the table lives.
    func lend(_ memory: UnsafeMutableRawPointer, capacity: Int) {
        storage.pointee.entries = memory.assumingMemoryBound(to: Entry.self)
        storage.pointee.isLent = true
        storage.pointee.capacity = capacity
        indexAll()
    }

    var count: Int { storage.pointee.count }
    /// The mutation counter.
    var mutations: UnsafeMutablePointer<UInt> { UnsafeMutableRawPointer(storage).assumingMemoryBound(to: UInt.self) }

    var entries: UnsafeMutablePointer<Entry> { storage.pointee.entries! }
    var end: Int { storage.pointee.end }

    subscript(position: Int) -> Entry { entries[position] }

    /// Returns the entry at `position` or the first one after it, and advances the position past that entry.
    func next(_ position: inout Int) -> Entry? {
        position = max(position, storage.pointee.first)
        while position < end {
            defer { position += 1 }
            if entries[position].key != nil { return entries[position] }
        }
        return nil
    }

    /// All keys and values, borrowed.
    var all: [(key: ID, value: Value)] {
        (storage.pointee.first..<end).compactMap { position in
            let entry = entries[position]
            return entry.key.map { ($0, entry.value) }
        }
    }

    /// All keys, borrowed.
    var keys: [ID] { all.map(\.key) }

    // ── Searching ──

    enum Search {
        case found(Int)
        case absent(hash: UInt)
        /// An exception is pending.
        case raised
    }

    /// Searches for a key. Sends `hash` to it, and `isEqual:` to the keys with the same hash.
    func search(_ key: ID) -> Search {
        let check = ExceptionCheck()
        let hash = MiniFoundation.hash(of: key)
        if check.raised { return .raised }
        guard let index = storage.pointee.index else {
            for position in storage.pointee.first..<end {
                if let equal = isKey(key, hash, at: position, check) {
                    if equal { return .found(position) }
                } else {
                    return .raised
                }
            }
            return .absent(hash: hash)
        }
        var slot = firstSlot(hash)
        while index[slot] != 0 {
            guard let equal = isKey(key, hash, at: Int(index[slot]) - 1, check) else { return .raised }
            if equal { return .found(Int(index[slot]) - 1) }
            slot = (slot + 1) & lastSlot
        }
        return .absent(hash: hash)
    }

    /// Compares the key at `position`. nil if an exception was raised.
    private func isKey(_ key: ID, _ hash: UInt, at position: Int, _ check: ExceptionCheck) -> Bool? {
        guard entries[position].hash == hash, let other = entries[position].key else { return false }
        if other == key { return true }
        let mutations = storage.pointee.mutations
        retain(other)  // isEqual: may remove it
        defer { release(other) }
        let answer = isEqual(other, key)
        if storage.pointee.mutations != mutations { raiseMutation(of: owner) }
        return check.raised || storage.pointee.mutations != mutations ? nil : answer
    }

    /// Returns the position of a key. nil if there is none, or if an exception was raised.
    func position(of key: ID) -> Int? {
        guard count > 0, case .found(let position) = search(key) else { return nil }
        return position
    }

    // ── Changing ──

    /// Adds an entry whose key is known to be absent, and takes over key and value. Amortised O(1).
    func append(hash: UInt, key: ID, value: Value) {
        makeRoomAtEnd()
        (entries + end).initialize(to: Entry(hash: hash, key: key, value: value))
        if storage.pointee.index != nil { enter(end) }
        storage.pointee.end += 1
        changed(by: 1)
    }

    func makeRoomAtEnd() {
        guard end == storage.pointee.capacity else { return }
        let isFull = count >= storage.pointee.capacity / 4 * 3
        rebuild(capacity: isFull ? max(count * 2, 4) : storage.pointee.capacity)
    }

    /// Replaces a value and returns the old one, which the caller then owns.
    func replaceValue(at position: Int, with value: Value) -> Value {
        let old = entries[position].value
        entries[position].value = value
        changed(by: 0)
        return old
    }

    /// Removes an entry and returns it; the caller then owns key and value. Leaves a hole, so other positions stay.
    /// Amortised O(1).
    func remove(at position: Int) -> Entry {
        let entry = entries[position]
        if storage.pointee.index != nil { leave(position) }
        entries[position].key = nil
        changed(by: -1)
        while end > storage.pointee.first && entries[end - 1].key == nil { storage.pointee.end -= 1 }
        while storage.pointee.first < end && entries[storage.pointee.first].key == nil { storage.pointee.first += 1 }
        return entry
    }

    /// Compacts the entries if few are left. Positions change. Amortised O(1) after each removal.
    func shrinkIfSparse() {
        if storage.pointee.capacity > Self.unindexed && count < storage.pointee.capacity / 8 {
            rebuild(capacity: max(count * 2, 4))
        }
    }

    /// Makes room for `wanted` entries in total.
    func reserve(_ wanted: Int) {
        if wanted > storage.pointee.capacity { rebuild(capacity: wanted) }
    }

    /// Empties the table, frees its memory, and calls `body` with each entry, which `body` then owns.
    func removeAll(_ body: (ID, Value) -> Void) {
        let old = storage.pointee
        storage.pointee = Storage(mutations: old.mutations &+ 1)
        for position in old.first..<old.end {
            if let key = old.entries![position].key { body(key, old.entries![position].value) }
        }
        if !old.isLent { old.entries?.deallocate() }
        old.index?.deallocate()
    }

    func changed(by difference: Int) {
        storage.pointee.count += difference
        storage.pointee.mutations &+= 1
    }

    /// Compacts the entries; moves them to new memory if the capacity changes, or if they get free places before them.
    func rebuild(capacity: Int, first: Int = 0) {
        let old = storage.pointee
        let target = capacity == old.capacity && first == 0 ? entries : .allocate(capacity: capacity)
        var end = first
        for position in old.first..<old.end where old.entries![position].key != nil {
            (target + end).initialize(to: old.entries![position])
            end += 1
        }
        if let entries = old.entries, entries != target {
            if !old.isLent { entries.deallocate() }
            storage.pointee.isLent = false
        }
        storage.pointee.entries = target
        storage.pointee.capacity = capacity
        (storage.pointee.first, storage.pointee.end) = (first, end)
        indexAll()
    }
}

// ── The index ───────────────────────────────────────────────────────────────────────────────────────

extension HashTable {
    /// The largest number of entries without an index.
    private static var unindexed: Int { 8 }

    var lastSlot: Int { 1 << storage.pointee.indexBits - 1 }

    /// Takes the upper bits of a product, because hashes may differ in any of their bits.
    func firstSlot(_ hash: UInt) -> Int {
        Int(truncatingIfNeeded: (hash &* 0x9E37_79B9_7F4A_7C15) >> (64 - storage.pointee.indexBits))
    }

    /// Builds the index from the entries.
    private func indexAll() {
        storage.pointee.index?.deallocate()
        storage.pointee.index = nil
        guard storage.pointee.capacity > Self.unindexed else { return }
        storage.pointee.indexBits = UInt32(Int.bitWidth - (storage.pointee.capacity * 2 - 1).leadingZeroBitCount)
        let index = UnsafeMutablePointer<UInt32>.allocate(capacity: lastSlot + 1)
        index.initialize(repeating: 0, count: lastSlot + 1)
        storage.pointee.index = index
        for position in storage.pointee.first..<end { enter(position) }
    }

    func enter(_ position: Int) {
        let index = storage.pointee.index!
        var slot = firstSlot(entries[position].hash)
        while index[slot] != 0 { slot = (slot + 1) & lastSlot }
        index[slot] = UInt32(position + 1)
    }

    /// Removes an entry from the index, and moves following entries back if they were displaced, so that no search
    /// stops early.
    func leave(_ position: Int) {
        let index = storage.pointee.index!
        var gap = firstSlot(entries[position].hash)
        while index[gap] != position + 1 { gap = (gap + 1) & lastSlot }
        var slot = (gap + 1) & lastSlot
        while index[slot] != 0 {
            let home = firstSlot(entries[Int(index[slot]) - 1].hash)
            if (slot - home) & lastSlot >= (slot - gap) & lastSlot {
                index[gap] = index[slot]
                gap = slot
            }
            slot = (slot + 1) & lastSlot
        }
        index[gap] = 0
    }
}

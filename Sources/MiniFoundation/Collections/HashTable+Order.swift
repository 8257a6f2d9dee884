// HashTable+Order.swift - entries by their indexes, in tables of ordered sets, which have no holes: the entry with the
// index 0 is at the position `first`. Free places before it make insertions at the front as cheap as at the end.

extension HashTable {
    /// The position of the entry with an index.
    func position(at index: Int) -> Int { storage.pointee.first + index }

    /// The index of the entry at a position.
    func index(at position: Int) -> Int { position - storage.pointee.first }

    /// Like ``append(hash:key:value:)``, but before the entry with an index. Moves the entries on the side with fewer
    /// of them; amortised O(1) at both ends.
    func insert(hash: UInt, key: ID, value: Value, at index: Int) {
        guard index < count else { return append(hash: hash, key: key, value: value) }
        let place: Int
        if index < count / 2 || index == 0 {
            if storage.pointee.first == 0 { rebuild(capacity: count * 2 + 4, first: count / 2 + 2) }
            for position in storage.pointee.first..<self.position(at: index) { move(position, by: -1) }
            storage.pointee.first -= 1
            place = self.position(at: index)
        } else {
            makeRoomAtEnd()
            place = self.position(at: index)
            for position in (place..<end).reversed() { move(position, by: 1) }
            storage.pointee.end += 1
        }
        (entries + place).initialize(to: Entry(hash: hash, key: key, value: value))
        if storage.pointee.index != nil { enter(place) }
        changed(by: 1)
    }

    /// Moves an entry to a free place beside it.
    private func move(_ position: Int, by difference: Int) {
        if let index = storage.pointee.index {
            var slot = firstSlot(entries[position].hash)
            while index[slot] != position + 1 { slot = (slot + 1) & lastSlot }
            index[slot] = UInt32(position + difference + 1)
        }
        (entries + position + difference).moveInitialize(from: entries + position, count: 1)
    }

    /// Replaces the key of an entry and returns the old one, which the caller then owns. O(1).
    func replaceKey(at position: Int, hash: UInt, key: ID) -> ID? {
        let old = entries[position]
        if storage.pointee.index != nil { leave(position) }
        entries[position] = Entry(hash: hash, key: key, value: old.value)
        if storage.pointee.index != nil { enter(position) }
        changed(by: 0)
        return old.key
    }

    /// Closes all holes after removals. O(n), unless only entries at the ends were removed.
    func compact() {
        if count < end - storage.pointee.first { rebuild(capacity: storage.pointee.capacity) }
    }
}

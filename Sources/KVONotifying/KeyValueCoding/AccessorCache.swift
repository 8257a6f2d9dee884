// AccessorCache.swift - caches the result of the accessor search for a key of a class.
//
// An entry is valid until the methods of any class change. Then all entries are stale, and the next addition empties
// the table. A lookup takes one short lock. The search runs without the lock, because it sends messages to the class.
//
//      places:  │ - │ Found │ - │ - │ Found │ Found │ - │ ... │    at the hash of class and key, or the next free place
import MiniRuntime

/// Search results for pairs of isa and key. Any thread.
final class AccessorCache<Found: AnyObject & Sendable>: Sendable {
    private let table = Locked(AccessorTable<Found>())

    /// Returns the cached result, or calls `search` and caches its result. Returns nil, and caches nothing, if an
    /// exception is pending after the search.
    func find(_ isa: Class, _ key: String, _ search: () -> Found) -> Found? {
        let place = Place(isa, key)
        // Read before the search, so that a concurrent method change invalidates the result.
        let generation = Runtime.methodGeneration
        if let known = table.withLock({ $0.generation == generation ? $0.find(place) : nil }) { return known }
        let found = search()
        if RuntimeException.isPending { return nil }
        table.withLock { $0.keep(found, place, generation) }
        return found
    }
}

/// The cache key: a class and a property key, with the hash of both.
private struct Place {
    let isa: Class
    let key: String
    let hash: UInt

    init(_ isa: Class, _ key: String) {
        self.isa = isa
        self.key = key
        var key = key
        hash = key.withUTF8 { bytes in
            bytes.reduce(isa.hashOfAddress) { ($0 ^ UInt($1)) &* 0x100_0000_01b3 }
        }
    }

    // Swift compares strings by canonical equivalence; keys that are only equivalent differ in their hashes.
    static func == (lhs: Place, rhs: Place) -> Bool {
        lhs.hash == rhs.hash && lhs.isa == rhs.isa && lhs.key == rhs.key
    }
}

extension Class {
    fileprivate var hashOfAddress: UInt { UInt(bitPattern: receiverAddress) ^ 0xcbf2_9ce4_8422_2325 }
}

private struct AccessorTable<Found> {
    /// The method generation of all entries.
    private(set) var generation: UInt = 0
    private var count = 0
    /// The open-addressed table: its size is a power of two, and at least half of it is free.
    private var places: [(place: Place, found: Found)?] = Array(repeating: nil, count: 16)

    /// The largest number of entries: keys may come from any source, so the table must not grow without limit.
    private static var limit: Int { 4096 }

    func find(_ place: Place) -> Found? {
        places[index(of: place)]?.found
    }

    /// Returns the index of the entry of `place`, or of the free place where it belongs.
    private func index(of place: Place) -> Int {
        var index = Int(bitPattern: place.hash ^ place.hash >> 32) & (places.count - 1)
        while let other = places[index]?.place, !(other == place) { index = (index + 1) & (places.count - 1) }
        return index
    }

    /// Adds an entry. Drops it if its generation is older than that of the table, and so already stale.
    mutating func keep(_ found: Found, _ place: Place, _ foundAt: UInt) {
        guard foundAt >= generation else { return }
        if foundAt > generation || count == Self.limit { removeAll() }
        generation = foundAt
        let index = index(of: place)
        if places[index] == nil { count += 1 }
        places[index] = (place, found)
        if count * 2 > places.count { grow() }
    }

    private mutating func removeAll() {
        places = Array(repeating: nil, count: places.count)
        count = 0
    }

    private mutating func grow() {
        let entries = places.compactMap { $0 }
        places = Array(repeating: nil, count: places.count * 2)
        for entry in entries { places[index(of: entry.place)] = entry }
    }
}

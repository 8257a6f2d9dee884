// AccessorCache.swift - what was found out about a key of a class, so that it is not searched for again.
//
// An answer holds until the methods of any class change: then the whole table is stale, and is emptied when somebody
// next adds to it. A look costs one short lock. The search itself runs without it: it asks the class by messages.
//
//      places:  │ - │ Found │ - │ - │ Found │ Found │ - │ ... │    by hash of class and key, or the next
import MiniRuntime

/// Search results by (isa, key). Any thread.
final class AccessorCache<Found: AnyObject & Sendable>: Sendable {
    private let table = Locked(AccessorTable<Found>())

    /// What `search` found, now or before. nil, and nothing kept, if the search ended with an exception pending.
    func find(_ isa: Class, _ key: String, _ search: () -> Found) -> Found? {
        let place = Place(isa, key)
        // Read before the search: what is added meanwhile will be found next time.
        let generation = Runtime.methodGeneration
        if let known = table.withLock({ $0.generation == generation ? $0.find(place) : nil }) { return known }
        let found = search()
        if RuntimeException.isPending { return nil }
        table.withLock { $0.keep(found, place, generation) }
        return found
    }
}

/// A class and a key, with the hash of both.
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

    // Strings that Swift holds equal and that are spelt differently are different keys; their hashes differ.
    static func == (lhs: Place, rhs: Place) -> Bool {
        lhs.hash == rhs.hash && lhs.isa == rhs.isa && lhs.key == rhs.key
    }
}

extension Class {
    fileprivate var hashOfAddress: UInt { UInt(bitPattern: receiverAddress) ^ 0xcbf2_9ce4_8422_2325 }
}

private struct AccessorTable<Found> {
    /// Of all entries.
    private(set) var generation: UInt = 0
    private var count = 0
    /// A power of two of them, at least half of them free.
    private var places: [(place: Place, found: Found)?] = Array(repeating: nil, count: 16)

    /// Keys may come from anywhere, so their number is bounded.
    private static var limit: Int { 4096 }

    func find(_ place: Place) -> Found? {
        places[index(of: place)]?.found
    }

    /// Where it is, or would be.
    private func index(of place: Place) -> Int {
        var index = Int(bitPattern: place.hash ^ place.hash >> 32) & (places.count - 1)
        while let other = places[index]?.place, !(other == place) { index = (index + 1) & (places.count - 1) }
        return index
    }

    /// What was found at an older generation than others is stale already.
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

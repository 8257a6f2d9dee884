// AccessorCache.swift - the results of searches for the accessors of a key, so that no class is searched twice.
//
// A result holds until the methods of any class change. A look-up costs one short lock. The search itself runs without
// the lock: it sends messages to the class. Keys may come from anywhere, so the cache has a fixed size: a result has two
// places where it may be, and takes the one of an older result when both are taken.
import MiniRuntime

/// Search results by (isa, key). Any thread.
final class AccessorCache<Found: AnyObject & Sendable>: Sendable {
    /// A result, and the generation of all methods that it holds for.
    private final class Entry: Lockable {
        let place: Place
        let generation: UInt
        let found: Found

        init(_ place: Place, _ generation: UInt, _ found: Found) {
            self.place = place
            self.generation = generation
            self.found = found
        }

        func holds(for place: Place, _ generation: UInt) -> Bool {
            self.generation == generation && self.place == place
        }
    }

    private let entries: Locked<[Entry?]>

    init() {
        entries = Locked(Array(repeating: nil, count: 1024), rank: .table)
    }

    /// What `search` found, now or before. nil, and nothing kept, if the search ended with an exception pending.
    func find(_ isa: Class, _ key: String, _ search: () -> Found) -> Found? {
        let place = Place(isa, key)
        // Read before the search: a method that is added during the search makes its result stale.
        let generation = ObjectRuntime.methodGeneration
        if let known = known(place, generation) { return known }
        let found = search()
        if RuntimeException.isPending { return nil }
        entries.replace(at: index(for: place), with: Entry(place, generation, found))
        return found
    }

    private func known(_ place: Place, _ generation: UInt) -> Found? {
        entries.read { entries in
            if let entry = entries[place.index], entry.holds(for: place, generation) { return entry.found }
            if let entry = entries[place.index ^ 1], entry.holds(for: place, generation) { return entry.found }
            return nil
        }
    }

    /// The place of the same class and key, or a free one, or that of another result.
    private func index(for place: Place) -> Int {
        entries.read { entries in
            let (first, second) = (place.index, place.index ^ 1)
            guard let entry = entries[first], entry.place != place else { return first }
            return second
        }
    }
}

/// A class and a key, with the hash of both.
private struct Place: Equatable {
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

    /// The first of its two places; the other one is beside it.
    var index: Int { Int(bitPattern: hash ^ hash >> 32) & 1023 }

    // Strings that Swift holds equal and that are spelt differently are different keys; their hashes differ.
    static func == (lhs: Place, rhs: Place) -> Bool {
        lhs.hash == rhs.hash && lhs.isa == rhs.isa && lhs.key == rhs.key
    }
}

extension Class {
    fileprivate var hashOfAddress: UInt { UInt(bitPattern: receiverAddress) ^ 0xcbf2_9ce4_8422_2325 }
}

// AccessorCache.swift - the results of searches for the accessors of a key, so that no class is searched twice.
//
// A result is valid until the methods of any class change. A look-up takes one short lock. The search itself runs
// without the lock, because it sends messages to the class. The number of keys is unlimited, so the cache has a fixed
// size: a result may be at one of two indexes, and replaces another result if both are taken.
import MiniRuntime

/// Search results by isa and key. Any thread.
final class AccessorCache<Found: Sendable>: Sendable {
    /// A result, and the generation of methods for which it is valid.
    private final class Entry: Lockable {
        let place: CacheKey
        let generation: UInt
        let found: Found

        init(_ place: CacheKey, _ generation: UInt, _ found: Found) {
            self.place = place
            self.generation = generation
            self.found = found
        }

        func holds(for place: CacheKey, _ generation: UInt) -> Bool {
            self.generation == generation && self.place == place
        }
    }

    private let entries: Locked<[Entry?]>

    init() {
        entries = Locked(Array(repeating: nil, count: 1024), rank: .table)
    }

    /// Returns the stored result of an earlier search, or calls `search` and stores its result. nil if an exception is
    /// pending after `search`: then nothing is stored.
    func find(_ isa: Class, _ key: String, _ search: () -> Found) -> Found? {
        let place = CacheKey(isa, key)
        let generation = ObjectRuntime.methodGeneration
        if let known = known(place, generation) { return known }
        let found = search()
        if RuntimeException.isPending { return nil }
        entries.replace(at: index(for: place), with: Entry(place, generation, found))
        return found
    }

    private func known(_ place: CacheKey, _ generation: UInt) -> Found? {
        entries.read { entries in
            if let entry = entries[place.index], entry.holds(for: place, generation) { return entry.found }
            if let entry = entries[place.index ^ 1], entry.holds(for: place, generation) { return entry.found }
            return nil
        }
    }

    /// Returns the index for a new result: the first if it is free or has the same class and key, otherwise the second.
    private func index(for place: CacheKey) -> Int {
        entries.read { entries in
            let (first, second) = (place.index, place.index ^ 1)
            guard let entry = entries[first], entry.place != place else { return first }
            return second
        }
    }
}

/// A class and a key, with the hash of both: identifies a result.
private struct CacheKey: Equatable {
    let isa: Class
    let key: String
    let hash: UInt

    init(_ isa: Class, _ key: String) {
        self.isa = isa
        self.key = key
        hash = isa.hashOfAddress ^ key.withBytes { hashOfText($0) }
    }

    /// The first of the two indexes; the second is `index ^ 1`.
    var index: Int { Int(bitPattern: hash ^ hash >> 32) & 1023 }

    // Swift compares composed and decomposed letters as equal. As keys they differ, and so do their hashes here.
    static func == (lhs: CacheKey, rhs: CacheKey) -> Bool {
        lhs.hash == rhs.hash && lhs.isa == rhs.isa && lhs.key == rhs.key
    }
}

extension Class {
    /// A multiple of an odd number, so that classes beside each other in memory get hashes far apart.
    fileprivate var hashOfAddress: UInt { UInt(bitPattern: receiverAddress) &* 0x9e37_79b9_7f4a_7c15 }
}

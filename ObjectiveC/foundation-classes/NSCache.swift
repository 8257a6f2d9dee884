// NSCache.swift - a table that drops objects when it holds too many. Keys are retained, not copied.
//
// Keys are compared by hash and isEqual:, which are sent without a lock: an operation finds the entry first, and then
// changes the table if no other thread has changed it meanwhile.
import MiniFoundation
import MiniRuntime

/// What a cache stores. Any thread.
final class CacheState: Sendable {
    struct Entry: Lockable {
        let key: Object, object: Object
        let cost: Int128
        /// Increases from entry to entry.
        let number: Int
    }
    struct Values: Lockable {
        var entries: [UInt: [Entry]] = [:]
        var count = 0
        /// Wider than a cost, so that no sum overflows.
        var cost: Int128 = 0
        /// The number of changes of the table so far.
        var changes = 0
        var countLimit = 0, costLimit: Int128 = 0
        var name: Object?
        var delegate: WeakReference?
        var evictsDiscarded = true
        /// All entries in the order of their numbers, and some that were removed.
        var order = EvictionOrder()
    }
    let values = Locked(Values())

    /// Returns the entry of a key, and the number of changes when the table was read.
    private func find(_ key: Object, _ hash: UInt) throws -> (entry: Entry?, changes: Int) {
        let (candidates, changes) = values.read { ($0.entries[hash] ?? [], $0.changes) }
        return try (candidates.first { try $0.key == key || $0.key.send("isEqual:", key) }, changes)
    }

    func object(_ key: Object) throws -> Object? { try find(key, key.send("hash")).entry?.object }

    /// Removes the object of a key, and adds `new` if it is not nil. Returns the objects to evict afterwards: without
    /// `new`, the one that was removed.
    func set(_ new: Object?, _ cost: UInt, _ key: Object) throws -> [Object] {
        let hash: UInt = try key.send("hash")
        while true {
            let (old, changes) = try find(key, hash)
            // What is removed is released outside the lock.
            let removed: (old: Entry?, evicted: [Entry])? = values.withLock { values in
                guard values.changes == changes else { return nil }
                values.changes += 1
                if let old { values.remove(old.number, hash) }
                guard let new else { return (old, old.map { [$0] } ?? []) }
                values.add(Entry(key: key, object: new, cost: Int128(cost), number: values.changes), hash)
                return (old, values.evict())
            }
            if let removed { return removed.evicted.map(\.object) }
        }
    }

    func removeAll() -> [Object] {
        let entries = values.withLock { values in
            let entries = values.entries
            (values.entries, values.count, values.cost) = ([:], 0, 0)
            values.order = EvictionOrder()
            values.changes += 1
            return entries
        }
        return entries.values.flatMap { $0 }.sorted { $0.number < $1.number }.map(\.object)
    }

    /// Applies new limits. Returns the objects to evict.
    func limit(_ change: (inout Values) -> Void) -> [Object] {
        values.withLock { values in
            change(&values)
            values.changes += 1
            return values.evict()
        }.map(\.object)
    }
}

/// The entries of a cache from the oldest on. An entry that is removed stays here until it would be the next, or until
/// half of the list is such entries, so that each change costs O(1) on average.
struct EvictionOrder {
    private var list: [(number: Int, hash: UInt)] = []
    private var first = 0

    mutating func append(_ number: Int, _ hash: UInt) { list.append((number, hash)) }

    mutating func popFirst() -> (number: Int, hash: UInt)? {
        guard first < list.count else { return nil }
        first += 1
        return list[first - 1]
    }

    /// Drops the entries that were removed, if they are the most.
    mutating func compact(count: Int, _ isPresent: (Int, UInt) -> Bool) {
        guard list.count > 2 * count + 16 else { return }
        (list, first) = (list[first...].filter { isPresent($0.number, $0.hash) }, 0)
    }
}

extension CacheState.Values {
    fileprivate mutating func add(_ entry: CacheState.Entry, _ hash: UInt) {
        entries[hash, default: []].append(entry)
        count += 1
        cost += entry.cost
        order.append(entry.number, hash)
        let entries = entries
        order.compact(count: count) { number, hash in entries[hash]?.contains { $0.number == number } ?? false }
    }

    @discardableResult
    fileprivate mutating func remove(_ number: Int, _ hash: UInt) -> CacheState.Entry? {
        guard let index = entries[hash]?.firstIndex(where: { $0.number == number }) else { return nil }
        let entry = entries[hash]!.remove(at: index)
        cost -= entry.cost
        count -= 1
        if entries[hash]!.isEmpty { entries[hash] = nil }
        return entry
    }

    /// Removes the oldest entries, until the limits are kept.
    fileprivate mutating func evict() -> [CacheState.Entry] {
        var evicted: [CacheState.Entry] = []
        while countLimit > 0 && count > countLimit || costLimit > 0 && cost > costLimit,
            let oldest = order.popFirst()
        {
            if let entry = remove(oldest.number, oldest.hash) { evicted.append(entry) }
        }
        return evicted
    }
}

enum NSCache {
    static let values = ValueClass<CacheState>("NSCache") { cls in
        try cls.addInit("init") { CacheState() }
        try cls.add("objectForKey:") { (cache, key: Object?) in try key.flatMap { try cache.object($0) } }
        try cls.cls.addMethod("setObject:forKey:") { (me: Object, object: Object?, key: Object?) in
            try set(me, object, 0, key)
        }
        try cls.cls.addMethod("setObject:forKey:cost:") { (me: Object, object: Object?, key: Object?, cost: UInt) in
            try set(me, object, cost, key)
        }
        try cls.cls.addMethod("removeObjectForKey:") { (me: Object, key: Object?) in
            try set(me, nil, 0, key)
        }
        try cls.addOwn("removeAllObjects") { cache, me in try tell(me, cache, cache.removeAll()) }
        try cls.add("countLimit") { UInt($0.values.read { $0.countLimit }) }
        try cls.cls.addMethod("setCountLimit:") { (me: Object, limit: UInt) in
            let cache = try cls.value(of: me)
            try tell(me, cache, cache.limit { $0.countLimit = Int(clamping: limit) })
        }
        try cls.add("totalCostLimit") { UInt(clamping: $0.values.read { $0.costLimit }) }
        try cls.cls.addMethod("setTotalCostLimit:") { (me: Object, limit: UInt) in
            let cache = try cls.value(of: me)
            try tell(me, cache, cache.limit { $0.costLimit = Int128(limit) })
        }
        try cls.add("name") { $0.values.read { $0.name } }
        try cls.add("setName:") { (cache, name: Object?) in
            var name = name  // the old one, which is released outside the lock
            cache.values.withLock { swap(&$0.name, &name) }
        }
        try cls.add("delegate") { $0.values.read { $0.delegate }?.object }
        try cls.add("setDelegate:") { (cache, delegate: Object?) in
            let new = delegate.map { WeakReference($0.unmanaged) }
            cache.values.withLock { $0.delegate = new }
        }
        try cls.add("evictsObjectsWithDiscardedContent") { $0.values.read { $0.evictsDiscarded } }
        try cls.add("setEvictsObjectsWithDiscardedContent:") { (cache, evicts: Bool) in
            cache.values.withLock { $0.evictsDiscarded = evicts }
        }
    }

    private static func set(_ me: Object, _ object: Object?, _ cost: UInt, _ key: Object?) throws {
        guard let key else { return }
        let cache = try values.value(of: me)
        try tell(me, cache, cache.set(object, cost, key))
    }

    /// Sends `cache:willEvictObject:` to the delegate, and lets objects that can discard their content do so.
    private static func tell(_ me: Object, _ cache: CacheState, _ evicted: [Object]) throws {
        let message: Selector = "cache:willEvictObject:", discarding: Selector = "discardContentIfPossible"
        let delegate = evicted.isEmpty ? nil : cache.values.read { $0.delegate }?.object
        for object in evicted {
            if let delegate, try delegate.send("respondsToSelector:", message) {
                try delegate.send(message, me, object)
            }
            if try object.send("respondsToSelector:", discarding) { try object.send(discarding) }
        }
    }
}

// HashTable+Plans.swift - what is to be done to a set or a dictionary: found out by messages, and then done without any.
import MiniRuntime

extension MemberTable {
    /// To add those that are not there, by their hashes. nil for none, and if an exception was raised.
    func planAdding(_ members: [Object]) -> Plan<[UInt]>? {
        var (taken, hashes): ([ID], [UInt]) = ([], [])
        for member in members {
            switch search(member.unmanaged.address) {
            case .absent(let hash):
                taken.append(member.unmanaged.address)
                hashes.append(hash)
            case .found: break
            case .raised: return nil
            }
        }
        return taken.isEmpty ? nil : Plan(taken: taken, details: hashes)
    }
}

/// Where an entry of a dictionary is, or goes: behind all others, with its hash.
enum EntryPlace {
    case present(Int)
    case new(hash: UInt)
}

extension HashTable<ID> {
    /// To set values for keys. nil if an exception was raised.
    func planSetting(_ entries: [(key: Object, value: Object)]) -> Plan<[EntryPlace]>? {
        var plan: (taken: [ID], places: [EntryPlace]) = ([], [])
        for (key, value) in entries {
            plan.taken += [key.unmanaged.address, value.unmanaged.address]
            switch search(key.unmanaged.address) {
            case .found(let position): plan.places.append(.present(position))
            case .absent(let hash): plan.places.append(.new(hash: hash))
            case .raised: return nil
            }
        }
        return plan.places.isEmpty ? nil : Plan(taken: plan.taken, details: plan.places)
    }

    /// Takes over keys and values, by turns. The caller owns what it returns.
    func set(_ objects: [ID], at places: [EntryPlace]) -> [ID] {
        var left: [ID] = []
        // First those that are there: positions change when others come.
        for (index, place) in places.enumerated() {
            guard case .present(let position) = place else { continue }
            left += [objects[2 * index], replaceValue(at: position, with: objects[2 * index + 1])]
        }
        for (index, place) in places.enumerated() {
            guard case .new(let hash) = place else { continue }
            append(hash: hash, key: objects[2 * index], value: objects[2 * index + 1])
        }
        return left
    }
}

extension HashTable {
    /// To remove those that are there, by their positions. nil for none, and if an exception was raised.
    func planRemoving(_ keys: [Object]) -> Plan<[Int]>? {
        positions(keys).flatMap { $0.isEmpty ? nil : Plan(details: $0) }
    }

    /// To remove those that are not among `keys`. nil for none, and if an exception was raised. O(n).
    func planRemovingAll(but keys: [Object]) -> Plan<[Int]>? {
        guard let kept = positions(keys).map(Set.init) else { return nil }
        var (others, position) = ([Int](), 0)
        while next(&position) != nil {
            if !kept.contains(position - 1) { others.append(position - 1) }
        }
        return others.isEmpty ? nil : Plan(details: others)
    }

    private func positions(_ keys: [Object]) -> [Int]? {
        var positions: [Int] = []
        for key in keys {
            switch search(key.unmanaged.address) {
            case .found(let position): positions.append(position)
            case .absent: break
            case .raised: return nil
            }
        }
        return positions
    }

    /// The caller owns what was there.
    func remove(_ positions: [Int]) -> [Entry] {
        defer { closeUp() }
        return positions.map { remove(at: $0) }
    }
}

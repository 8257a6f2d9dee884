// HashTable+Plans.swift - changes of a set or a dictionary in two steps: a plan, for which messages are sent to keys,
// and the change itself, which sends none.
import MiniRuntime

extension MemberTable {
    /// Plans to add the members that are absent; the details are their hashes. nil if there are none, or if an
    /// exception was raised.
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

/// The position of an entry in a dictionary. A new entry is appended, with its hash.
enum EntryPlace {
    case present(Int)
    case new(hash: UInt)
}

extension HashTable<ID> {
    /// Plans to set values for keys. nil if there are none, or if an exception was raised.
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

    /// Sets entries. Takes over a +1 of each of `objects`, which are alternately keys and values. Returns unused keys
    /// and replaced values, which the caller then owns.
    func set(_ objects: [ID], at places: [EntryPlace]) -> [ID] {
        var left: [ID] = []
        // Existing entries first, because appending entries may change positions.
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
    /// Plans to remove the keys that are present; the details are their positions. nil if there are none, or if an
    /// exception was raised.
    func planRemoving(_ keys: [Object]) -> Plan<[Int]>? {
        positions(keys).flatMap { $0.isEmpty ? nil : Plan(details: $0) }
    }

    /// Plans to remove the entries whose keys are not in `keys`; the details are their positions. O(n). nil if there
    /// are none, or if an exception was raised.
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

    /// Removes entries and returns them; the caller then owns their keys and values.
    func remove(_ positions: [Int]) -> [Entry] {
        defer { shrinkIfSparse() }
        return positions.map { remove(at: $0) }
    }
}

// ObserverList.swift - the watches on one key of one object.
//
// Deliveries walk a snapshot of the array. Adding appends; removing marks the watch and leaves it where it is, until
// half of the array is marked. So both cost O(1) amortised, and a snapshot stays what it was, but for the marks, which
// are meant to be seen: who is removed while a change is delivered is not told any more.

/// Guarded by the lock of the observed object.
struct ObserverList {
    private(set) var watches: [Watch] = []
    private(set) var liveCount = 0
    /// Registrations by observer, once the list is long: removing looks from the latest back.
    private var index: [UInt: [Observance]]?

    private static let indexFrom = 16

    mutating func append(_ watch: Watch) {
        watches.append(watch)
        liveCount += 1
        if index != nil {
            if let observance = watch as? Observance {
                index![observance.observerAddress, default: []].append(observance)
            }
        } else if watches.count == Self.indexFrom {
            let observances = watches.compactMap { $0.isRemoved ? nil : $0 as? Observance }
            index = Dictionary(grouping: observances, by: \.observerAddress)
        }
    }

    /// The latest registration of an observer that `matches`; nil if there is none. Amortised O(1), and O(registrations of
    /// the same observer for this key) where contexts differ.
    func latest(of observer: UInt, where matches: (Observance) -> Bool) -> Observance? {
        if let index { return index[observer]?.last(where: matches) }
        for watch in watches.reversed() where watch.observerAddress == observer && !watch.isRemoved {
            if let observance = watch as? Observance, matches(observance) { return observance }
        }
        return nil
    }

    /// Removes one that is there. Returns what is not needed any more, to be let go when no lock is held.
    mutating func remove(_ observance: Observance) -> [Watch] {
        observance.markRemoved()
        let observer = observance.observerAddress
        if let position = index?[observer]?.lastIndex(where: { $0 === observance }) {
            index![observer]!.remove(at: position)
            if index![observer]!.isEmpty { index![observer] = nil }
        }
        return forgetOne()
    }

    /// Takes the count of a watch that is marked as removed. Amortised O(1). Returns as ``remove(_:)``.
    mutating func forgetOne() -> [Watch] {
        liveCount -= 1
        return liveCount * 2 < watches.count ? compact() : []
    }

    private mutating func compact() -> [Watch] {
        defer {
            watches = live
            if watches.count < Self.indexFrom / 2 { index = nil }
        }
        return watches
    }

    /// Those there now, in the order they came.
    var live: [Watch] { watches.filter { !$0.isRemoved } }
}

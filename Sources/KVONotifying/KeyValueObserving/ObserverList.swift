// ObserverList.swift - the observances of one key of one object.
//
// Deliveries walk a snapshot: an array and how much of it counts. Adding appends behind what any snapshot reads;
// removing marks the observance and leaves it where it is. So both cost O(1), and a snapshot stays what it was, but for
// the marks, which are meant to be seen: who is removed while a change is delivered is not told any more.

/// Guarded by the lock of the observed object.
struct ObserverList {
    private(set) var observances: [Observance] = []
    private(set) var liveCount = 0
    /// Positions by observer, once the list is long: removing looks from the latest back.
    private var index: [UInt: [Observance]]?

    private static let indexFrom = 16

    mutating func append(_ observance: Observance) {
        observances.append(observance)
        liveCount += 1
        if index != nil {
            index![observance.observerAddress, default: []].append(observance)
        } else if observances.count == Self.indexFrom {
            index = Dictionary(grouping: observances.filter { !$0.isRemoved }, by: \.observerAddress)
        }
    }

    /// Removes the latest registration of an observer that `matches`; nil if there is none. Amortised O(1), and
    /// O(registrations of the same observer for this key) where contexts differ.
    mutating func removeLatest(of observer: UInt, where matches: (Observance) -> Bool) -> Observance? {
        guard let found = findLatest(of: observer, where: matches) else { return nil }
        found.markRemoved()
        liveCount -= 1
        if liveCount * 2 < observances.count { compact() }
        return found
    }

    private mutating func findLatest(of observer: UInt, where matches: (Observance) -> Bool) -> Observance? {
        guard index != nil else {
            return observances.last { $0.observerAddress == observer && !$0.isRemoved && matches($0) }
        }
        guard let position = index![observer]?.lastIndex(where: matches) else { return nil }
        let found = index![observer]!.remove(at: position)
        if index![observer]!.isEmpty { index![observer] = nil }
        return found
    }

    private mutating func compact() {
        observances = observances.filter { !$0.isRemoved }
        if observances.count < Self.indexFrom / 2 { index = nil }
    }

    /// Those registered now, in order of registration.
    var live: [Observance] { observances.filter { !$0.isRemoved } }
}

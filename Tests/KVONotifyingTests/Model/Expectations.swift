// Expectations.swift - what the model says has happened, and whether that is what was seen.

/// What the model says of one step.
struct Expectations {
    private struct Expected {
        let event: Event
        let isCertain: Bool
        /// Of a report that a node died observed.
        let leftNode: Int?
    }

    private var events: [Expected] = []
    private var leftovers: [Expected] = []

    /// - Parameter isCertain: whether it must happen. What may happen or not, may at this place only.
    mutating func append(_ event: Event, isCertain: Bool = true) {
        // The moment of a death is not promised, only that it has come by the end of the step.
        let expected = Expected(event: event, isCertain: isCertain, leftNode: event.leftNode)
        if expected.leftNode != nil { leftovers.append(expected) } else { events.append(expected) }
    }

    var texts: [String] {
        (events + leftovers).map { $0.isCertain ? "\($0.event)" : "\($0.event), or not" }
    }

    /// - Parameter isReporting: whether reports of deaths can be seen at all.
    func fit(_ found: [Event], isReporting: Bool) -> Bool {
        let (foundLeftovers, foundEvents) = (found.filter(\.isLeftover), found.filter { !$0.isLeftover })
        let expected = isReporting ? events : events.filter { !$0.event.isReport }
        return fit(expected[...], foundEvents[...]) && (!isReporting || fitLeftovers(foundLeftovers))
    }

    private func fit(_ expected: ArraySlice<Expected>, _ found: ArraySlice<Event>) -> Bool {
        guard let first = expected.first else { return found.isEmpty }
        if first.event == found.first, fit(expected.dropFirst(), found.dropFirst()) { return true }
        return !first.isCertain && fit(expected.dropFirst(), found)
    }

    private func fitLeftovers(_ found: [Event]) -> Bool {
        let nodes = found.map(\.leftNode)
        for leftover in leftovers {
            let told = nodes.indices.filter { nodes[$0] == leftover.leftNode }.map { found[$0] }
            if leftover.isCertain ? told != [leftover.event] : told.count > 1 { return false }
        }
        let expected = leftovers.map(\.leftNode)
        return nodes.allSatisfy(expected.contains)
    }
}

extension Event {
    fileprivate var leftNode: Int? { if case .left(let node, _) = self { node } else { nil } }
    fileprivate var isLeftover: Bool { leftNode != nil }
    fileprivate var isReport: Bool { if case .buried = self { true } else { isLeftover } }
}

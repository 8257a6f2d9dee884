// Expectations.swift - the events that the model expects, and their comparison with the recorded ones.

/// The events that the model expects of one step.
struct Expectations {
    private struct Expected {
        let event: Event
        let isCertain: Bool
        /// The node, if the event reports that it died while it was observed.
        let leftNode: Int?
    }

    private var events: [Expected] = []
    private var leftovers: [Expected] = []

    /// Adds an event.
    /// - Parameter isCertain: false if the event may also be missing. If it happens, it must be at this place.
    mutating func append(_ event: Event, isCertain: Bool = true) {
        // The moment of a death is not defined, only that it is before the end of the step.
        let expected = Expected(event: event, isCertain: isCertain, leftNode: event.leftNode)
        if expected.leftNode != nil { leftovers.append(expected) } else { events.append(expected) }
    }

    var texts: [String] {
        (events + leftovers).map { $0.isCertain ? "\($0.event)" : "\($0.event), or not" }
    }

    /// Returns whether the recorded events are as expected.
    /// - Parameter isReporting: whether reports of deaths can be read.
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

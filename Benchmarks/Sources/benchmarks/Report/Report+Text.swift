// Report+Text.swift - the report as a table for people and as lines for programs. The table fits 100 columns.

extension Report {
    var table: String {
        let columns =
            "row".padded(27) + "min".leftPadded(9) + "median".leftPadded(9) + " unit   " + "goal".padded(9)
            + "met".padded(5)
            + "peer's".leftPadded(9) + "ratio".leftPadded(8) + "  peer"
        return ([heading, "", columns] + lines.map(tableLine)).joined(separator: "\n") + "\n"
    }

    private var heading: String {
        """
        \(machine)
        \(rounds) rounds of all rows, CPU time of the thread, wall time for two threads.
        The ratio is ours through the peer's. Peers: \(peers.isEmpty ? "Swift's own" : peers.joined(separator: ", "))
        """
    }

    private func tableLine(_ line: Line) -> String {
        let ours =
            line.isFurtherPeer
            ? "".padded(67)
            : line.name + line.figure.best.short.leftPadded(36 - line.name.count)
                + line.figure.median.short.leftPadded(9)
                + (" " + line.unit).padded(8) + (line.goal.map(Self.shortGoal) ?? "").padded(9)
                + (line.isMet.map { $0 ? "yes" : "NO" } ?? "").padded(5)
        guard let peer = line.peer, let figure = line.peerFigure else { return String(ours.trimmingEnd) }
        return ours + figure.best.short.leftPadded(9) + (line.ratio?.fixed(2) ?? "-").leftPadded(8) + "  " + peer
    }

    /// Returns a goal without the row that its ratio refers to, which is listed among the peers.
    static func shortGoal(_ goal: String) -> String { String(goal.prefix { $0 != ":" }) }

    /// Lines `BENCH <row-name> <ours> <unit> <peer> <peer's> <ratio> <goal> <met|missed>`, with a hyphen for missing
    /// values.
    var benchLines: String {
        lines.map { line in
            [
                "BENCH", line.name, line.figure.best.fixed(2), line.unit, line.peer ?? "-",
                line.peerFigure?.best.fixed(2) ?? "-", line.ratio?.fixed(3) ?? "-", line.goal ?? "-",
                line.isMet.map { $0 ? "met" : "missed" } ?? "-",
            ].joined(separator: " ")
        }.joined(separator: "\n")
    }
}

extension String {
    fileprivate var trimmingEnd: Substring {
        self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)]
    }
}

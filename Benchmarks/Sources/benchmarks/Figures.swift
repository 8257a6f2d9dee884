// Figures.swift - takes the samples of many rows. Rounds of all rows follow each other, so that a slow moment of the
// machine does not fall on one of them, and peers are measured in the same minute.
import Kernels

/// What was measured of one row.
struct Figure: Encodable {
    /// The smallest sample; the greatest where more is better.
    let best: Double
    let median: Double
    let samples: Int
}

/// A row ready to be sampled.
private final class Probe {
    let name: String
    let unit: Unit
    private let sample: () -> Double?
    private(set) var samples: [Double] = []
    private var spent = 0.0
    private var isOver = false

    init(_ name: String, _ unit: Unit, _ sample: @escaping () -> Double?) {
        self.name = name
        self.unit = unit
        self.sample = sample
    }

    /// Stops when there is nothing to measure, or when ten seconds were spent: a slow peer is sampled less often.
    func take() {
        if isOver { return }
        let start = wallSeconds()
        guard let value = sample() else { return isOver = true }
        samples.append(value)
        spent += wallSeconds() - start
        isOver = spent > 10
    }

    var figure: Figure? {
        let sorted = samples.sorted()
        guard let first = sorted.first, let last = sorted.last else { return nil }
        return Figure(best: unit.isMoreBetter ? last : first, median: sorted[sorted.count / 2], samples: sorted.count)
    }
}

struct Sampling {
    var rounds = 9
    /// How long a sample of a loop takes.
    var nanoseconds = 10e6
    var peers: [PeerProgram] = []

    /// The figures of `rows` by their names, and those of the peers by "program/row". Calls `progress` before each
    /// round.
    func figures(of rows: [Row], progress: (Int) -> Void) -> [String: Figure] {
        // A peer's row that stands beside several of ours is sampled once.
        var names = Set<String>()
        let probes = (rows.compactMap(probe) + rows.flatMap(peerProbes)).filter { names.insert($0.name).inserted }
        for round in 0..<rounds {
            progress(round)
            for probe in probes { probe.take() }
        }
        var figures = [String: Figure](
            uniqueKeysWithValues: probes.compactMap { probe in probe.figure.map { (probe.name, $0) } })
        for row in rows {
            for prefix in [""] + peers.map({ $0.name + "/" }) {
                figures[prefix + row.name] = figures[prefix + row.name] ?? derived(row, prefix, figures)
            }
        }
        return figures
    }

    private func probe(_ row: Row) -> Probe? {
        switch row.work {
        case .loop(let make):
            return Probe(row.name, row.unit, Loop.sample(make(), nanoseconds: nanoseconds))
        case .piece(let make):
            return Probe(row.name, row.unit, make())
        case .isolated:
            return Probe(row.name, row.unit) {
                guard let figure = Program.again()?.ask(row.name).flatMap(Double.init) else {
                    fail("\(row.name) failed")
                }
                return figure
            }
        case .compiled(let anew):
            return peers.first { $0.name == "compiled" }.map { program in
                Probe(row.name, row.unit) { program.sample(row.name, isIsolated: anew) }
            }
        case .derived:
            return nil
        }
    }

    private func peerProbes(_ row: Row) -> [Probe] {
        row.peers.compactMap { name in
            let parts = name.split(separator: "/", maxSplits: 1).map(String.init)
            guard parts.count == 2, let peer = peers.first(where: { $0.name == parts[0] }) else { return nil }
            return Probe(name, row.unit) { peer.sample(parts[1], isIsolated: row.work.isIsolated) }
        }
    }

    private func derived(_ row: Row, _ prefix: String, _ figures: [String: Figure]) -> Figure? {
        guard case .derived(let sources, let compute) = row.work else { return nil }
        let found = sources.compactMap { figures[prefix + $0] }
        guard found.count == sources.count else { return nil }
        return Figure(
            best: compute(found.map(\.best)), median: compute(found.map(\.median)), samples: found[0].samples)
    }
}

extension Work {
    var isIsolated: Bool {
        switch self {
        case .isolated, .compiled(anew: true): true
        default: false
        }
    }
}

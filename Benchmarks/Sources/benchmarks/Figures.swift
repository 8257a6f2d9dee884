// Figures.swift - samples many rows in rounds. Each round samples every row once, so that a slow moment of the machine
// does not affect a single row, and rows are compared with peers that were measured in the same minutes.
import Kernels

/// The result of one row.
struct Figure: Encodable {
    /// The smallest sample; the greatest one for units in which more is better.
    let best: Double
    let median: Double
    let samples: Int
}

/// A row that is ready to be sampled.
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

    /// Takes a sample, unless the row has no more samples or has taken ten seconds: slow peers are sampled less often.
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
    /// The duration of a loop's sample.
    var nanoseconds = 10e6
    var peers: [PeerProgram] = []

    /// Returns the figures of `rows` by name, and those of their peers by "program/row". Calls `progress` before each
    /// round.
    func figures(of rows: [Row], progress: (Int) -> Void) -> [String: Figure] {
        // A row of a peer that several rows are compared with is sampled only once.
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

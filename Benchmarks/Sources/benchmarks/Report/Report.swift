// Report.swift - compares figures with their goals and peers: a line for each row, and one for each further peer.
import Glibc

struct Report {
    /// A row, or a further peer of the row above.
    struct Line: Encodable {
        /// The row, as in "observed-set-0"; for a further peer "observed-set-0/published-1".
        let name: String
        let figure: Figure
        let unit: String
        var peer: String?
        var peerFigure: Figure?
        /// The row's figure divided by the peer's.
        var ratio: Double?
        var goal: String?
        var isMet: Bool?
        let purpose: String
        var isFurtherPeer: Bool { name.contains("/") }
    }

    let lines: [Line]
    let machine = Machine.description
    let peers: [String]
    let rounds: Int

    init(_ rows: [Row], _ figures: [String: Figure], _ peers: [PeerProgram], rounds: Int) {
        self.peers = peers.map(\.title)
        self.rounds = rounds
        let titles = [String: String](uniqueKeysWithValues: peers.map { ($0.name, $0.title) })
        lines = rows.flatMap { Self.lines($0, figures, titles) }
    }

    var isEveryGoalMet: Bool { !lines.contains { $0.isMet == false } }

    private static func lines(_ row: Row, _ figures: [String: Figure], _ titles: [String: String]) -> [Line] {
        guard let figure = figures[row.name] else { return [] }
        var lines = row.peers.compactMap { name -> Line? in
            guard let peer = figures[name] else { return nil }
            let title = title(name, row, titles)
            return Line(
                name: row.name + "/" + title, figure: figure, unit: row.unit.rawValue, peer: title,
                peerFigure: peer, ratio: peer.best == 0 ? nil : figure.best / peer.best, purpose: row.purpose)
        }
        let first = lines.isEmpty ? nil : lines.removeFirst()
        let main = Line(
            name: row.name, figure: figure, unit: row.unit.rawValue, peer: first?.peer, peerFigure: first?.peerFigure,
            ratio: first?.ratio, goal: row.goal?.text, isMet: row.goal?.isMet(by: figure.best, figures),
            purpose: row.purpose)
        return [main] + lines
    }

    /// Returns a peer's title: "gnustep-1.28", "published-10" or "swift-didset".
    private static func title(_ name: String, _ row: Row, _ titles: [String: String]) -> String {
        let parts = name.split(separator: "/").map(String.init)
        if parts.count < 2 { return name }
        return parts[1] == row.name ? titles[parts[0]]! : parts[1]
    }
}

extension Goal {
    /// The goal in one word, as in "<=100" or "<=1.3x:indirect-call".
    var text: String {
        switch self {
        case .atMost(let limit): "<=" + limit.plain
        case .atLeast(let limit): ">=" + limit.plain
        case .ratio(let limit, let other): "<=\(limit.plain)x:\(other)"
        }
    }

    /// Returns whether a figure meets the goal; nil if the row that it is compared with was not measured. A limit of 0,
    /// as for bytes, is met by less than one half.
    func isMet(by figure: Double, _ figures: [String: Figure]) -> Bool? {
        switch self {
        case .atMost(let limit): limit == 0 ? figure < 0.5 : figure <= limit
        case .atLeast(let limit): figure >= limit
        case .ratio(let limit, let other): figures[other].map { figure <= limit * $0.best }
        }
    }
}

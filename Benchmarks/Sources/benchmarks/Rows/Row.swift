// Row.swift - one measurement: its name, its purpose, the measured work, its goal and its peers.
//
// Names are unique. A row of a peer that is a separate program is named "program/row", where "row" is its name in that
// program.

struct Row {
    let name: String
    /// The purpose of the figure, in a few words.
    let purpose: String
    let unit: Unit
    let work: Work
    let goal: Goal?
    /// The names of the rows it is compared with, the most important one first.
    let peers: [String]

    init(
        _ name: String, _ purpose: String, unit: Unit = .nanoseconds, goal: Goal? = nil, peers: [Peer] = [],
        _ work: Work
    ) {
        self.name = name
        self.purpose = purpose
        self.unit = unit
        self.goal = goal
        self.work = work
        self.peers = peers.map { $0.rowName(for: name) }
    }

    /// Whether the row is a peer that runs in this process. Such rows are measured only if peers are requested.
    var isPeer: Bool { name.hasPrefix("swift-") }

    /// The rows that must be measured for this one to be reported.
    var needs: [String] {
        var names = peers
        if case .ratio(_, let other)? = goal { names.append(other) }
        if case .derived(let sources, _) = work { names += sources }
        return names
    }
}

/// The way in which a figure is measured.
enum Work {
    /// A loop. The function makes the objects; its result runs the operation the given number of times.
    case loop(() -> (Int) -> Void)
    /// A measurement as a whole. The function makes the objects; its result measures once, in the row's unit.
    case piece(() -> () -> Double)
    /// A `piece` in a separate process for each sample, because its remains would slow down other rows.
    case isolated(() -> Double)
    /// A row of the program `compiled`, which is missing where Objective-C cannot be compiled. With `anew`, a separate
    /// process for each sample.
    case compiled(anew: Bool)
    /// A figure that is calculated from the figures of other rows.
    case derived(from: [String], ([Double]) -> Double)
}

enum Unit: String {
    case nanoseconds = "ns"
    case microseconds = "us"
    case milliseconds = "ms"
    case bytes
    /// The work of two threads divided by that of one.
    case scaling = "x"

    /// Whether a greater figure is better.
    var isMoreBetter: Bool { self == .scaling }
}

enum Goal {
    case atMost(Double)
    case atLeast(Double)
    /// At most `limit` times the figure of another row.
    case ratio(Double, to: String)
}

/// What a row is compared with.
enum Peer {
    case row(String)
    /// The row of the same name in the program gnustep.
    case gnustep
    case openCombine(String)
    /// The row of the same name in the program compiled-gnustep.
    case compiledForGNUstep
    /// The same row in a process where all functions made at run time are libffi closures.
    case libffi

    func rowName(for row: String) -> String {
        switch self {
        case .row(let name): name
        case .gnustep: "gnustep/" + row
        case .compiledForGNUstep: "compiled-gnustep/" + row
        case .openCombine(let name): "opencombine/" + name
        case .libffi: "libffi/" + row
        }
    }
}

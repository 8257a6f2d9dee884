// Row.swift - one thing that is measured: its name, what it is for, how it is done, what it is compared with.
//
// Names are unique. A row of a peer that is a program of its own is called "program/row", with the name that the row
// has there.

struct Row {
    let name: String
    /// What the number is for, in a few words.
    let purpose: String
    let unit: Unit
    let work: Work
    let goal: Goal?
    /// Names of rows, the one that matters most first.
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

    /// A peer that runs in this process: measured for its own sake only when peers are wanted.
    var isPeer: Bool { name.hasPrefix("swift-") }

    /// The rows without which this one cannot be reported.
    var needs: [String] {
        var names = peers
        if case .ratio(_, let other)? = goal { names.append(other) }
        if case .derived(let sources, _) = work { names += sources }
        return names
    }
}

/// How a figure comes about.
enum Work {
    /// Makes what is needed; the result runs the operation as often as it is told.
    case loop(() -> (Int) -> Void)
    /// Makes what is needed; the result measures once, in the row's unit.
    case piece(() -> () -> Double)
    /// As `piece`, in a process of its own each time: what is left behind would slow the others down.
    case isolated(() -> Double)
    /// By the program `compiled`, which is not there where Objective-C cannot be compiled; `anew` for each sample if it
    /// leaves something behind.
    case compiled(anew: Bool)
    /// Calculated from the figures of other rows.
    case derived(from: [String], ([Double]) -> Double)
}

enum Unit: String {
    case nanoseconds = "ns"
    case microseconds = "us"
    case milliseconds = "ms"
    case bytes
    /// How much more two threads do than one.
    case scaling = "x"

    /// Of the best of two figures.
    var isMoreBetter: Bool { self == .scaling }
}

enum Goal {
    case atMost(Double)
    case atLeast(Double)
    /// At most so many times another row.
    case ratio(Double, to: String)
}

/// Who a row is compared with.
enum Peer {
    case row(String)
    /// The row of the same name in the GNUstep program.
    case gnustep
    case openCombine(String)
    /// The row of the same name in the program compiled for GNUstep.
    case compiledForGNUstep
    /// The same row where each function that is made at run time is a closure of libffi's.
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

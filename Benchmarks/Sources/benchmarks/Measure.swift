// Measure.swift - the command that measures rows and reports them.
import ArgumentParser
import Glibc
import Kernels

struct Measure: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measures rows and prints a table.",
        discussion: """
            The exit status is 0 when every goal is met, 1 when one is missed, 64 for a wrong option.
            """)

    @Option(help: "Only the rows whose names begin so; may be given more than once.")
    var only: [String] = []

    @Flag(help: "Without peers, in shorter samples.")
    var quick = false

    @Option(help: "The folder with the programs that scripts/test/bench-peers.sh builds.")
    var peers: String?

    @Option(help: "How many samples are taken of each row.")
    var rounds = 9

    @Option(help: "Writes the figures to this file as JSON.")
    var json: String?

    @Option(help: "Puts the table into this page, between its marks.")
    var updateReadme: String?

    func validate() throws {
        if rounds < 1 { throw ValidationError("--rounds is \(rounds), and at least 1 is needed") }
        for prefix in only where Rows.selected([prefix], withPeers: true).isEmpty {
            throw ValidationError("no row's name begins with '\(prefix)'; 'benchmarks list' prints them")
        }
    }

    func run() throws {
        kernels_prepare()
        let rows = Rows.selected(only, withPeers: !quick)
        let programs =
            quick
            ? []
            : ["gnustep", "opencombine", "compiled", "compiled-gnustep"].compactMap { name in
                peers.flatMap { PeerProgram(name, in: $0) }
            }
                + [PeerProgram.libffi].compactMap(\.self)
        let sampling = Sampling(rounds: rounds, nanoseconds: quick ? 5e6 : 20e6, peers: programs)
        let isShown = isatty(STDERR_FILENO) == 1
        let figures = sampling.figures(of: rows) { round in
            if isShown { tell("\rround \(round + 1) of \(rounds) ") }
        }
        if isShown { tell("\r\u{1B}[K") }
        let report = Report(rows, figures, programs, rounds: rounds)
        print(report.table)
        if let json {
            try report.writeJSON(to: json)
            print("The same as JSON: \(json)\n")
        }
        if let updateReadme { try report.write(into: updateReadme) }
        print(report.benchLines)
        fflush(nil)
        _exit(report.isEveryGoalMet ? 0 : 1)
    }
}

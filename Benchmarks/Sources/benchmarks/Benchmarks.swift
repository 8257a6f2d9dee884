// Benchmarks.swift - the command line.
import ArgumentParser

@main
struct Benchmarks: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "benchmarks",
        abstract: "Measures MiniRuntime beside its peers.",
        subcommands: [Measure.self, List.self, Growth.self, Repeat.self, Serve.self],
        defaultSubcommand: Measure.self)
}

struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints the names of all rows and curves, and what they are for.")

    func run() {
        for row in Rows.all { print(row.name.padded(33) + row.purpose) }
        for curve in Curves.all { print(curve.name.padded(33) + curve.label + ", " + curve.panel.title) }
    }
}

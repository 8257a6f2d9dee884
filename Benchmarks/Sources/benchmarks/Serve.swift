// Serve.swift - the command that measures the rows it reads from standard input: see Program.swift. It gives a row a
// process of its own, so that it cannot disturb others.
import ArgumentParser
import Glibc
import Kernels

struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Answers each line of standard input, a row or a curve and a size, with a figure.",
        shouldDisplay: false)

    func run() throws {
        kernels_prepare()
        var curves: [String: (Int) -> Double] = [:]
        var loops: [String: () -> Double] = [:]
        while let line = readLine() {
            let words = line.split(separator: " ").map(String.init)
            if words.count == 2, let size = Int(words[1]), let curve = Curves.named(words[0]) {
                let sample = curves[words[0]] ?? curve.make()
                curves[words[0]] = sample
                print(sample(size))
            } else if let row = Rows.named(line), case .isolated(let measure) = row.work {
                print(measure())
            } else if case .loop(let make)? = Rows.named(line)?.work {
                let sample = loops[line] ?? Loop.sample(make(), nanoseconds: 20e6)
                loops[line] = sample
                print(sample())
            } else if line == "version" {
                print("closures")
            } else {
                print("-")
            }
            fflush(nil)
        }
        // Exits without destroying the observed objects.
        _exit(0)
    }
}

/// Runs the operation of one row and nothing else, for counting instructions.
struct Repeat: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Runs the operation of a row so many times, and measures nothing: for profilers.")

    @Argument(help: "The name of a row.")
    var row: String

    @Argument(help: "How many times.")
    var count: Int

    func validate() throws {
        guard case .loop? = Rows.named(row)?.work else { throw ValidationError("no row '\(row)' is a loop") }
        if count < 0 { throw ValidationError("the count is \(count), which is less than 0") }
    }

    func run() throws {
        guard case .loop(let make)? = Rows.named(row)?.work else { return }
        kernels_prepare()
        make()(count)
        _exit(0)
    }
}

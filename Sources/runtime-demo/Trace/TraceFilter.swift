// TraceFilter.swift - the options that choose the steps of a trace which are printed.
import ArgumentParser
import MiniRuntime

struct TraceFilter: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Show only steps of these kinds: words of their names, such as isa,send,notification.", valueName: "kinds"))
    var only: String?

    @Option(
        help: ArgumentHelp(
            "Show only what the statement in line N of the script does, or those in the lines N-M.", valueName: "N"))
    var line: LineRange?

    @Flag(help: "Show 0x… in place of addresses, which differ from run to run.")
    var noAddresses = false

    struct LineRange: ExpressibleByArgument {
        let lines: ClosedRange<Int>

        init?(argument: String) {
            let numbers = argument.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
            guard let first = numbers[0], let last = numbers.last ?? nil, numbers.count <= 2, first >= 1, first <= last
            else { return nil }
            lines = first...last
        }
    }

    func validate() throws {
        for word in words where !TraceStep.Kind.allCases.contains(where: { $0.words.contains(word) }) {
            let all = Set(TraceStep.Kind.allCases.flatMap(\.words)).sorted().joined(separator: ", ")
            throw ValidationError("No kind of step has '\(word)' in its name. The words are: \(all).")
        }
    }

    /// Whether a part of the steps is left out.
    var isExcerpt: Bool { only != nil || line != nil }

    private var words: [String] { only?.lowercased().split(separator: ",").map(String.init) ?? [] }

    /// Returns a function that returns a step as it is to be printed; nil if it is not. It must receive all steps, in
    /// order, because steps inside a statement may have other lines: those of methods.
    func make() -> @Sendable (TraceStep) -> TraceStep? {
        let words = only == nil ? nil : self.words
        let (lines, hidesAddresses) = (line?.lines, noAddresses)
        let outermost = Locked(0)
        return { step in
            if step.kind == .statement, step.depth == 0, let line = step.line { outermost.exchange(line) }
            if let lines, !lines.contains(outermost.read { $0 }) { return nil }
            if let words, !words.contains(where: step.kind.words.contains) { return nil }
            guard hidesAddresses else { return step }
            var step = step
            step.text = step.text.replacing(/0x[0-9a-f]{4,}/, with: "0x…")
            return step
        }
    }
}

extension TraceStep.Kind {
    /// `isa` and `changed` of `isaChanged`.
    fileprivate var words: [String] {
        rawValue.reduce(into: "") { $0 += $1.isUppercase ? " \($1.lowercased())" : "\($1)" }.split(separator: " ")
            .map(String.init)
    }
}

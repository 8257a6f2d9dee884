// Rerun.swift - the hidden command of the server's child: reads a program on standard input, records it within limits,
// and prints what the page receives.
import ArgumentParser
import ObjectiveScript

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What the page receives for a program: its recording, unless it could not begin, and what is wrong with it.
struct RunAnswer: Encodable {
    struct Problem: Encodable {
        var line: Int?, column: Int?
        let text: String
    }

    let recording: Recording?
    let problem: Problem?
}

struct Rerun: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Records the script on standard input, with limits, for 'explore --serve'.", shouldDisplay: false)

    @Option var name: String
    @Option var language: Language

    func run() throws {
        Self.limit()
        let title = Phrase("\(name), changed").text(in: language)
        try printJSON(answer(Scenario(title, "", InputFile.text(at: "-"))))
    }

    /// Limits processor time, memory and files, for the case that a script or the runtime does what it should not; and
    /// real time, for the case that the server has gone.
    private static func limit() {
        let limits: [(UInt32, Int)] = [
            (UInt32(RLIMIT_CPU.rawValue), RunLimits.seconds), (UInt32(RLIMIT_DATA.rawValue), RunLimits.memory),
            (UInt32(RLIMIT_FSIZE.rawValue), 1 << 20), (UInt32(RLIMIT_CORE.rawValue), 0),
        ]
        for (kind, value) in limits {
            var limit = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(value))
            setrlimit(__rlimit_resource_t(kind), &limit)
        }
        alarm(UInt32(RunLimits.seconds + 5))
    }

    private func answer(_ scenario: Scenario) throws -> RunAnswer {
        // Clang would read files, and the program could do whatever the user can.
        if scenario.source.contains(/(?m)^\s*(#\s*(import|include)|@(interface|implementation))\b/) {
            let sentence = Phrase(
                "This is a program in Objective-C: native code, which the server does not run. In a file program.m, "
                    + "runtime-demo run --explore program.m records it.")
            return RunAnswer(recording: nil, problem: RunAnswer.Problem(text: sentence.text(in: language)))
        }
        do {
            let recording = try Recording(scenario, maximumSteps: RunLimits.steps, language: language)
            if recording.steps.isEmpty {
                let text = Phrase("The program has no statement.").text(in: language)
                return RunAnswer(recording: nil, problem: RunAnswer.Problem(text: text))
            }
            return RunAnswer(recording: recording, problem: recording.failure.map { RunAnswer.Problem($0) })
        } catch let error as ScriptError {
            return RunAnswer(recording: nil, problem: RunAnswer.Problem(error))
        }
    }
}

extension RunAnswer.Problem {
    init(_ error: ScriptError) {
        self.init(line: error.line, column: error.column, text: error.message)
    }
}

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

extension RunAnswer {
    /// The answer for a program that could not be recorded.
    init(problem: Phrase, _ language: Language) {
        self.init(recording: nil, problem: Problem(text: problem.text(in: language)))
    }
}

struct Rerun: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Records the script on standard input, with limits, for 'explore --serve'.", shouldDisplay: false)

    @Option var name: String
    @Option var language: Language
    /// A new folder for a program in Objective-C; nil if these are refused.
    @Option var folder: String?
    @OptionGroup var tools: NativeTools

    func run() throws {
        limit()
        let title = Phrase("\(name), changed").text(in: language)
        try printJSON(answer(Scenario(title, "", InputFile.text(at: "-"))))
    }

    /// Limits processor time, memory and files, for the case that a script or the runtime does what it should not; and
    /// real time, for the case that the server has gone.
    private func limit() {
        let fileLength = folder == nil ? 1 << 20 : RunLimits.nativeFileLength
        let limits: [(UInt32, Int)] = [
            (UInt32(RLIMIT_CPU.rawValue), RunLimits.seconds), (UInt32(RLIMIT_DATA.rawValue), RunLimits.memory),
            (UInt32(RLIMIT_FSIZE.rawValue), fileLength), (UInt32(RLIMIT_CORE.rawValue), 0),
        ]
        for (kind, value) in limits {
            var limit = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(value))
            setrlimit(__rlimit_resource_t(kind), &limit)
        }
        alarm(UInt32((folder == nil ? RunLimits.seconds : RunLimits.nativeSeconds) + 5))
    }

    private func answer(_ scenario: Scenario) throws -> RunAnswer {
        if scenario.source.contains(/(?m)^\s*(#\s*(import|include)|@(import|interface|implementation))\b/) {
            if let folder {
                return try NativeProgram(
                    text: scenario.source, title: scenario.name, language: language, tools: tools, folder: folder
                ).answer()
            }
            let sentence = Phrase(
                "This is a program in Objective-C: native code, which the server runs only with --allow-native. In a file "
                    + "program.m, runtime-demo run --explore program.m records it.")
            return RunAnswer(problem: sentence, language)
        }
        do {
            let recording = try Recording(scenario, maximumSteps: RunLimits.steps, language: language)
            if recording.steps.isEmpty {
                return RunAnswer(problem: "The program has no statement.", language)
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

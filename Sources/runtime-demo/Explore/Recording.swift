// Recording.swift - a script that has run, with the objects and classes at each step: the data of the explorer page.
import MiniRuntime
import ObjectiveScript

struct Recording: Encodable {
    let title, about: String
    let language: Language
    /// The lines of the script.
    let source: [String]
    /// The first step, and each later one as what it changes in the step before; see ``Tree/patch(from:)``.
    let steps: [Tree]
    /// Whether a program of one's own was recorded; nil for a script.
    let isProgram: Bool?
    /// A sentence about each kind of step.
    let explanations: [String: String]
    let log: [Tape.LogEntry]
    /// The steps as text, for a page without JavaScript.
    let lines: [String]
    /// A sentence that says why the recording ends before the script; nil if it does not.
    let ending: String?
    /// Whether the user interrupted the script.
    let wasInterrupted: Bool
    /// The error that ended the script early.
    let failure: ScriptError?
    /// The recording as it stands in a link; nil if it is too long for one.
    private(set) var link: String?

    private enum CodingKeys: CodingKey { case title, about, source, steps, explanations, log, ending, link, isProgram }
}

extension Recording {
    /// Reads the first `maximumSteps` steps of a file that a program wrote because of MINIRUNTIME_TRACE_FILE.
    init(traceFile path: String, maximumSteps: Int, language: Language, title: String? = nil) throws {
        let file = try TraceFile(path, maximum: maximumSteps)
        let words = TraceFileSteps(file, language)
        var addresses = AddressNumbers(source: words.source.joined(separator: "\n"))
        var stage = TraceFileStage()
        var (steps, log, lines, latest) = ([Tree](), [Tape.LogEntry](), [String](), Tree?.none)
        for (index, event) in file.events.enumerated() {
            let new = event.kind == "class allocated" ? event.classAddress : event.object
            if event.kind.hasSuffix(" allocated"), let address = new.flatMap({ UInt($0.dropFirst(2), radix: 16) }) {
                addresses.forget(address)
            }
            stage.apply(event)
            let isTold = event.kind == "notification"
            let whole = words.step(event, number: index + 1, logCount: log.count + (isTold ? 1 : 0), stage)
            let step = addresses.numbered(whole)
            guard case .text(let text)? = step["text"] else { continue }
            if isTold { log.append(Tape.LogEntry(step: index + 1, text: text)) }
            lines.append("\(index + 1)  \(text)")
            steps.append(step.patch(from: latest) ?? .object([:]))
            latest = step
        }
        let sentences: [Phrase] = [
            file.isCut
                ? "The recording ends after \(.steps(maximumSteps)), and the file goes on: --max-steps reads more."
                : "",
            words.hasLines || steps.isEmpty
                ? ""
                : "The lines of the program are not known. They need llvm-symbolizer, and a program compiled with -g.",
        ]
        let texts = sentences.map { $0.text(in: language) }.filter { !$0.isEmpty }
        ending = texts.isEmpty ? nil : texts.joined(separator: " ")
        (self.title, source) = (title ?? path, words.source)
        let sentence: Phrase =
            "The events of a program in their order. An object is shown as it was at its last event."
        about = sentence.text(in: language)
        (self.steps, self.log, self.lines, self.language) = (steps, log, lines, language)
        (wasInterrupted, failure, isProgram) = (false, nil, true)
        explanations = Self.explanations(in: language)
        link = try RecordingLink.text(of: self)
    }

    /// Runs a scenario until it ends, has taken `maximumSteps`, or is interrupted by Ctrl-C. Throws the ``ScriptError``
    /// of a script that cannot be parsed.
    init(_ scenario: Scenario, maximumSteps: Int, language: Language) throws {
        let script = try scenario.script()
        let tape = Tape(maximumSteps: maximumSteps, source: scenario.source)
        let interruption = Interruption()
        let camera = Camera()
        let recorder = Recorder(
            Recorder.Options(settles: true, language: language), pages: { _ in }, allocations: { tape.forget($0) },
            cancellation: { tape.isFull || interruption.isRequested },
            { step, isTraced in
                guard isTraced || step.kind == .output else { return }
                tape.append(step) { camera.moment(step, number: $0, logCount: $1) }
                // Before the first step there is nothing to keep: Ctrl-C ends the process.
                interruption.begin()
            })
        let error = try recorder.record { interpreter -> ScriptError? in
            camera.connect(recorder, interpreter)
            do throws(ScriptError) {
                for statement in script.statements { try interpreter.run(statement) { _ in } }
                return nil
            } catch {
                return error
            }
        }
        wasInterrupted = interruption.isRequested
        let steps = Phrase.steps(maximumSteps)
        let sentence: Phrase? =
            if wasInterrupted {
                "The script was interrupted: the recording ends here."
            } else if tape.isFull {
                "The recording ends after \(steps), and the script goes on: --max-steps records more."
            } else {
                nil
            }
        ending = sentence?.text(in: language)
        // If the recorder stopped the script, the error says only where.
        failure = ending == nil ? error : nil
        isProgram = nil
        title = scenario.name
        about = Phrase(scenario.about).text(in: language)
        self.language = language
        source = scenario.source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        (self.steps, log, lines) = tape.contents
        explanations = Self.explanations(in: language)
        link = try RecordingLink.text(of: self)
    }

    static func explanations(in language: Language) -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: TraceStep.Kind.allCases.compactMap { kind in
                kind.explanation.map { (kind.rawValue, Phrase($0).text(in: language)) }
            })
    }
}

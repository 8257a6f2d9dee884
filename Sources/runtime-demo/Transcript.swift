// Transcript.swift - prints each message of a demonstration, in the notation of Objective-C, and its effects.
//
//      1. A title
//         The lesson of this section.
//
//         [account setBalance: 100]                    a step: printed, then run
//             [super ...]                              a message that a method sends during the step
//             -> person is notified ...                an effect, printed by the code that it happened in
//             !! NSRangeException: ...                 an exception that was raised, and caught by the demonstration
//
// A step that raises is not a failure of the demonstration. Lines are folded at 100 columns; the JSON has them whole.
import ArgumentParser
import FoundationEssentials
import MiniRuntime

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The transcript on standard output: one for the process, as there is one standard output. The methods of runtime
/// classes write to it, on any thread.
let transcript = Transcript()

final class Transcript: Sendable {
    /// A line below a step.
    struct Event: Encodable {
        enum Kind: String, Encodable { case message, happened, raised, standardError }

        var kind: Kind
        var text: String
    }

    private struct Step: Encodable {
        var message: String
        var events: [Event] = []
    }

    private struct Section: Encodable {
        var title: String
        var lesson: String
        var steps: [Step] = []
    }

    /// The form of the output.
    enum Style {
        case folded
        /// Lines are not folded: another program reads them.
        case plain
        /// Everything is printed as JSON at the end.
        case json
    }

    private struct State: Lockable {
        var style = Style.folded
        var sections: [Section] = []
        /// The names of objects in the transcript, by address.
        var names: [UInt: String] = [:]
        var raisedCount = 0
    }

    private let state = Locked(State())

    /// Runs a demonstration. With the style `json`, prints the transcript afterwards.
    func run(_ style: Style, _ demonstration: () throws -> Void) throws {
        state.withLock { $0.style = style }
        try demonstration()
        guard style == .json else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        print(String(decoding: try encoder.encode(state.withLock { $0.sections }), as: UTF8.self))
    }

    // ── Writing ─────────────────────────────────────────────────────────────────────────────────────

    /// Begins a section.
    func section(_ title: String, _ lesson: String) {
        let number = state.withLock { state in
            state.sections.append(Section(title: title, lesson: lesson))
            return state.sections.count
        }
        show((number > 1 ? "\n" : "") + "\(number). \(title)", indent: 0)
        show(lesson, indent: 3)
    }

    /// Prints a message and calls `body`, which sends it. Reports an exception that `body` throws.
    func step(_ message: String, _ body: () throws -> Void) throws {
        state.withLock { $0.sections[$0.sections.count - 1].steps.append(Step(message: message)) }
        show("\n" + message, indent: 3)
        try attempt(body)
    }

    /// Calls `body`, as in `@try`: reports an exception that it throws, and continues. Rethrows all other errors.
    func attempt(_ body: () throws -> Void) throws {
        do {
            try autoreleasepool(body)
        } catch let exception as RuntimeException {
            state.withLock { $0.raisedCount += 1 }
            event(.raised, "\(exception)")
        }
    }

    /// The number of exceptions that were reported.
    var raisedCount: Int { state.withLock { $0.raisedCount } }

    /// Prints a message that a method is about to send.
    func message(_ text: String) { event(.message, text) }

    /// Prints an effect.
    func happened(_ text: String) { event(.happened, text) }

    /// Prints what a child process wrote on its standard error.
    func standardError(_ text: String) {
        event(.standardError, String(text.reversed().drop { $0.isNewline }.reversed()))
    }

    private func event(_ kind: Event.Kind, _ text: String) {
        state.withLock { state in
            guard let section = state.sections.indices.last, let step = state.sections[section].steps.indices.last
            else { return }
            state.sections[section].steps[step].events.append(Event(kind: kind, text: text))
        }
        switch kind {
        case .message: show(text, indent: 7)
        case .happened: show(text, indent: 10, mark: "-> ")
        case .raised, .standardError: show(text, indent: 10, mark: "!! ")
        }
    }

    /// Prints a line and flushes it at once, because the next step may end the process.
    private func show(_ text: String, indent: Int, mark: String = "") {
        switch state.withLock({ $0.style }) {
        case .folded: print(Self.indented(text, indent, mark: mark))
        case .plain: print(text)
        case .json: return
        }
        fflush(nil)
    }

    /// Folds a text to lines of at most 100 columns. The mark is placed in the indentation of the first line.
    private static func indented(_ text: String, _ indent: Int, mark: String) -> String {
        let margin = String(repeating: " ", count: indent)
        return folded(text, width: Page.width - indent).enumerated().map { index, line in
            line.isEmpty ? "" : (index == 0 ? margin.dropLast(mark.count) + mark : margin) + line
        }.joined(separator: "\n")
    }

    // ── Names ───────────────────────────────────────────────────────────────────────────────────────

    /// Sets an object's name in the transcript.
    func name(_ object: Object, _ name: String) {
        state.withLock { $0.names[object.address] = name }
    }

    /// Returns the object's name, or its description if it has none.
    func name(of object: Object?) -> String {
        guard let object else { return "nil" }
        return state.withLock { $0.names[object.address] } ?? object.description
    }

    /// Prints each change of a named object's isa, from the runtime's trace hook.
    func reportIsaChanges() {
        Trace.setHandler { [self] event in
            guard event.kind == .isaChanged, let object = event.object, let new = event.cls, let old = event.other,
                let name = state.withLock({ $0.names[UInt(bitPattern: object.address)] })
            else { return }
            happened("isa of \(name): \(Class(address: old.address).name) -> \(new.name)")
        }
    }
}

/// The options of the commands that print transcripts or reports.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print the same facts as JSON.")
    var json = false

    var style: Transcript.Style { json ? .json : .folded }
}

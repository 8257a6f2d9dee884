// Transcript.swift - what a demonstration does, in the notation of Objective-C, and what happened then.
//
//      1. A title
//         What there is to learn here.
//
//         [account setBalance: 100]                    a step: said, then done
//             [super ...]                              a message that a method on the way sends
//             -> person is told ...                    what happened: said by whoever it happened to
//             !! NSRangeException: ...                 what was raised, and caught here
//
// A step that raises is no failure of the demonstration. Lines are folded at 100 columns; JSON has them whole.
import ArgumentParser
import FoundationEssentials
import MiniRuntime

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What goes to standard output: one for the process, as there is one standard output. Methods of runtime classes write
/// to it from wherever they are called.
let transcript = Transcript()

final class Transcript: Sendable {
    /// What happened.
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

    /// How lines are printed.
    enum Style {
        case folded
        /// As they are: for another program to read.
        case plain
        /// All at the end.
        case json
    }

    private struct State: Lockable {
        var style = Style.folded
        var sections: [Section] = []
        /// Addresses of objects, and what they are called here.
        var names: [UInt: String] = [:]
        var raisedCount = 0
    }

    private let state = Locked(State())

    /// Runs a demonstration, and prints its JSON behind it if that is wanted.
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

    /// Says what is done, and does it. What it raises is caught.
    func step(_ message: String, _ body: () throws -> Void) throws {
        state.withLock { $0.sections[$0.sections.count - 1].steps.append(Step(message: message)) }
        show("\n" + message, indent: 3)
        try attempt(body)
    }

    /// `@try`: reports what is raised, and goes on.
    func attempt(_ body: () throws -> Void) throws {
        do {
            try autoreleasepool(body)
        } catch let exception as RuntimeException {
            state.withLock { $0.raisedCount += 1 }
            event(.raised, "\(exception)")
        }
    }

    /// How many exceptions were reported.
    var raisedCount: Int { state.withLock { $0.raisedCount } }

    /// A message that is about to be sent by a method.
    func message(_ text: String) { event(.message, text) }

    /// What has just happened.
    func happened(_ text: String) { event(.happened, text) }

    /// What another process wrote there.
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

    /// A line that is flushed at once: the next thing may end the process.
    private func show(_ text: String, indent: Int, mark: String = "") {
        switch state.withLock({ $0.style }) {
        case .folded: print(Self.indented(text, indent, mark: mark))
        case .plain: print(text)
        case .json: return
        }
        fflush(nil)
    }

    /// Lines of at most 100 columns. The mark hangs in the indent.
    private static func indented(_ text: String, _ indent: Int, mark: String) -> String {
        let margin = String(repeating: " ", count: indent)
        return folded(text, width: Page.width - indent).enumerated().map { index, line in
            line.isEmpty ? "" : (index == 0 ? margin.dropLast(mark.count) + mark : margin) + line
        }.joined(separator: "\n")
    }

    // ── Names ───────────────────────────────────────────────────────────────────────────────────────

    /// What an object is called from now on.
    func name(_ object: Object, _ name: String) {
        state.withLock { $0.names[object.address] = name }
    }

    /// The object's name, or what it says of itself.
    func name(of object: Object?) -> String {
        guard let object else { return "nil" }
        return state.withLock { $0.names[object.address] } ?? object.description
    }

    /// Reports each change of a named object's isa, as the runtime's trace hook tells it.
    func reportIsaChanges() {
        Trace.setHandler { [self] event in
            guard event.kind == .isaChanged, let object = event.object, let new = event.cls, let old = event.other,
                let name = state.withLock({ $0.names[UInt(bitPattern: object.address)] })
            else { return }
            happened("isa of \(name): \(Class(address: old.address).name) -> \(new.name)")
        }
    }
}

/// How the facts are printed.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print the same facts as JSON.")
    var json = false

    var style: Transcript.Style { json ? .json : .folded }
}

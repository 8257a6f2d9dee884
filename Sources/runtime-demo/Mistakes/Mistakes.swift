// Mistakes.swift - the command that makes each mistake in a child process and explains it.
import ArgumentParser
import ObjectiveScript

struct Mistakes: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract:
            "Makes each mistake of key-value observing once: the program, the exact message, the cause, the remedy.",
        discussion: """
            Each mistake runs in a child process, which is this same program, and most mistakes end that process. The \
            child's output and standard error are shown unchanged.

              runtime-demo mistakes --list
              runtime-demo mistakes not-registered wrong-context

            The exit status is 0 if each mistake had the expected consequence, and 1 otherwise; 64 for an unknown \
            name, with one line that suggests the nearest name.
            """)

    @Argument(
        help: ArgumentHelp("The mistakes to make; by default all of them.", valueName: "name"),
        completion: .list(Mistake.all.map(\.name)))
    var names: [String] = []

    @Flag(help: "List the mistakes, and make none.")
    var list = false

    @OptionGroup var output: OutputOptions

    @Flag(help: .hidden)
    var happen = false

    private var chosen: [Mistake] {
        names.isEmpty ? Mistake.all : names.compactMap { name in Mistake.all.first { $0.name == name } }
    }

    func validate() throws {
        let known = Mistake.all.map(\.name)
        for name in names where !known.contains(name) {
            throw ValidationError("There is no mistake '\(name)'\(suggestion(for: name, among: known))")
        }
        if list && !names.isEmpty { throw ValidationError("--list shows all names; leave out '\(names[0])'.") }
        if happen && names.count != 1 { throw ValidationError("--happen takes one name.") }
    }

    func run() throws {
        if happen { return try chosen[0].happen() }
        if list { return try showList() }
        let accidents = try chosen.map(Accident.init)
        try output.json ? printJSON(accidents) : show(accidents)
        if !accidents.allSatisfy(\.isAsExpected) { throw ExitCode.failure }
    }

    private func showList() throws {
        if output.json { return try printJSON(Mistake.all.map { ["name": $0.name, "title": $0.title] }) }
        var page = Page()
        page.table(Mistake.all.map { [$0.name, $0.title] }, limits: [30], indent: 0)
        page.show()
    }

    private func show(_ accidents: [Accident]) {
        var page = Page()
        for accident in accidents { accident.write(to: &page) }
        page.show()
    }
}

/// A mistake that a child process has made.
private struct Accident: Encodable {
    let name, title: String
    /// The lines that the child printed before it ran each of them.
    let program: [String]
    let standardError: String
    let ending: String
    let why, avoid: String
    let isAsExpected: Bool

    init(_ mistake: Mistake) throws {
        let child = try ChildProcess(arguments: ["mistakes", mistake.name, "--happen"])
        (name, title, why, avoid) = (mistake.name, mistake.title, mistake.why, mistake.avoid)
        program = child.output.split(separator: "\n").map(String.init)
        standardError = trimmingEnd(child.error)
        ending = child.ending
        isAsExpected =
            !standardError.isEmpty && (child.signal != nil) == (mistake.consequence == .exception)
            && (child.signal != nil || child.exitStatus == 0)
    }

    func write(to page: inout Page) {
        page.heading("\(name): \(title)")
        page.line()
        for line in program { page.paragraph(line, indent: 4) }
        page.line()
        page.paragraph(standardError, indent: 7, mark: "!! ", .bad)
        page.paragraph("The process ended with \(ending).", indent: 7, .faint)
        page.line()
        page.table([["Why", why], ["Avoid", avoid]], limits: [5])
    }
}

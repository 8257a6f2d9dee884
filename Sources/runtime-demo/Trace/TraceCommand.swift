// TraceCommand.swift - the command that prints the steps of a script.
import ArgumentParser
import MiniRuntime
import ObjectiveScript

struct TraceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trace",
        abstract:
            "Runs a script and prints each step: new classes and methods, changes of isa, messages, notifications.",
        discussion: """
            Steps are numbered, and indented by the calls that enclose them. Lines without a number are statements \
            that run while the script has turned tracing off. The steps come from the runtime's trace hook and from \
            the objects themselves. A scenario is a built-in script.

              runtime-demo trace                             the first observation of an object
              runtime-demo trace --list                      the other scenarios
              runtime-demo trace nested --explain            with an explanation of each kind of step
              runtime-demo trace set --messages              also every message that is sent
              runtime-demo trace set --only isa,send --no-addresses   fewer steps, and the same text in each run
              runtime-demo trace set --line 6                what one statement does
              runtime-demo trace set --source > set.script   the script of a scenario, to change it
              runtime-demo trace set.script                  a script in a file; - is standard input

            Scripts are written in Objective-C's message notation; docs/script-language.md describes it.

            The exit status is 0; 1 if the script raised an exception that it did not catch; 64 if no scenario or file \
            has the name, or if the script has an error, whose line and column are printed; 130 if Ctrl-C ended --json.
            """)

    @Argument(
        help: ArgumentHelp("A scenario, a file, or - for standard input.", valueName: "scenario"),
        completion: .list(Scenario.all.map(\.name)))
    var name = "first-observation"

    @Flag(help: "Show every message that is sent. Methods are not cached.")
    var messages = false

    @Flag(help: "Show when methods are cached, and when caches are emptied.")
    var caches = false

    @Flag(help: "Explain each kind of step when it first occurs.")
    var explain = false

    @Flag(help: "List the scenarios, and run none.")
    var list = false

    @Flag(help: "Print the script of the scenario, and do not run it.")
    var source = false

    @OptionGroup var filter: TraceFilter

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if messages && caches {
            throw ValidationError("--messages keeps the caches empty; leave out --caches.")
        }
        if source && output.json {
            throw ValidationError("--source prints a script; leave out --json.")
        }
    }

    func run() throws {
        if list { return try Scenario.showList(output) }
        let scenario = try Scenario(named: name)
        if source { return print(scenario.source) }
        let script = try scenario.script()
        let options = Recorder.Options(messages: messages, caches: caches)
        if output.json { return try printTrace(of: script, scenario, options) }
        if !scenario.about.isEmpty && !filter.isExcerpt {
            var page = Page()
            page.paragraph("\(scenario.name): \(scenario.about)", indent: 0, .heading)
            page.line()
            page.show()
        }
        let printer = TracePrinter(explains: explain)
        let filter = filter.make()
        try Recorder(options) { step, isTraced in
            if let step = filter(step) { printer.show(step, isNumbered: isTraced) }
        }.run(script)
    }

    /// Prints the scenario and its steps as a JSON object. Each step is printed when it occurs, because a script may
    /// have no end.
    private func printTrace(of script: Script, _ scenario: Scenario, _ options: Recorder.Options) throws {
        let head = try json(["about": scenario.about, "scenario": scenario.name]).dropLast("\n}".count)
        print("\(head),\n  \"steps\" : [", terminator: "")
        let (separator, filter) = (Locked("\n"), filter.make())
        // After Ctrl-C the output is whole JSON as well.
        let interruption = Interruption()
        interruption.begin()
        // The pages of `inspect` and `graph` are not steps.
        let recorder = Recorder(options, pages: { _ in }, cancellation: { interruption.isRequested }) {
            step, isTraced in
            guard isTraced, let step = filter(step), let text = try? json(step) else { return }
            print(separator.exchange(",\n") + "    " + text.replacing("\n", with: "\n    "), terminator: "")
        }
        let failure = Result { try recorder.run(script) }
        print("\n  ]\n}")
        if interruption.isRequested { throw ExitCode(130) }
        try failure.get()
    }
}

extension Recorder {
    /// Runs all statements. Throws the ``ScriptError`` of the first statement that fails.
    func run(_ script: Script) throws {
        try record { interpreter in
            for statement in script.statements { try interpreter.run(statement) { _ in } }
        }
    }
}

extension Scenario {
    static func showList(_ output: OutputOptions) throws {
        if output.json { return try printJSON(all.map { ["name": $0.name, "about": $0.about] }) }
        var page = Page()
        page.table(all.map { [$0.name, $0.about] }, limits: [24], indent: 0)
        page.show()
    }
}

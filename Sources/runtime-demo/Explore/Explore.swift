// Explore.swift - the command that writes a recorded script as a web page, for stepping through.
import ArgumentParser
import FoundationEssentials

struct Explore: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract:
            "Writes a web page that steps through a script: the code, isa, look-ups, the method tables, the observers.",
        discussion: """
            Runs the script and records its steps; the page moves through them, forwards and backwards. The page is \
            one file that needs no network and no server: open it in any browser.

              runtime-demo explore                             the first observation, in explorer.html
              runtime-demo explore key-path --output path.html
              runtime-demo explore set --step 7                prints an address that opens the page at step 7
              runtime-demo explore --language zh               the page in Chinese; the default depends on LANG
              runtime-demo explore person.script               a script in a file; - is standard input
              runtime-demo explore events.jsonl                the events of a program of your own; see below
              runtime-demo explore set --link                  the recording as a link that any such page plays
              runtime-demo explore --player -o play.html       a page that lists the scenarios and plays links
              runtime-demo explore set --serve                 a page in which the script can be changed; see below
              runtime-demo explore program.m --serve --allow-native    the same for a program in Objective-C

            'runtime-demo trace --list' names the scenarios. The recording ends with the script, after --max-steps \
            steps, or at Ctrl-C. The page is written in each case, and says if the recording ends before the script.

            A program that runs with MINIRUNTIME_TRACE_FILE=events.jsonl in its environment writes its events to that \
            file, whether it is in Swift or in Objective-C. Its lines are shown if it was compiled with -g and \
            llvm-symbolizer is installed. --chrome prints them in Chrome's trace format, for Perfetto and speedscope, \
            with times and threads. 'runtime-demo run --explore' does all of this for a program in Objective-C.

            In a recording, addresses are numbered in the order of their appearance, so that one program gives one \
            link. The recording is in the part of the link behind #, which browsers do not send to a server. If a \
            recording is too long for a link, write it as a page.

            --serve keeps running and serves the page to browsers on this machine, at an address with a random token: \
            the page's button Edit changes the script, and Run records it again, in a child process with limits of \
            time, memory, output and steps. Ctrl-C ends the server. Links that such a page shares begin with --at.

            Programs in Objective-C are native code. With --allow-native, the page runs them, too: compiled and run \
            without network, other processes, and files but for libraries and headers. This needs Landlock and \
            seccomp of Linux 6.2 or later; without them, the command refuses. The program on the command line runs as \
            with 'runtime-demo run'.

            The exit status is 0; 1 if the script raised an exception that it did not catch, and then the page ends \
            there; 64 if the script has an error, or a file cannot be read or written; 130 after Ctrl-C.
            """)

    @Argument(
        help: ArgumentHelp("A scenario, a file, or - for standard input.", valueName: "scenario"),
        completion: .list(Scenario.all.map(\.name)))
    var name = "first-observation"

    @Option(name: .shortAndLong, help: "The page to write.", completion: .file(extensions: ["html"]))
    var output = "explorer.html"

    @Option(help: ArgumentHelp("Stop the script after N steps.", valueName: "N"))
    var maxSteps = 2000

    @Option(help: ArgumentHelp("Print the address or the link that opens step N.", valueName: "N"))
    var step = 1

    @Option(help: ArgumentHelp("The language of the page: en or zh.", valueName: "language"))
    var language: Language?

    @Flag(help: "Print the recording as JSON, and write no page.")
    var json = false

    @Flag(help: "Print a link that contains the recording, and write no page.")
    var link = false

    @Option(help: ArgumentHelp("The page that is to play the link.", valueName: "address"))
    var at = "explorer.html"

    @Flag(help: "Write a page that lists the scenarios, and plays the recording in any link.")
    var player = false

    @Flag(help: "Print the events of a file of events in Chrome's trace format, and write no page.")
    var chrome = false

    @Flag(help: "Serve the page to browsers on this machine, so that the script can be changed.")
    var serve = false

    @Option(help: ArgumentHelp("The port of --serve; 0 is one that is free.", valueName: "N"))
    var port: UInt16 = 0

    @Flag(help: "Let the page of --serve run programs in Objective-C, without files and network.")
    var allowNative = false

    @Flag(help: "Compile these programs with automatic reference counting.")
    var arc = false

    func validate() throws {
        if serve && (json || link || player) {
            throw ValidationError("--serve serves a page; leave out --json, --link and --player.")
        }
        if allowNative && !serve { throw ValidationError("--allow-native belongs to --serve.") }
        if arc && !allowNative { throw ValidationError("--arc belongs to --allow-native.") }
        if chrome && (json || link || player || serve) {
            throw ValidationError("--chrome prints events; leave out --json, --link, --player and --serve.")
        }
        if json && link { throw ValidationError("--json and --link print different things; leave out one of them.") }
        if player && (json || link) { throw ValidationError("--player writes a page; leave out --json and --link.") }
        if step < 1 { throw ValidationError("--step must be 1 or more.") }
        if maxSteps < 1 { throw ValidationError("--max-steps must be 1 or more.") }
    }

    /// Records the script, the events of a file, or a program for a page that can run it again.
    private func recording(in language: Language) throws -> Recording {
        if name.hasSuffix(".jsonl") {
            return try Recording(traceFile: name, maximumSteps: maxSteps, language: language)
        }
        guard allowNative && (name.hasSuffix(".m") || name.hasSuffix(".mm")) else {
            return try Recording(Scenario(named: name), maximumSteps: maxSteps, language: language)
        }
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        return try Run.parse([name] + (arc ? ["--arc"] : []))
            .record(in: folder, maximumSteps: maxSteps, language: language).recording
    }

    func run() throws {
        let language = language ?? .current
        if player { return try OutputFile.write(ExplorerPage.html(Player(language), in: language), to: output) }
        if chrome {
            guard name.hasSuffix(".jsonl") else {
                throw ValidationError(
                    "--chrome prints the events of a file that ends in .jsonl, and '\(name)' is none.")
            }
            return try ChromeTrace.show(name)
        }
        if OutputFile.isSame(name, output) {
            throw ValidationError("'\(output)' is the file to be shown; write the page to another one.")
        }
        let native = allowNative ? try NativeTools.options(arc: arc) : nil
        let isTraceFile = name.hasSuffix(".jsonl")
        let recording = try recording(in: language)
        if recording.steps.isEmpty {
            let what = recording.isProgram == true ? "file has no events of a program" : "script has no steps"
            throw ValidationError("The \(what), so no page is written.")
        }
        if step > recording.steps.count {
            let steps = Phrase.steps(recording.steps.count).text()
            throw ValidationError("The recording has \(steps), so --step \(step) leads nowhere.")
        }
        if serve {
            guard !isTraceFile else {
                throw ValidationError("--serve serves scripts, and '\(name)' is a file of events.")
            }
            if let failure = recording.failure { complain(failure) }
            return try Serve(recording: recording, sharedAt: at, step: step, port: port, native: native).run()
        }
        if json {
            try printJSON(recording)
        } else if link {
            guard let text = recording.link else {
                throw ValidationError(
                    "The recording is too long for a link, which has at most \(RecordingLink.maximumLength) characters; "
                        + "without --link, it is written as a page.")
            }
            print("\(at)#r=\(text)&step=\(step)")
        } else {
            try OutputFile.write(ExplorerPage.html(recording), to: output)
            let page = step == 1 ? output : "\(output)#step=\(step)"
            let report: Phrase = "\(page): \(.steps(recording.steps.count)). Open it in a browser."
            if output != "-" { print(report.text(in: language)) }
        }
        if let ending = recording.ending { complain(ending) }
        if recording.wasInterrupted { throw ExitCode(130) }
        if let failure = recording.failure { throw failure }
    }
}

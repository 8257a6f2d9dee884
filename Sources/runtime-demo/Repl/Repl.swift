// Repl.swift - the command that runs the script language, line by line.
import ArgumentParser
import FoundationEssentials
import MiniRuntime
import ObjectiveScript

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

struct Repl: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract:
            "Runs statements as you type them, in the language of 'trace', with history, completion and inspection.",
        discussion: """
            A line is a statement in Objective-C's message notation, and its value is printed; a statement may go on \
            over several lines until its brackets are closed. Lines that begin with a colon are commands: \
            :help lists them.

            Editing, history and completion by the Tab key need libedit or readline (Debian: libedit2); without them, \
            lines can be typed but not edited. Ctrl-C cancels the line, or stops the running statement and keeps the \
            objects; Ctrl-D or :quit leaves. Standard input need not be a terminal:

              runtime-demo repl < person.script

            The exit status is 0; with a file or a pipe as input it is 1 if a statement failed. Later statements still \
            run.
            """)

    func run() throws {
        let session = ReplSession()
        let isComplete = try session.run()
        if !isComplete && !LineReader.isInteractive { throw ExitCode.failure }
    }
}

/// One run of the repl.
private final class ReplSession: Sendable {
    private let recorder: Recorder
    /// The statements that have run without an error.
    private let statements = Locked<[String]>([])

    init() {
        let printer = TracePrinter()
        recorder = Recorder(isOn: false, cancellation: { Interrupts.isRequested }) { step, isTraced in
            if isTraced { printer.show(step) } else if step.kind == .output { print(step.text) }
        }
    }

    /// Runs all lines. Returns false if one failed.
    func run() throws -> Bool {
        try recorder.record { interpreter in
            let completion = Completion(interpreter: interpreter)
            let reader = LineReader { completion.words(in: $0, at: $1) }
            if LineReader.isInteractive {
                print("Messages to the live runtime. :help lists the commands, :quit leaves.")
            }
            return loop(reader, interpreter)
        }
    }

    private func loop(_ reader: LineReader, _ interpreter: Interpreter) -> Bool {
        var (isGood, number, pending, firstLine) = (true, 0, "", 1)
        reading: while true {
            let line: String
            switch reader.read(prompt: pending.isEmpty ? "> " : "... ") {
            case .text(let text): line = text
            case .cancelled:
                pending = ""
                continue
            case .end: break reading
            }
            number += 1
            if pending.isEmpty {
                firstLine = number
                if let command = command(in: line, interpreter) {
                    let answer = Interrupts.running { order(command, interpreter) }
                    guard let answer else { return isGood }
                    isGood = answer && isGood
                    continue
                }
            }
            // On a terminal, an empty line abandons the unfinished statement.
            let isGivenUp = line.isEmpty && !pending.isEmpty && LineReader.isInteractive
            pending += (pending.isEmpty ? "" : "\n") + line
            do {
                try Interrupts.running { () throws(ScriptError) in try evaluate(pending, firstLine, interpreter) }
            } catch let error where error.isIncomplete && !isGivenUp {
                continue
            } catch {
                complain(error)
                isGood = false
            }
            pending = ""
            fflush(nil)
        }
        if !pending.isEmpty { isGood = evaluateRest(pending, firstLine, interpreter) && isGood }
        return isGood
    }

    private func evaluate(_ source: String, _ firstLine: Int, _ interpreter: Interpreter)
        throws(ScriptError)
    {
        let script = try Script(parsing: source, named: "input", firstLine: firstLine)
        for statement in script.statements {
            try interpreter.run(statement) { value in
                if case .none = value { return }
                print("= \(value)")
            }
            statements.append(statement.text)
        }
    }

    /// Runs the unfinished statement at the end of the input, which reports what is missing.
    private func evaluateRest(_ source: String, _ firstLine: Int, _ interpreter: Interpreter) -> Bool {
        do {
            try evaluate(source, firstLine, interpreter)
            return true
        } catch {
            complain(error)
            return false
        }
    }

    // ── Commands ────────────────────────────────────────────────────────────────────────────────────

    /// Returns the command that a line contains: it begins with a colon, or is a word that leaves or helps elsewhere.
    private func command(in line: String, _ interpreter: Interpreter) -> String? {
        let line = line.trimmingPrefix(while: \.isWhitespace)
        if line.hasPrefix(":") { return String(line) }
        let word = line.prefix { !$0.isWhitespace && $0 != ";" }
        guard ["exit", "quit", "help"].contains(word), line.dropFirst(word.count).allSatisfy({ " ;\t".contains($0) }),
            !interpreter.variables.contains(where: { $0.name == word })
        else { return nil }
        return ":\(word)"
    }

    /// Runs a command. Returns whether it succeeded; nil for the command that leaves.
    private func order(_ line: String, _ interpreter: Interpreter) -> Bool? {
        let words = line.split(separator: " ").map { String($0) }
        // Names may be separated by spaces, as in a message, or by commas, as in a list.
        let name = String(words[0].dropFirst())
        let arguments = words.dropFirst().flatMap { $0.split(separator: ",").map(String.init) }
        defer { fflush(nil) }
        switch name {
        case "quit", "q", "exit": return nil
        case "help", "h": ReplCommand.help().show()
        case "inspect", "graph":
            guard !arguments.isEmpty else { return refuse(":\(name) needs a name, as in :\(name) p") }
            return attempt(
                "\(name) \(arguments.joined(separator: name == "graph" ? ", " : " "))", interpreter)
        case "memory":
            guard arguments.count == 1 else { return refuse(":memory needs the name of an object, as in :memory p") }
            return showMemory(of: arguments[0], interpreter)
        case "trace":
            guard let mode = arguments.first, ["on", "off", "messages"].contains(mode),
                arguments.count == 1
            else {
                return refuse(":trace needs on, off or messages")
            }
            recorder.trace(mode != "off")
            recorder.setMessages(mode == "messages")
        case "load":
            guard arguments.count == 1 else {
                return refuse(":load needs one name: a file, or a scenario")
            }
            return load(arguments[0], interpreter)
        case "page":
            guard arguments.count <= 1 else { return refuse(":page needs one name at most: the page to write") }
            return writePage(to: arguments.first ?? "explorer.html")
        case "variables":
            var page = Page()
            page.table(interpreter.variables.map { [$0.name, "\($0.value)"] }, limits: [24], indent: 0)
            page.show()
        case "classes": showClasses(interpreter.classes)
        default:
            let hint = suggestion(for: ":\(name)", among: ReplCommand.all.map { ":\($0.name)" })
            return refuse("There is no ':\(name)'\(hint.isEmpty ? "; :help lists the commands" : hint)")
        }
        return true
    }

    private func refuse(_ text: String) -> Bool {
        complain(text)
        return false
    }

    private func attempt(_ source: String, _ interpreter: Interpreter) -> Bool {
        evaluateRest(source, 1, interpreter)
    }

    private func load(_ name: String, _ interpreter: Interpreter) -> Bool {
        do {
            let scenario = try Scenario(named: name)
            for statement in try scenario.script().statements {
                try interpreter.run(statement) { _ in }
                statements.append(statement.text)
            }
            return true
        } catch {
            return refuse("\(error)")
        }
    }

    /// Runs the statements of this session again, in a process that has not made their classes yet, and records them.
    private func writePage(to path: String) -> Bool {
        let script = statements.read { $0.joined(separator: "\n") }
        guard !script.isEmpty else { return refuse("No statement has run yet, so no page is written") }
        do {
            let child = try ChildProcess(arguments: ["explore", "-", "--output", path], input: script)
            print(child.output, terminator: "")
            return child.error.isEmpty || refuse(trimmingEnd(child.error))
        } catch {
            return refuse("\(error)")
        }
    }

    private func showMemory(of name: String, _ interpreter: Interpreter) -> Bool {
        let found = interpreter.variables.first { $0.name == name }.flatMap { $0.value.unmanaged }
        guard let object = found else {
            if Class(named: name) != nil { return refuse(":memory shows objects; for a class, type :inspect \(name)") }
            return refuse("There is no object '\(name)'; :variables lists the variables")
        }
        if object.isTagged { return refuse("'\(name)' is a tagged pointer: it is a value, and points to no memory") }
        var page = Page()
        MemoryRow.rows(of: object).add(to: &page)
        page.show()
        return true
    }

    private func showClasses(_ classes: [Class]) {
        var page = Page()
        page.table(
            classes.map { cls in
                let notifying = Class(named: "NSKVONotifying_\(cls.name)")
                return [
                    cls.name,
                    ": \(cls.superclass?.name ?? "nothing")\(notifying.map { ", and \($0.name)" } ?? "")",
                ]
            }, limits: [32], indent: 0)
        page.show()
    }
}

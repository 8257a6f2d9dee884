// ReplTerminalTests.swift - the command `repl` on a terminal: Ctrl-C, and the width.
import Foundation
import Testing

/// The repl ended, or wrote nothing more, before a text that it should write.
private struct Missing: Error {
    let text, written: String
}

/// The repl on a terminal that the program `script` makes.
private final class Terminal {
    private let process = Process()
    private let (input, output) = (Pipe(), Pipe())
    /// What was written after the last text that was waited for, without carriage returns.
    private var rest = Data()

    /// - Parameters:
    ///   - folder: where the history is kept.
    ///   - hiding: libraries that the repl does not find.
    ///   - columns: the width of the terminal.
    init(_ folder: URL, hiding: [String] = [], columns: Int = 100) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in hiding { try Data().write(to: folder.appendingPathComponent(name)) }
        process.executableURL = URL(fileURLWithPath: "/usr/bin/script")
        process.arguments = ["-qec", "stty cols \(columns) && exec '\(toolPath)' repl", "/dev/null"]
        let added = [
            "XDG_STATE_HOME": folder.path, "TERM": "dumb", "LD_LIBRARY_PATH": folder.path, "LC_ALL": "C.UTF-8",
        ]
        process.environment = ProcessInfo.processInfo.environment.merging(added) { $1 }
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
    }

    func type(_ text: String) throws { try input.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }

    /// Types a line, and returns what is written until the next prompt.
    @discardableResult func enter(_ line: String) throws -> String {
        try type(line + "\n")
        return try wait(for: "\n> ")
    }

    /// Waits until the text is written, and returns what was written before.
    @discardableResult func wait(for text: String) throws -> String {
        while true {
            if let found = rest.range(of: Data(text.utf8)) {
                defer { rest = Data(rest[found.upperBound...]) }
                return String(decoding: rest[..<found.lowerBound], as: UTF8.self)
            }
            guard let data = more() else { throw Missing(text: text, written: String(decoding: rest, as: UTF8.self)) }
            rest.append(contentsOf: data.filter { $0 != UInt8(ascii: "\r") })
        }
    }

    /// Returns what is written next; nil at the end. A repl that writes nothing for minutes is ended, which closes the
    /// terminal.
    private func more() -> Data? {
        let reader = output.fileHandleForReading
        var file = pollfd(fd: reader.fileDescriptor, events: Int16(POLLIN), revents: 0)
        if poll(&file, 1, 180_000) == 0 { process.terminate() }
        let data = reader.availableData
        return data.isEmpty ? nil : data
    }

    /// Leaves the repl, and returns its exit status.
    func leave() throws -> Int32 {
        try type(":quit\n")
        while more() != nil {}
        process.waitUntilExit()
        return process.terminationStatus
    }
}

/// What must be hidden so that lines are read with libedit, with readline, and with neither.
private let hidden = [
    [], ["libedit.so.2", "libedit.so"], ["libedit.so.2", "libedit.so", "libreadline.so.8", "libreadline.so"],
]

@Suite("runtime-demo repl on a terminal", .serialized)
struct ReplTerminalTests {
    private func withTerminal(
        hiding: [String] = [], columns: Int = 100, _ body: (Terminal) throws -> Void
    ) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let terminal = try Terminal(folder, hiding: hiding, columns: columns)
        try terminal.wait(for: "\n> ")
        try body(terminal)
        #expect(try terminal.leave() == 0)
    }

    /// Types a text, presses Ctrl-C as soon as the repl has shown `shown`, and waits for the next prompt. Without an
    /// editor the terminal writes `^C` itself, before the repl's line break or after it.
    private func cancel(_ text: String, shown: String, in terminal: Terminal) throws {
        try terminal.type(text)
        try terminal.wait(for: shown)
        try terminal.type("\u{3}")
        try terminal.wait(for: "\n> ")
    }

    @Test("Ctrl-C cancels the line that is typed, and the objects stay", arguments: hidden)
    func cancelledLine(_ hiding: [String]) throws {
        try withTerminal(hiding: hiding) { terminal in
            try terminal.enter("n = 41")
            try cancel("n = 9", shown: "n = 9", in: terminal)
            try terminal.type("n + 1\n")
            try terminal.wait(for: "= 42\n")
        }
    }

    @Test("Ctrl-C abandons a statement of several lines", arguments: hidden)
    func cancelledStatement(_ hiding: [String]) throws {
        try withTerminal(hiding: hiding) { terminal in
            try cancel("@class Half : NSObject {\n", shown: "... ", in: terminal)
            try terminal.type("1 + 2\n")
            try terminal.wait(for: "= 3\n")
        }
    }

    @Test("Ctrl-C stops a statement that does not end, and the objects stay")
    func stoppedStatement() throws {
        try withTerminal { terminal in
            try terminal.type("n = 42; print [@\"be\" stringByAppendingString: @\"gun\"]; while (1) { m = 1 }\n")
            try terminal.wait(for: "begun\n")
            try terminal.type("\u{3}")
            try terminal.wait(for: "the script was stopped here")
            try terminal.type("n + 0\n")
            try terminal.wait(for: "= 42\n")
        }
    }

    @Test("Reports are as wide as the terminal, if it has fewer than 100 columns", arguments: [60, 80])
    func narrow(_ columns: Int) throws {
        try withTerminal(columns: columns) { terminal in
            for line in ["@class Person : NSObject { int age; NSString *name; }", "p = [Person new]"] {
                try terminal.enter(line)
            }
            for command in [":inspect p", ":inspect Person", ":help"] {
                let page = try terminal.enter(command)
                let wide = page.split(separator: "\n").dropFirst().filter { line in
                    // Programs are not folded, and a long word has a line of its own.
                    line.count > columns && !line.hasPrefix("  [p addObserver:") && line.split(separator: " ").count > 2
                }
                #expect(wide.isEmpty, "\(command): \(wide)")
            }
        }
    }

    @Test("The Tab key completes only what the receiver understands")
    func tab() throws {
        try withTerminal { terminal in
            for line in ["@class Pupil : NSObject { int grade; }", "pupil = [Pupil new]"] {
                try terminal.enter(line)
            }
            try terminal.type("[pupil setGr\t4]; pupil.gr\t\n")
            try terminal.wait(for: "= 4\n")
        }
    }
}

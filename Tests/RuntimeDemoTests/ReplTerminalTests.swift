// ReplTerminalTests.swift - the command `repl` on a terminal: Ctrl-C, and the width.
import Foundation
import Testing

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

    /// Waits until the text is written, and returns what was written before; nil if it never is.
    func wait(for text: String) -> String? {
        while true {
            if let found = rest.range(of: Data(text.utf8)) {
                defer { rest = Data(rest[found.upperBound...]) }
                return String(decoding: rest[..<found.lowerBound], as: UTF8.self)
            }
            let data = output.fileHandleForReading.availableData
            if data.isEmpty { return nil }
            rest.append(contentsOf: data.filter { $0 != UInt8(ascii: "\r") })
        }
    }

    /// Leaves the repl, and returns its exit status.
    func leave() throws -> Int32 {
        try type(":quit\n")
        while !output.fileHandleForReading.availableData.isEmpty {}
        process.waitUntilExit()
        return process.terminationStatus
    }
}

/// What must be hidden so that lines are read with libedit, with readline, and with neither.
private let hidden = [
    [], ["libedit.so.2", "libedit.so"], ["libedit.so.2", "libedit.so", "libreadline.so.8", "libreadline.so"],
]

@Suite("runtime-demo repl on a terminal", .serialized, .timeLimit(.minutes(1)))
struct ReplTerminalTests {
    private func withTerminal(
        hiding: [String] = [], columns: Int = 100, _ body: (Terminal) throws -> Void
    ) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let terminal = try Terminal(folder, hiding: hiding, columns: columns)
        try #require(terminal.wait(for: "\n> ") != nil)
        try body(terminal)
        #expect(try terminal.leave() == 0)
    }

    @Test("Ctrl-C cancels the line that is typed, and the objects stay", arguments: hidden)
    func cancelledLine(_ hiding: [String]) throws {
        try withTerminal(hiding: hiding) { terminal in
            try terminal.type("n = 41\n")
            try #require(terminal.wait(for: "\n> ") != nil)
            try terminal.type("n = 9")
            try #require(terminal.wait(for: "n = 9") != nil)
            try terminal.type("\u{3}")
            try #require(terminal.wait(for: "^C\n") != nil)
            try terminal.type("n + 1\n")
            #expect(terminal.wait(for: "= 42\n") != nil)
        }
    }

    @Test("Ctrl-C abandons a statement of several lines", arguments: hidden)
    func cancelledStatement(_ hiding: [String]) throws {
        try withTerminal(hiding: hiding) { terminal in
            try terminal.type("@class Half : NSObject {\n")
            try #require(terminal.wait(for: "... ") != nil)
            try terminal.type("\u{3}")
            try #require(terminal.wait(for: "^C\n") != nil)
            try terminal.type("1 + 2\n")
            #expect(terminal.wait(for: "= 3\n") != nil)
        }
    }

    @Test("Ctrl-C stops a statement that does not end, and the objects stay")
    func stoppedStatement() throws {
        try withTerminal { terminal in
            try terminal.type("n = 41; print [@\"be\" stringByAppendingString: @\"gun\"]; while (1) { m = 1 }\n")
            try #require(terminal.wait(for: "begun\n") != nil)
            try terminal.type("\u{3}")
            try #require(terminal.wait(for: "the script was stopped here") != nil)
            try terminal.type("n + m\n")
            #expect(terminal.wait(for: "= 42\n") != nil)
        }
    }

    @Test("Reports are as wide as the terminal, if it has fewer than 100 columns", arguments: [60, 80])
    func narrow(_ columns: Int) throws {
        try withTerminal(columns: columns) { terminal in
            for line in ["@class Person : NSObject { int age; NSString *name; }", "p = [Person new]"] {
                try terminal.type(line + "\n")
                try #require(terminal.wait(for: "\n> ") != nil)
            }
            for command in [":inspect p", ":inspect Person", ":help"] {
                try terminal.type(command + "\n")
                let page = try #require(terminal.wait(for: "\n> "))
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
                try terminal.type(line + "\n")
                try #require(terminal.wait(for: "\n> ") != nil)
            }
            try terminal.type("[pupil setGr\t4]; pupil.gr\t\n")
            #expect(terminal.wait(for: "= 4\n") != nil)
        }
    }
}

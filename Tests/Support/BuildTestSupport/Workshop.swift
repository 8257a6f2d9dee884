// Workshop.swift - a folder in which commands run, and programs are compiled with the modules of this build.
//
// Every command runs in a process of its own, without a terminal, with a time limit; output and errors go to one place,
// line by line, as on a screen.
import Foundation

package struct Workshop: Sendable {
    /// What a command or program left behind.
    package struct Result: Sendable {
        package let status: Int32
        package let output: String

        package var lines: [String] {
            var lines = output.components(separatedBy: "\n")
            if lines.last == "" { lines.removeLast() }
            return lines
        }

        /// The lines with errors of the compiler; all lines if it failed without any.
        package var errors: [String] {
            guard status != 0 else { return [] }
            let errors = lines.filter { $0.contains(": error: ") }
            return errors.isEmpty ? lines : errors
        }
    }

    package let folder: URL

    /// Makes the folder. ``remove()`` removes it.
    package init(_ name: String) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(name)-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    package func remove() {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Makes a folder for the duration of `body`.
    package static func with<Value>(_ name: String, _ body: (Workshop) throws -> Value) throws -> Value {
        let workshop = try Workshop(name)
        defer { workshop.remove() }
        return try body(workshop)
    }

    /// Writes a file, and the folders of its path.
    @discardableResult
    package func write(_ name: String, _ text: String) throws -> URL {
        let file = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
        return file
    }

    /// Compiles and links `main.swift` in Swift 6 mode, to `program`.
    /// - Returns: the compiler's errors; warnings are errors.
    package func compile(_ main: String, module: String = "Program") throws -> [String] {
        try write("main.swift", main)
        let result = try run(
            ["swiftc", "-swift-version", "6", "-Onone", "-warnings-as-errors", "-module-name", module, "main.swift"]
                + ThisBuild.moduleOptions + ThisBuild.linkOptions() + ["-o", "program"])
        return result.errors
    }

    /// Type-checks files in Swift 6 mode.
    package func typecheck(_ options: [String]) throws -> Result {
        try run(["swiftc", "-typecheck", "-swift-version", "6"] + ThisBuild.moduleOptions + options)
    }

    /// Runs a command in the folder.
    /// - Parameters:
    ///   - limit: the number of seconds after which the command is killed.
    ///   - environment: nil for that of the test program.
    package func run(
        _ command: [String], limit: Int = 600, environment: [String: String]? = nil
    ) throws -> Result {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["timeout", "--signal=KILL", "\(limit)"] + command
        process.currentDirectoryURL = folder
        if let environment { process.environment = environment }
        process.standardInput = FileHandle.nullDevice
        // The output goes to a file: reading from a pipe fails when a signal arrives.
        let printed = URL(fileURLWithPath: folder.path + ".printed")
        try Data().write(to: printed)
        defer { try? FileManager.default.removeItem(at: printed) }
        process.standardOutput = try FileHandle(forWritingTo: printed)
        process.standardError = process.standardOutput
        try process.run()
        process.waitUntilExit()
        var output = String(decoding: try Data(contentsOf: printed), as: UTF8.self)
        if process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL {
            output += "(stopped: it ran longer than \(limit) seconds)\n"
        }
        return Result(status: process.terminationStatus, output: output)
    }
}

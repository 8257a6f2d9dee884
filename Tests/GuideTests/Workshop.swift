// Workshop.swift - a folder in which the commands of a page run, and its programs are compiled.
//
// Everything runs in a process of its own, without a terminal, with a time limit; output and errors go to one place,
// line by line, as on a screen. The tool and the modules are those of the build that this test belongs to.
import Foundation

struct Workshop {
    /// What a command or program left behind.
    struct Result {
        let status: Int32
        let lines: [String]
    }

    /// The tool's modules, from the bottom up.
    private static let modules = [
        "CMiniRuntime", "CKeyValueCoding", "CKeyValueObserving", "MiniRuntime", "MiniFoundation", "KeyValueCoding",
        "KVONotifying", "TypedClasses", "SafeObservation", "ObjectiveScript",
    ]
    private static let build = Bundle.main.executableURL!.resolvingSymlinksInPath().deletingLastPathComponent()

    let folder: URL

    /// Makes the folder, with the scripts of the guide and the compilers in it.
    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("guide-" + UUID().uuidString)
        let scripts = Repository.guide.appendingPathComponent("scripts")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in (try? FileManager.default.contentsOfDirectory(atPath: scripts.path)) ?? [] {
            try FileManager.default.copyItem(
                at: scripts.appendingPathComponent(name), to: folder.appendingPathComponent(name))
        }
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("scripts"), withIntermediateDirectories: true)
        try writeCompilers()
    }

    func remove() {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Runs a line of shell.
    func run(command: String) throws -> Result {
        try run(["stdbuf", "-oL", "bash", "-c", command], limit: 300)
    }

    /// Runs a script in the tool's own language.
    func run(script: [String]) throws -> Result {
        let file = try write("script.objc", script.joined(separator: "\n") + "\n")
        return try run(command: "runtime-demo repl < \(file.lastPathComponent)")
    }

    /// Runs what ``compile(_:of:)`` made.
    func runProgram() throws -> Result {
        try run(["stdbuf", "-oL", "./program"], limit: 300)
    }

    /// Compiles and links a program; its lines are known to the compiler as those of the page.
    /// - Returns: what the compiler has to say, warnings included; nothing if all is well.
    func compile(_ block: Page.Block, of page: String) throws -> [String] {
        let position = "#sourceLocation(file: \"\(page)\", line: \(block.firstLine))"
        let source = try write("main.swift", ([position] + block.lines).joined(separator: "\n") + "\n")
        let sources = Repository.root.appendingPathComponent("Sources").path
        let maps = [
            "CFFI/module.modulemap", "CMiniRuntime/include/module.modulemap",
            "CKeyValueCoding/include/module.modulemap", "CKeyValueObserving/include/module.modulemap",
        ]
        let folders = ["CMiniRuntime", "CKeyValueCoding"].map { "-I\(sources)/\($0)/include" }
        let flags = folders + maps.map { "-fmodule-map-file=\(sources)/\($0)" }
        let headers: [String] = flags.flatMap { ["-Xcc", $0] }
        let command =
            ["swiftc", "-swift-version", "6", "-Onone", "-warnings-as-errors", "-module-name", "Program"]
            + ["-I", Self.build.appendingPathComponent("Modules").path]
            + headers
            + [source.path] + (try Self.objectFiles()) + ["-lffi", "-o", folder.appendingPathComponent("program").path]
        let result = try run(command, limit: 600)
        guard result.status != 0 else { return [] }
        let errors = result.lines.filter { $0.contains(": error: ") }
        return errors.isEmpty ? result.lines : errors
    }

    /// The modules' object files, as this test program was linked from them.
    private static func objectFiles() throws -> [String] {
        let list = build.appendingPathComponent("MiniRuntimePackageTests.product/Objects.LinkFileList")
        return try String(contentsOf: list, encoding: .utf8).split(separator: "\n").map(String.init).filter { file in
            modules.contains { file.contains("/\($0).build/") }
        }
    }

    // ── Objective-C ─────────────────────────────────────────────────────────────────────────────────

    /// Whether programs in Objective-C can be compiled: there is a clang beside the swift command, and the library of
    /// the runtime exists. `scripts/foundation-classes.sh` builds the library, and cannot run while tests do.
    /// With CI in the environment no test may be skipped: there the tests run, and fail if programs cannot be compiled.
    static let compilesObjectiveC: Bool = {
        if ProcessInfo.processInfo.environment["CI"] != nil { return true }
        let library = Repository.root.appendingPathComponent(".build/debug/dispatch-objects.options")
        guard FileManager.default.fileExists(atPath: library.path), let workshop = try? Workshop() else { return false }
        defer { workshop.remove() }
        let probe = try? workshop.run(command: "echo | scripts/objc-clang -fsyntax-only -x objective-c -")
        return probe?.status == 0
    }()

    /// Writes a file in Objective-C, and checks it unless it is a header, which is checked with the files that import
    /// it.
    /// - Returns: the compiler's errors and warnings.
    func write(objectiveC block: Page.Block, to name: String) throws -> [String] {
        let file = try write(name, block.lines.joined(separator: "\n") + "\n")
        guard file.pathExtension == "m" else { return [] }
        let result = try run(
            ["scripts/objc-clang", "-fobjc-arc", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", name], limit: 120)
        return result.status == 0 ? [] : result.lines
    }

    /// Writes a file in Swift whose classes are classes of Objective-C. The commands that compile it check it.
    func write(swift block: Page.Block, to name: String) throws -> [String] {
        _ = try write(name, block.lines.joined(separator: "\n") + "\n")
        return []
    }

    /// Lets commands call the compilers by the names that they have in the project's folder. The libraries exist:
    /// nothing is built while tests run.
    private func writeCompilers() throws {
        let root = Repository.root.path
        for name in ["objc-clang", "swift-objc"] {
            let script = try write(
                "scripts/\(name)",
                """
                #!/bin/sh
                OBJC_LIBRARY='\(root)/.build/debug' exec '\(root)/scripts/\(name)' "$@"

                """)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
        }
    }

    // ── Files and processes ─────────────────────────────────────────────────────────────────────────

    private func write(_ name: String, _ text: String) throws -> URL {
        let file = folder.appendingPathComponent(name)
        try text.write(to: file, atomically: true, encoding: .utf8)
        return file
    }

    private func run(_ command: [String], limit: Int) throws -> Result {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["timeout", "--signal=KILL", "\(limit)"] + command
        process.currentDirectoryURL = folder
        process.environment = Self.environment
        process.standardInput = FileHandle.nullDevice
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        var lines = text.components(separatedBy: "\n")
        if lines.last == "" { lines.removeLast() }
        if process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL {
            lines.append("(stopped: it ran longer than \(limit) seconds)")
        }
        return Result(status: process.terminationStatus, lines: lines)
    }

    /// A reader's environment: the tool can be found, no switch of the runtime is set, text sorts the same everywhere.
    private static let environment: [String: String] = {
        var environment = ProcessInfo.processInfo.environment.filter { name, _ in
            !name.hasPrefix("MINIRUNTIME_") && name != "NO_COLOR" && name != "COLUMNS"
        }
        environment["PATH"] = build.path + ":" + (environment["PATH"] ?? "/usr/bin:/bin")
        environment["LC_ALL"] = "C.UTF-8"
        environment["SWIFT_BACKTRACE"] = "enable=no"
        return environment
    }()
}

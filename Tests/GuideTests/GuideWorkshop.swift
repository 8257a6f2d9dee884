// GuideWorkshop.swift - a folder in which the commands of a page run, and its programs are compiled: as a reader has
// it, with the scripts of the guide, the tool, and the compilers.
import BuildTestSupport
import Foundation

struct GuideWorkshop {
    typealias Result = Workshop.Result

    private let workshop: Workshop

    /// Makes the folder, with the scripts of the guide and the compilers in it.
    init() throws {
        workshop = try Workshop("guide")
        let scripts = Repository.guide.appendingPathComponent("scripts")
        for name in (try? FileManager.default.contentsOfDirectory(atPath: scripts.path)) ?? [] {
            try FileManager.default.copyItem(
                at: scripts.appendingPathComponent(name), to: workshop.folder.appendingPathComponent(name))
        }
        try writeCompilers()
    }

    func remove() { workshop.remove() }

    /// Runs a line of shell.
    func run(command: String) throws -> Result {
        try run(["stdbuf", "-oL", "bash", "-c", command], limit: 300)
    }

    /// Runs a script in the tool's own language.
    func run(script: [String]) throws -> Result {
        try workshop.write("page.script", script.joined(separator: "\n") + "\n")
        return try run(command: "runtime-demo repl < page.script")
    }

    /// Runs what ``compile(_:of:)`` made.
    func runProgram() throws -> Result {
        try run(["stdbuf", "-oL", "./program"], limit: 300)
    }

    /// Compiles and links a program; its lines are known to the compiler as those of the page.
    /// - Returns: the compiler's errors, warnings included.
    func compile(_ block: Page.Block, of page: String) throws -> [String] {
        let position = "#sourceLocation(file: \"\(page)\", line: \(block.firstLine))"
        return try workshop.compile(([position] + block.lines).joined(separator: "\n") + "\n")
    }

    // ── Objective-C ─────────────────────────────────────────────────────────────────────────────────

    /// Whether programs in Objective-C can be compiled: there is a clang beside the swift command, and the library of
    /// the runtime exists. `ObjectiveC/build/foundation-classes.sh` builds the library, and cannot run while tests do.
    /// With CI in the environment no test may be skipped: there the tests run, and fail if programs cannot be compiled.
    static let compilesObjectiveC: Bool = {
        if ProcessInfo.processInfo.environment["CI"] != nil { return true }
        let library = Repository.root.appendingPathComponent(".build/debug/dispatch-objects.options")
        guard FileManager.default.fileExists(atPath: library.path), let workshop = try? GuideWorkshop() else {
            return false
        }
        defer { workshop.remove() }
        let probe = try? workshop.run(command: "echo | scripts/objc-clang -fsyntax-only -x objective-c -")
        return probe?.status == 0
    }()

    /// Writes a file in Objective-C, and checks it unless it is a header, which is checked with the files that import
    /// it.
    /// - Returns: the compiler's errors and warnings.
    func write(objectiveC block: Page.Block, to name: String) throws -> [String] {
        let file = try workshop.write(name, block.lines.joined(separator: "\n") + "\n")
        guard file.pathExtension == "m" else { return [] }
        let result = try run(
            ["scripts/objc-clang", "-fobjc-arc", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", name], limit: 120)
        return result.status == 0 ? [] : result.lines
    }

    /// Writes a file in Swift whose classes are classes of Objective-C. The commands that compile it check it.
    func write(swift block: Page.Block, to name: String) throws -> [String] {
        try workshop.write(name, block.lines.joined(separator: "\n") + "\n")
        return []
    }

    /// Lets commands call the compilers by the names that they have in the project's folder. The libraries exist:
    /// nothing is built while tests run.
    private func writeCompilers() throws {
        let root = Repository.root.path
        for name in ["objc-clang", "swift-objc"] {
            let script = try workshop.write(
                "scripts/\(name)",
                """
                #!/bin/sh
                OBJC_LIBRARY='\(root)/.build/debug' exec '\(root)/scripts/\(name)' "$@"

                """)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
        }
    }

    // ── Processes ───────────────────────────────────────────────────────────────────────────────────

    private func run(_ command: [String], limit: Int) throws -> Result {
        try workshop.run(command, limit: limit, environment: Self.environment)
    }

    /// A reader's environment: the tool can be found, no switch of the runtime is set, text sorts the same everywhere.
    private static let environment: [String: String] = {
        var environment = ProcessInfo.processInfo.environment.filter { name, _ in
            !name.hasPrefix("MINIRUNTIME_") && name != "NO_COLOR" && name != "COLUMNS"
        }
        let tool = ProcessInfo.processInfo.environment["MINIRUNTIME_TOOL"].map {
            URL(fileURLWithPath: $0).deletingLastPathComponent()
        }
        environment["PATH"] = (tool ?? ThisBuild.folder).path + ":" + (environment["PATH"] ?? "/usr/bin:/bin")
        environment["LC_ALL"] = "C.UTF-8"
        environment["SWIFT_BACKTRACE"] = "enable=no"
        return environment
    }()
}

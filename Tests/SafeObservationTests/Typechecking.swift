// Typechecking.swift - type-checks pieces of Swift with the modules of this build.
import Foundation
import Testing

/// A piece of Swift, which is compiled as the body of a function. If it contains an extension, its declarations are
/// compiled at file scope, and the rest as the body of a function.
struct Snippet {
    var code: String
    /// The file of the code, for error messages.
    var file = "snippet.swift"
    var line = 1

    /// The declarations and the statements. Each part has all lines of the code, so that line numbers are right; lines
    /// of the other part are empty in it.
    var parts: (declarations: String, statements: String) {
        let lines = code.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.contains(where: { $0.hasPrefix("extension ") }) else { return ("", code) }
        var (declarations, statements, isInside) = ([String](), [String](), false)
        for line in lines {
            let isFirst =
                !isInside && line.prefixMatch(of: #/((public|final) )*(extension|protocol|class|struct|func) /#) != nil
            let isDeclaration = isInside || isFirst
            declarations.append(isDeclaration ? line : "")
            statements.append(isDeclaration ? "" : line)
            isInside = isDeclaration && !line.hasPrefix("}") && !(isFirst && line.hasSuffix("}"))
        }
        return (declarations.joined(separator: "\n"), statements.joined(separator: "\n"))
    }
}

/// The settings of a module.
enum ModuleSettings: String, CaseIterable {
    case strictMemorySafety = "-strict-memory-safety -Werror StrictMemorySafety"
    /// Those of a new app project: declarations belong to the main actor, and members are visible only if their module
    /// is imported.
    case newApp = """
        -default-isolation MainActor -enable-upcoming-feature MemberImportVisibility \
        -enable-upcoming-feature NonisolatedNonsendingByDefault -enable-upcoming-feature InferIsolatedConformances
        """

    var options: [String] { rawValue.split(separator: " ").map(String.init) }
}

/// Type-checks programs, and snippets with common imports and declarations, in one run of the compiler.
struct Typechecker {
    private let declarations: String
    private let settings: ModuleSettings
    private let folder: URL

    init(declarations: String = "", _ settings: ModuleSettings = .strictMemorySafety) throws {
        self.declarations = declarations
        self.settings = settings
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    }

    /// Returns the errors of the compiler for a main.swift, one line for each.
    func errors(inProgram program: String) throws -> [String] {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try run([write("main.swift", program)])
    }

    /// Returns the errors of the compiler, one line for each.
    func errors(in snippets: [Snippet]) throws -> [String] {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let imports = declarations.split(separator: "\n").filter { $0.hasPrefix("import ") }.joined(separator: "\n")
        var files = [try write("Declarations.swift", declarations)]
        for (number, snippet) in snippets.enumerated() {
            let parts = snippet.parts
            let text = """
                \(imports)
                #sourceLocation(file: "\(snippet.file)", line: \(snippet.line))
                \(parts.declarations)
                #sourceLocation()
                func snippet\(number)() async throws {
                #sourceLocation(file: "\(snippet.file)", line: \(snippet.line))
                \(parts.statements)
                #sourceLocation()
                }
                """
            files.append(try write("Snippet\(number).swift", text))
        }
        return try run(["-parse-as-library"] + files)
    }

    private func write(_ name: String, _ text: String) throws -> String {
        let file = folder.appendingPathComponent(name)
        try text.write(to: file, atomically: true, encoding: .utf8)
        return file.path
    }

    private func run(_ arguments: [String]) throws -> [String] {
        // The test program is in the same folder as the modules that it was built from.
        let build = Bundle.main.executableURL!.resolvingSymlinksInPath().deletingLastPathComponent()
        let sources = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("../../Sources").standardized
        let maps = [
            "CFFI/module.modulemap", "CMiniRuntime/include/module.modulemap",
            "CKeyValueCoding/include/module.modulemap", "CKeyValueObserving/include/module.modulemap",
        ]
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            ["swiftc", "-typecheck", "-swift-version", "6", "-module-name", "Snippets"] + settings.options
            + ["-I", build.appendingPathComponent("Modules").path]
            + maps.flatMap { ["-Xcc", "-fmodule-map-file=\(sources.appendingPathComponent($0).path)"] }
            + ["CMiniRuntime", "CKeyValueCoding"].flatMap {
                ["-Xcc", "-I\(sources.appendingPathComponent("\($0)/include").path)"]
            }
            + arguments
        // The output goes to a file: reading from a pipe fails when a signal arrives.
        let said = folder.appendingPathComponent("said.txt")
        try Data().write(to: said)
        process.standardOutput = try FileHandle(forWritingTo: said)
        process.standardError = process.standardOutput
        try process.run()
        process.waitUntilExit()
        let text = try String(contentsOf: said, encoding: .utf8)
        let lines = text.split(separator: "\n").map(String.init).filter { $0.contains(": error: ") }
        return process.terminationStatus != 0 && lines.isEmpty ? [text] : lines
    }
}

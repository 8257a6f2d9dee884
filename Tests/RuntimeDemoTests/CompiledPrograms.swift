// CompiledPrograms.swift - programs in Objective-C that the tool compiles and runs.
import Foundation

enum CompiledPrograms {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path
    static let environment = ["MINIRUNTIME_ROOT": root]

    /// Whether programs can be compiled: clang is installed beside the swift command, and the library has been built.
    /// `ObjectiveC/build/foundation-classes.sh` builds it, which cannot run at the same time as these tests. With CI in
    /// the environment no test may be skipped: there the tests run, and fail if programs cannot be compiled.
    static let areSupported: Bool = {
        if ProcessInfo.processInfo.environment["CI"] != nil { return true }
        let library = "\(root)/.build/debug/dispatch-objects.options"
        guard FileManager.default.fileExists(atPath: library) else { return false }
        let probe = try? runProgram(
            "\(root)/scripts/objc-clang", ["-fsyntax-only", "-x", "objective-c", "-"], input: "")
        return probe?.status == 0
    }()

    /// Writes a program to a file, which is deleted after `body` returns.
    static func write(_ source: String, _ body: (_ path: String) throws -> Void) throws {
        let path = NSTemporaryDirectory() + "program-\(UUID().uuidString).m"
        try source.write(toFile: path, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(path)
    }
}

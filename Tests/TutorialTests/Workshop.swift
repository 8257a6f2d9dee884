// Workshop.swift - a folder in which programs are compiled, with the modules of this build, and run.
import Foundation

struct Workshop {
    /// What a command printed, errors included, and how it ended.
    struct Result {
        let status: Int32
        let output: String
    }

    private static let build = Bundle.main.executableURL!.resolvingSymlinksInPath().deletingLastPathComponent()
    private static let modules = [
        "CMiniRuntime", "CKeyValueCoding", "CKeyValueObserving", "MiniRuntime", "MiniFoundation", "KeyValueCoding",
        "KVONotifying", "TypedClasses", "SafeObservation",
    ]

    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("tutorial-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    func remove() {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Has the package manager read a manifest. What the package depends on is not looked for.
    func readManifest(_ text: String) throws -> Result {
        try text.write(to: folder.appendingPathComponent("Package.swift"), atomically: true, encoding: .utf8)
        return try run(["swift", "package", "dump-package"])
    }

    /// Compiles and links a program. Returns what the compiler has to say, warnings included; nothing if all is well.
    func compile(_ text: String) throws -> String {
        let source = folder.appendingPathComponent("main.swift")
        try text.write(to: source, atomically: true, encoding: .utf8)
        let sources = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("../../Sources").standardized.path
        let maps = [
            "CFFI/module.modulemap", "CMiniRuntime/include/module.modulemap",
            "CKeyValueCoding/include/module.modulemap", "CKeyValueObserving/include/module.modulemap",
        ]
        let folders = ["CMiniRuntime", "CKeyValueCoding"].map { "-I\(sources)/\($0)/include" }
        let flags = folders + maps.map { "-fmodule-map-file=\(sources)/\($0)" }
        let headers: [String] = flags.flatMap { ["-Xcc", $0] }
        let result = try run(
            ["swiftc", "-swift-version", "6", "-warnings-as-errors", "-module-name", "Birthday"]
                + ["-I", Self.build.appendingPathComponent("Modules").path]
                + headers
                + [source.path] + Self.objectFiles() + ["-lffi", "-o", folder.appendingPathComponent("program").path])
        return result.status == 0 ? "" : result.output
    }

    /// The modules' object files, as this test program was linked from them.
    private static func objectFiles() throws -> [String] {
        let list = build.appendingPathComponent("MiniRuntimePackageTests.product/Objects.LinkFileList")
        return try String(contentsOf: list, encoding: .utf8).split(separator: "\n").map(String.init).filter { file in
            modules.contains { file.contains("/\($0).build/") }
        }
    }

    /// Runs a command in the folder.
    func run(_ command: [String]) throws -> Result {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["timeout", "600"] + command
        process.currentDirectoryURL = folder
        let pipe = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return Result(status: process.terminationStatus, output: text)
    }
}

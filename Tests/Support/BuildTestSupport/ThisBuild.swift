// ThisBuild.swift - the build that a test program belongs to, for tests that compile programs with its modules.
import Foundation

package enum ThisBuild {
    /// The folder of the package.
    package static let package = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        .appendingPathComponent("../../..").standardized
    /// The folder of the test program, which also contains the modules and the tool.
    package static let folder = Bundle.main.executableURL!.resolvingSymlinksInPath().deletingLastPathComponent()
    /// The name of the package, which SwiftPM takes from its folder: for `-package-name`.
    package static let packageName = String(
        package.lastPathComponent.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })

    /// The options with which the compiler finds the modules: those in Swift, and the C modules that these import.
    package static let moduleOptions: [String] = {
        let sources = package.appendingPathComponent("Sources").path
        let maps = ["CFFI"] + ["CMiniRuntime", "CKeyValueCoding", "CKeyValueObserving"].map { "\($0)/include" }
        let headers =
            ["CMiniRuntime", "CKeyValueCoding"].map { "-I\(sources)/\($0)/include" }
            + maps.map { "-fmodule-map-file=\(sources)/\($0)/module.modulemap" }
        return ["-I", folder.appendingPathComponent("Modules").path] + headers.flatMap { ["-Xcc", $0] }
    }()

    /// The options with which the linker finds the modules: their object files, as SwiftPM linked the test program from
    /// them. Not all files that are there: some may be left from sources that no longer exist.
    package static func linkOptions() throws -> [String] {
        let list = folder.appendingPathComponent("MiniRuntimePackageTests.product/Objects.LinkFileList")
        let files = try String(contentsOf: list, encoding: .utf8).split(separator: "\n").map(String.init)
        return files.filter { file in modules.contains { file.contains("/\($0).build/") } } + ["-lffi"]
    }

    private static let modules = [
        "CMiniRuntime", "CKeyValueCoding", "CKeyValueObserving", "MiniRuntime", "MiniFoundation", "KeyValueCoding",
        "KVONotifying", "TypedClasses", "SafeObservation", "ObjectiveScript",
    ]
}

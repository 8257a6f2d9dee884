// NativeTools.swift - what programs in Objective-C from the page need: the compiler, and folders that are read.
import ArgumentParser
import CConfinement
import FoundationEssentials

struct NativeTools: ParsableArguments {
    @Option(help: .hidden) var compiler = ""
    /// The folders that only the compiler reads.
    @Option(name: .customLong("read"), help: .hidden) var readable: [String] = []
    /// The folders from which programs load libraries.
    @Option(name: .customLong("load"), help: .hidden) var libraries: [String] = []
    @Flag(help: .hidden) var arc = false
}

extension NativeTools {
    /// Finds the compiler, and builds the libraries that are missing. Returns the options from which the tools are
    /// parsed. Throws a `ValidationError` if there is no compiler, or if this kernel cannot confine programs.
    static func options(arc: Bool) throws -> [String] {
        guard confinement_is_supported() else {
            throw ValidationError(
                "--allow-native needs Landlock and seccomp of Linux 6.2 or later, which keep programs from files and the "
                    + "network; this kernel lacks them.")
        }
        let compiler = URL(fileURLWithPath: try Run.compiler()).path
        let child = try ChildProcess(command: [compiler, "--folders"])
        guard child.exitStatus == 0 else { throw ValidationError("--allow-native needs a compiler. \(child.error)") }
        // Each line is `read` or `load`, and a folder.
        let folders = child.output.split(separator: "\n").flatMap {
            let words = $0.split(separator: " ", maxSplits: 1)
            return ["--\(words[0])", String(words[1])]
        }
        return ["--compiler", compiler] + folders + (arc ? ["--arc"] : [])
    }
}

// RunTests.swift - the command `run` where nothing is compiled: bad input, and what is missing.
import Foundation
import Testing

@Suite("runtime-demo run")
struct RunTests {
    @Test(
        "A program without a file, with another ending, and a folder without programs are bad input",
        arguments: [
            ("missing.m", "There is no file 'missing.m'."),
            ("\(CompiledPrograms.root)/README.md", "does not end in .m or .mm,"),
            ("\(CompiledPrograms.root)/docs", "contains no file that ends in .m or .mm."),
        ])
    func badInput(path: String, text: String) throws {
        let result = try runTool("run", path, environment: CompiledPrograms.environment)
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
        #expect(result.error.contains(text))
    }

    @Test("Without the sources of MiniRuntime, the command names the variable to set")
    func noSources() throws {
        let result = try runTool("run", "program.m", environment: ["MINIRUNTIME_ROOT": "/nowhere"])
        #expect(result.status == 64)
        #expect(result.error.hasPrefix("Error: There is no '/nowhere/scripts/objc-clang'."))
        #expect(result.error.contains("set MINIRUNTIME_ROOT"))
    }

    @Test("Without clang, a sentence says so, and the exit status is 77")
    func noClang() throws {
        // A folder with the commands that objc-clang needs, and no swift: /usr/bin may have one.
        let commands = NSTemporaryDirectory() + "commands-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: commands, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: commands) }
        for name in ["bash", "dirname", "readlink"] {
            try FileManager.default.createSymbolicLink(
                atPath: "\(commands)/\(name)", withDestinationPath: "/usr/bin/\(name)")
        }
        try CompiledPrograms.write("int main(void) { return 0; }") { path in
            let environment = CompiledPrograms.environment.merging(["PATH": commands]) { $1 }
            let result = try runTool("run", path, environment: environment)
            #expect(result.status == 77)
            #expect(result.error.contains("there is no clang beside the swift command"))
        }
    }
}

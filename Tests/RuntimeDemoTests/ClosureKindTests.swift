// ClosureKindTests.swift - MINIRUNTIME_CLOSURES: the tool does the same with closures of either kind.
import Foundation
import Testing

@Suite("Closures of either kind")
struct ClosureKindTests {
    private func run(_ arguments: [String], _ kind: String) throws -> ToolResult {
        try runProgram(toolPath, arguments, environment: ["MINIRUNTIME_CLOSURES": kind])
    }

    @Test(
        "A demonstration prints the same, but for addresses, whether closures are entered by stubs or by libffi",
        arguments: [
            ["print-info"], ["registration"], ["controller"], ["cells"], ["mistakes"], ["graph"],
            ["trace", "first-observation"], ["trace", "key-path"], ["trace", "to-many"],
            ["trace", "swizzle-after-observe"],
        ])
    func sameOutput(arguments: [String]) throws {
        let results = try ["stubs", "libffi"].map { try run(arguments, $0) }
        #expect(results[0].status == results[1].status)
        #expect(!results[0].output.isEmpty || results[0].status != 0)
        #expect(withoutAddresses(results[0].output) == withoutAddresses(results[1].output))
        #expect(withoutAddresses(results[0].error) == withoutAddresses(results[1].error))
    }

    @Test("Another word gets one line that names the two that are known, and the default is used")
    func unknownWord() throws {
        let result = try run(["inspect", "NSKVONotifying_View"], "assembly")
        #expect(result.status == 0)
        #expect(
            result.error.replacing(/\[\d+\]/, with: "[…]")
                == "miniruntime[…]: MINIRUNTIME_CLOSURES is 'assembly', and must be 'stubs' or 'libffi': 'stubs' is used\n"
        )
        #expect(result.lines.contains { $0.contains("stub (notifying setter)") })
    }

    @Test("The trace on standard error says of each entry made at run time what it is")
    func trace() throws {
        for (word, kind) in [("stubs", "stub"), ("libffi", "libffi closure")] {
            let result = try runTool(
                "inspect", "NSKVONotifying_View",
                environment: ["MINIRUNTIME_CLOSURES": word, "MINIRUNTIME_TRACE": "1"])
            let lines = Set(withoutAddresses(result.error).split(separator: "\n").map(String.init))
            for line in [
                "-View setTag: imp 0x… \(kind) (accessor)", "-View setFrame: imp 0x… libffi closure (accessor)",
                "-NSKVONotifying_View setTag: imp 0x… \(kind) (notifying setter)",
                "-NSKVONotifying_View setFrame: imp 0x… libffi closure (notifying setter)",
                "-NSKVONotifying_View dealloc imp 0x…",
            ] { #expect(lines.contains("[trace] method added       \(line)"), "\(line)") }
        }
    }

    @Test("The doctor says which kind is in use, and finds nothing wrong with either")
    func doctor() throws {
        for (word, kind) in [("stubs", "stubs"), ("libffi", "libffi closures")] {
            let result = try run(["doctor"], word)
            #expect(result.status == 0)
            #expect(result.lines.contains { $0.contains("closures of scalars") && $0.hasSuffix(kind) })
        }
    }
}

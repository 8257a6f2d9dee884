// ClosureKindTests.swift - MINIRUNTIME_CLOSURES: the tool does the same with closures of either kind.
import Foundation
import Testing

@Suite("Closures of either kind")
struct ClosureKindTests {
    private func run(_ arguments: [String], _ kind: String) throws -> ToolResult {
        try runProgram(toolPath, arguments, environment: ["MINIRUNTIME_CLOSURES": kind])
    }

    @Test(
        "A demonstration prints the same, but for addresses and kinds, whether stubs or libffi enter the closures",
        arguments: [
            ["print-info"], ["registration"], ["controller"], ["cells"], ["mistakes"], ["graph"],
            ["trace", "first-observation", "--json"], ["trace", "key-path", "--json"], ["trace", "to-many", "--json"],
            ["trace", "swizzle-after-observe", "--json"],
        ])
    func sameOutput(arguments: [String]) throws {
        let results = try ["stubs", "libffi"].map { try run(arguments, $0) }
        #expect(results[0].status == results[1].status)
        #expect(!results[0].output.isEmpty || results[0].status != 0)
        let texts = results.map { withoutAddresses($0.output).replacing("libffi closure (", with: "stub (") }
        #expect(texts[0] == texts[1])
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

    @Test("The trace on standard error prints kind and purpose of each entry made at run time")
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

    @Test("The doctor names the kind in use, and finds nothing wrong with either")
    func doctor() throws {
        for (word, kind) in [("stubs", "stubs"), ("libffi", "libffi closures")] {
            let result = try run(["doctor"], word)
            #expect(result.status == 0)
            let mark = word == "stubs" ? "    " : "  - "
            #expect(result.lines.contains { $0.hasPrefix(mark + "closures of scalars ") && $0.hasSuffix(" " + kind) })
        }
    }
}

// DoctorTests.swift - the command `doctor`: the report about this machine, and its exit status.
import Foundation
import Testing

private struct Group: Decodable {
    struct Finding: Decodable {
        let name, value, verdict, meaning: String
    }

    let title: String
    let findings: [Finding]
}

@Suite("runtime-demo doctor")
struct DoctorTests {
    private func findings(_ result: ToolResult) throws -> [Group.Finding] {
        try JSONDecoder().decode([Group].self, from: Data(result.output.utf8)).flatMap(\.findings)
    }

    @Test("A healthy machine: what it is, each mechanism in order, and exit status 0")
    func healthy() throws {
        let result = try runTool("doctor", "--json")
        #expect(result.status == 0)
        let findings = try findings(result)
        func value(_ name: String) -> String? { findings.first { $0.name == name }?.value }
        #expect(["x86-64", "aarch64"].contains(value("CPU")))
        #expect(["assembly", "C"].contains(value("message lookup in")))
        #expect(value("libffi")?.isEmpty == false)
        #expect(value("closures of scalars") == "stubs")
        #expect(value("closure pages")?.wholeMatch(of: /r[w-]x[ps], stub/) != nil)
        #expect(value("libffi's closures")?.wholeMatch(of: /r[w-]x[ps], libffi closure/) != nil)
        #expect(value("page size")?.wholeMatch(of: /\d+ bytes/) != nil)
        #expect(value("vm.max_map_count")?.wholeMatch(of: /\d+, of which \d+ are in use/) != nil)
        for test in ["messages", "structures by value", "observing", "invariants of all classes"] {
            #expect(value(test) == "ok")
        }
        #expect(!findings.contains { $0.verdict == "wrong" })
    }

    @Test("As text it fits 100 columns, has no colours in a pipe, and ends with the verdict")
    func text() throws {
        let result = try runTool("doctor")
        expectReadable(result)
        #expect(!result.output.contains("\u{1B}"))
        #expect(result.lines.last == "Nothing is wrong.")
    }

    @Test("Debug switches that are set are listed")
    func switches() throws {
        let result = try runTool("doctor", environment: ["MINIRUNTIME_CHECK": "1"])
        #expect(result.status == 0)
        #expect(result.lines.contains { $0.hasPrefix("  - debug switch ") && $0.hasSuffix("MINIRUNTIME_CHECK=1") })
    }

    @Test("A stack that is too small is wrong: it is marked, and the exit status is 1")
    func smallStack() throws {
        let result = try runProgram("/bin/sh", ["-c", "ulimit -s 512; exec '\(toolPath)' doctor"])
        #expect(result.status == 1)
        #expect(result.lines.contains { $0.hasPrefix("  ! stack of the main thread ") && $0.hasSuffix("512 KB") })
        #expect(result.lines.last == "1 thing wrong: see the exclamation marks.")
    }

    @Test("Bad input is one line, and exit status 64")
    func badInput() throws {
        let result = try runTool("doctor", "house")
        #expect(result.status == 64)
        #expect(result.error == "Error: Unexpected argument 'house'\n")
    }
}

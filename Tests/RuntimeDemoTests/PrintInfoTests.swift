// PrintInfoTests.swift - the command `print-info`, the default: the three blocks and their options.
import Foundation
import Testing

private let rule = "————————————————————————–"

@Suite("runtime-demo")
struct PrintInfoTests {
    @Test(
        "B290 Plain runtime-demo prints the three blocks of the documentation, and so does print-info",
        arguments: [[], ["print-info"]])
    func threeBlocks(arguments: [String]) throws {
        let result = try arguments.isEmpty ? runTool() : runTool(arguments[0])
        #expect(result.status == 0, "\(result.error)")
        let lines = result.output.split(separator: "\n").map(String.init)
        #expect(lines.count == 12)
        #expect(
            [0, 4, 8].map { lines[$0] }
                == ["Before", "After", "After"].enumerated().map { index, word in
                    "\(word) \(["add", "add", "remove"][index]) observer\(rule)"
                })
        #expect(
            [1, 5, 9].map { lines[$0] } == [
                "isa:Person,supperclass:NSObject",
                "isa:NSKVONotifying_Person,supperclass:Person",
                "isa:Person,supperclass:NSObject",
            ])
        for index in [2, 6, 10] { #expect(lines[index].hasPrefix("age setter function pointer:0x")) }
        for index in [3, 7, 11] { #expect(lines[index].hasPrefix("printInfo function pointer:0x")) }
        #expect(lines[2] == lines[10])
        #expect(lines[2] != lines[6])
        #expect(lines[3] == lines[7])
        #expect(lines[7] == lines[11])
    }

    @Test("--log-prefix puts date, time, program, process and thread in front of each line")
    func logPrefix() throws {
        let result = try runTool("print-info", "--log-prefix")
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == 12)
        for line in lines {
            #expect(
                line.prefixMatch(of: /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}[+-]\d{4} runtime-demo\[\d+:\d+\] \S/)
                    != nil,
                "\(line)")
        }
    }

    @Test("--json prints the same facts")
    func json() throws {
        let result = try runTool("--json")
        let stages = try #require(
            JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: String]])
        #expect(stages.map { $0["isa"] } == ["Person", "NSKVONotifying_Person", "Person"])
        #expect(stages.map { $0["superclass"] } == ["NSObject", "Person", "NSObject"])
        #expect(stages[0]["ageSetter"] == stages[2]["ageSetter"])
        #expect(stages[0]["ageSetter"] != stages[1]["ageSetter"])
        #expect(Set(stages.map { $0["printInfo"] }).count == 1)
    }

    @Test("An unknown option is one clear error, and exit status 64")
    func badInput() throws {
        let result = try runTool("--nonsense")
        #expect(result.status == 64)
        #expect(result.error.contains("Unknown option '--nonsense'"))
        #expect(result.output.isEmpty)
    }
}

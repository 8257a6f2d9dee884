// DocumentTests.swift - runs the examples of docs/script-language.md.
import Foundation
import ObjectiveScript
import Testing

@Suite("The page on the script language")
struct DocumentTests {
    private static let page = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        .appendingPathComponent("../../docs/script-language.md").standardized

    /// Returns each script of the page with the output that follows it.
    private static func examples() throws -> [(script: String, output: String)] {
        let text = try String(contentsOf: page, encoding: .utf8)
        return text.components(separatedBy: "```script\n").dropFirst().map { piece in
            let parts = piece.components(separatedBy: "```\n```text\n")
            return (parts[0], parts[1].components(separatedBy: "```").first ?? "")
        }
    }

    @Test("Its examples print what it says")
    func examplesRun() async {
        // In a separate process, because the names of the examples' classes are global.
        await #expect(processExitsWith: .success) {
            let examples = try DocumentTests.examples()
            #expect(examples.count >= 5)
            for (script, output) in examples {
                let bench = try Bench()
                let error = bench.error(script, named: "example")
                var lines = bench.host.written
                if error != "no error" { lines.append(error) }
                let printed = lines.joined(separator: "\n").replacing(/0x[0-9a-f]+/, with: "0x…")
                #expect(printed + "\n" == output)
            }
        }
    }
}

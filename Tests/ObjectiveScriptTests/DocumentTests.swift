// DocumentTests.swift - the examples in docs/script-language.md, as the interpreter runs them.
import Foundation
import ObjectiveScript
import Testing

@Suite("The page on the script language")
struct DocumentTests {
    private static let page = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        .appendingPathComponent("../../docs/script-language.md").standardized

    /// Each script, and the text behind it, which it prints.
    private static func examples() throws -> [(script: String, output: String)] {
        let text = try String(contentsOf: page, encoding: .utf8)
        return text.components(separatedBy: "```objc\n").dropFirst().map { piece in
            let parts = piece.components(separatedBy: "```\n```text\n")
            return (parts[0], parts[1].components(separatedBy: "```").first ?? "")
        }
    }

    @Test("Its examples print what it says")
    func examplesRun() async {
        // In a process of its own: the names of their classes are everybody's.
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

// DocumentTests.swift - compiles the examples of the pages for users of the Swift API.
import Foundation
import Testing

@Suite("The pages on the Swift API")
struct DocumentTests {
    private static let pages = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        .appendingPathComponent("../../docs").standardized

    /// Returns the text of each block between "```swift" and "```".
    private func examples(_ page: String) throws -> [Snippet] {
        var examples: [Snippet] = []
        var isInside = false
        let lines = try String(contentsOf: Self.pages.appendingPathComponent(page), encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            if line == "```swift" {
                isInside = true
                examples.append(Snippet(code: "", file: page, line: index + 2))
            } else if line == "```" {
                isInside = false
            } else if isInside {
                examples[examples.count - 1].code += line + "\n"
            }
        }
        return examples
    }

    @Test(
        "Their examples compile: each on its own, with the imports and the classes that the first one declares",
        arguments: [("safe-observation.md", 10), ("beside-foundation.md", 4)])
    func examplesCompile(_ page: String, least: Int) throws {
        let examples = try examples(page)
        #expect(examples.count > least)
        let typechecker = try Typechecker(declarations: #require(examples.first).code)
        let errors = try typechecker.errors(in: Array(examples.dropFirst()))
        #expect(errors == [])
    }

    @Test("An example that is wrong is found, with its line")
    func mistakesAreFound() throws {
        let first = try #require(try examples("safe-observation.md").first)
        let wrong = Snippet(code: "let nothing: Int = \"\"\n", file: "safe-observation.md", line: 99)
        let errors = try Typechecker(declarations: first.code).errors(in: [wrong])
        #expect(errors.count == 1)
        #expect(errors.first?.contains("safe-observation.md:99:") == true)
    }
}

// DocumentTests.swift - the examples in docs/safe-observation.md, as the compiler sees them.
import Foundation
import Testing

@Suite("The page on safe observation")
struct DocumentTests {
    private static let page = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        .appendingPathComponent("../../docs/safe-observation.md").standardized

    /// The pieces between "```swift" and "```".
    private func examples() throws -> [Snippet] {
        var examples: [Snippet] = []
        var isInside = false
        let lines = try String(contentsOf: Self.page, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            if line == "```swift" {
                isInside = true
                examples.append(Snippet(code: "", file: "safe-observation.md", line: index + 2))
            } else if line == "```" {
                isInside = false
            } else if isInside {
                examples[examples.count - 1].code += line + "\n"
            }
        }
        return examples
    }

    @Test("Its examples compile: each on its own, with the imports and the classes that the first one declares")
    func examplesCompile() throws {
        let examples = try examples()
        #expect(examples.count > 10)
        let typechecker = try Typechecker(declarations: #require(examples.first).code)
        #expect(try typechecker.errors(in: Array(examples.dropFirst())) == [])
    }

    @Test("An example that is wrong is found, with its line")
    func mistakesAreFound() throws {
        let first = try #require(try examples().first)
        let wrong = Snippet(code: "let nothing: Int = \"\"\n", file: "safe-observation.md", line: 99)
        let errors = try Typechecker(declarations: first.code).errors(in: [wrong])
        #expect(errors.count == 1)
        #expect(errors.first?.contains("safe-observation.md:99:") == true)
    }
}

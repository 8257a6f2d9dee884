// DocumentTests.swift - compiles the examples of the pages for users of the Swift API.
import BuildTestSupport
import Foundation
import Testing

@Suite("The pages on the Swift API")
struct DocumentTests {
    /// Returns the text of each block between "```swift" and "```".
    private func examples(_ page: String) throws -> [Snippet] {
        var examples: [Snippet] = []
        var isInside = false
        let lines = try String(contentsOf: ThisBuild.package.appendingPathComponent(page), encoding: .utf8).split(
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
        arguments: [("docs/safe-observation.md", 10), ("docs/beside-foundation.md", 4), ("docs/idioms.md", 8)],
        ModuleSettings.allCases)
    func examplesCompile(_ page: (name: String, least: Int), _ settings: ModuleSettings) throws {
        let examples = try examples(page.name)
        #expect(examples.count > page.least)
        let typechecker = Typechecker(declarations: try #require(examples.first).code, settings)
        let errors = try typechecker.errors(in: Array(examples.dropFirst()))
        #expect(errors == [])
    }

    @Test(
        "The first example of a module's documentation is a whole program: it compiles as main.swift of a new project",
        arguments: [
            "MiniRuntime", "MiniFoundation", "KVONotifying", "TypedClasses", "FoundationValues", "SafeObservation",
        ])
    func firstExampleIsProgram(_ module: String) throws {
        let example = try #require(try examples("Sources/\(module)/\(module).docc/\(module).md").first)
        #expect(example.code.hasPrefix("import "))
        #expect(try Typechecker(.newApp).errors(inProgram: example.code) == [])
    }

    @Test("An example that is wrong is found, with its line")
    func mistakesAreFound() throws {
        let first = try #require(try examples("docs/safe-observation.md").first)
        let wrong = Snippet(code: "let nothing: Int = \"\"\n", file: "docs/safe-observation.md", line: 99)
        let errors = try Typechecker(declarations: first.code).errors(in: [wrong])
        #expect(errors.count == 1)
        #expect(errors.first?.contains("docs/safe-observation.md:99:") == true)
    }
}

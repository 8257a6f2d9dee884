// TutorialTests.swift - the tutorial, done as its reader does it: step by step, in a folder of its own.
import BuildTestSupport
import Foundation
import MiniRuntime
import Testing

private let tutorial = ThisBuild.package.appendingPathComponent("docs/Tutorials.docc")

/// What a step shows: a file, under the name that it has for the reader.
struct Step {
    let name: String
    let file: String
    let text: String
}

/// A section of the tutorial.
struct Section: CustomTestStringConvertible {
    let title: String
    let steps: [Step]
    var testDescription: String { title }

    /// All sections, as the page has them.
    static func all() throws -> [Section] {
        let page = try String(contentsOf: tutorial.appendingPathComponent("WatchAPerson.tutorial"), encoding: .utf8)
        return try page.components(separatedBy: "@Section(title: \"").dropFirst().map { text in
            let steps = try text.matches(of: /@Code\(name: "([^"]+)", file: "([^"]+)"\)/).map { match in
                let file = tutorial.appendingPathComponent("Resources/\(match.2)")
                return try Step(
                    name: String(match.1), file: String(match.2), text: String(contentsOf: file, encoding: .utf8))
            }
            return Section(title: String(text.prefix { $0 != "\"" }), steps: steps)
        }
    }
}

@Suite("The tutorial", .disabled(if: ObjectRuntime.sanitizerName != nil, "its programs are linked without a sanitizer"))
struct TutorialTests {
    @Test(
        "Every step of a section works, and its program prints what the section ends with", arguments: try Section.all()
    )
    func section(_ section: Section) throws {
        let workshop = try Workshop("tutorial")
        defer { workshop.remove() }
        var shown: String?
        for step in section.steps {
            switch step.name {
            case "Terminal": #expect(try workshop.run(["bash", "-e", "-c", step.text]).status == 0)
            case "Package.swift":
                // Only the manifest is read: what the package depends on is not looked for.
                try workshop.write("Package.swift", step.text)
                #expect(try workshop.run(["swift", "package", "dump-package"]).status == 0)
            case "main.swift": #expect(try workshop.compile(step.text, module: "Birthday") == [], "\(step.file)")
            default: shown = step.text
            }
        }
        let result = try workshop.run(["./program"])
        #expect(result.status == 0)
        #expect(result.output == shown)
    }

    @Test("No step is forgotten: each file of code is shown, in order")
    func order() throws {
        let files = try FileManager.default.contentsOfDirectory(
            atPath: tutorial.appendingPathComponent("Resources").path)
        let shown = try Section.all().flatMap(\.steps).map(\.file)
        #expect(shown == files.filter { !$0.hasSuffix(".svg") }.sorted())
    }
}

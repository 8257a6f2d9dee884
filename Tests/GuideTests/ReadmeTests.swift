// ReadmeTests.swift - the examples of the project's README.
import Foundation
import MiniRuntime
import Testing

@Suite("The README", .disabled(if: ObjectRuntime.sanitizerName != nil, "its programs are linked without a sanitizer"))
struct ReadmeTests {
    private let page: Page

    init() throws {
        page = try Page(Repository.root.appendingPathComponent("README.md"))
    }

    /// Runs what `body` wants to run in a folder of its own.
    private func inWorkshop<Result>(_ body: (GuideWorkshop) throws -> Result) throws -> Result {
        let workshop = try GuideWorkshop()
        defer { workshop.remove() }
        return try body(workshop)
    }

    @Test("Its programs compile and run, and what the first one prints stands in its comments")
    func programs() throws {
        let programs = page.blocks.filter { $0.kind == "swift" }
        #expect(programs.count >= 2)
        for program in programs {
            let result = try inWorkshop { workshop -> GuideWorkshop.Result? in
                let errors = try workshop.compile(program, of: "README.md")
                #expect(errors == [])
                return errors.isEmpty ? try workshop.runProgram() : nil
            }
            #expect(result?.status == 0)
            guard program == programs.first else { continue }
            for line in result?.lines ?? [] {
                let isTold = program.lines.contains { $0.hasSuffix("// " + line) }
                #expect(isTold, "README.md:\(program.firstLine): no comment says '\(line)'")
            }
        }
    }

    @Test("What it shows of the demonstration is what the demonstration prints")
    func demonstration() throws {
        let shown = try #require(page.blocks.first { $0.kind.isEmpty })
        let printed = try inWorkshop { try $0.run(command: "runtime-demo").lines }
        var matcher = Matcher(expected: shown.lines, printed: printed)
        let difference = matcher.mismatch()?.summary(shown.lines, printed)
        #expect(difference == nil, "README.md:\(shown.firstLine)")
    }
}

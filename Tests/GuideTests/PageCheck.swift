// PageCheck.swift - runs all code blocks of a page, in order, and compares what happens with what the page says.
//
//      console   commands, each behind "$ ", followed by what it prints          c, asm    an excerpt of the sources
//      swift     a program, or an excerpt if it names a file                     sh        the project's own targets
//      script    a script for the tool                                           text,     drawings: nothing to run
//      output    what the program or script above it prints                      mermaid
//
//      objective-c   a file whose first line is its name, "// person.m"; commands further down compile and run it;
//      swift         the same for "// person.swift"
import Foundation

/// One reading of a page.
struct PageCheck {
    /// Output that is not what the page says.
    struct Difference {
        let problem: Problem
        /// The lines of the page, counted from zero, and what should stand there.
        let lines: Range<Int>
        let printed: [String]
    }

    private let page: Page
    private let workshop: GuideWorkshop
    private(set) var differences: [Difference] = []
    /// What is wrong otherwise.
    private(set) var problems: [Problem] = []

    /// Runs the page.
    init(_ page: Page) throws {
        self.page = page
        workshop = try GuideWorkshop()
        defer { workshop.remove() }
        for (index, block) in page.blocks.enumerated() {
            let next = index + 1 < page.blocks.count ? page.blocks[index + 1] : nil
            try check(block, output: next?.kind == "output" ? next : nil)
            if block.kind == "output", index == 0 || !["swift", "script"].contains(page.blocks[index - 1].kind) {
                report(block.firstLine - 1, "an output block stands behind a program or script")
            }
        }
        checkFences()
    }

    private mutating func check(_ block: Page.Block, output: Page.Block?) throws {
        switch block.kind {
        case "console": try checkConsole(block)
        case _ where block.quotedFile != nil: checkExcerpt(block)
        case "c", "asm": report(block.firstLine, "an excerpt begins with the name of its file: // Sources/...")
        case "swift" where block.file != nil: try checkFile(block, compiler: workshop.write(swift:to:))
        case "swift": try checkProgram(block, output)
        case "script": try checkScript(block, output)
        case "objective-c": try checkFile(block, compiler: workshop.write(objectiveC:to:))
        case "sh":
            for (index, line) in block.lines.enumerated() where !line.hasPrefix("make ") {
                report(block.firstLine + index, "a command whose output is not shown: use a console block")
            }
        case "output", "text", "mermaid": break
        default: report(block.firstLine - 1, "nobody runs blocks of kind '\(block.kind)'")
        }
    }

    private mutating func checkFences() {
        let fences = page.lines.enumerated().filter {
            $0.element.trimmingPrefix(while: \.isWhitespace).hasPrefix("```")
        }
        if fences.count % 2 != 0 { report(fences.last!.offset + 1, "a code block is not closed") }
        for fence in fences where !fence.element.hasPrefix("```") {
            report(fence.offset + 1, "a code block begins at the left margin, or it is not run")
        }
    }

    // ── Programs and scripts ────────────────────────────────────────────────────────────────────────

    private mutating func checkProgram(_ block: Page.Block, _ output: Page.Block?) throws {
        let errors = try workshop.compile(block, of: page.file.lastPathComponent)
        guard errors.isEmpty else {
            return report(block.firstLine, (["the program does not compile:"] + errors).joined(separator: "\n    "))
        }
        if let output { compare(try workshop.runProgram(), with: output) }
    }

    private mutating func checkFile(
        _ block: Page.Block, compiler write: (Page.Block, String) throws -> [String]
    ) throws {
        guard let file = block.file else {
            return report(block.firstLine, "Objective-C begins with the name of its file: // person.m")
        }
        let errors = try write(block, file)
        if errors.isEmpty { return }
        report(block.firstLine, (["the file does not compile:"] + errors).joined(separator: "\n    "))
    }

    private mutating func checkScript(_ block: Page.Block, _ output: Page.Block?) throws {
        let result = try workshop.run(script: block.lines)
        if let output {
            compare(result, with: output)
        } else if result.status != 0 {
            report(block.firstLine, (["the script fails:"] + result.lines).joined(separator: "\n    "))
        }
    }

    private mutating func compare(_ result: GuideWorkshop.Result, with output: Page.Block) {
        let ending = result.status == 0 ? [] : ["(exit status \(result.status))"]
        compare(output.lines, at: output.firstLine - 1, with: result.lines + ending)
    }

    // ── Commands ────────────────────────────────────────────────────────────────────────────────────

    private mutating func checkConsole(_ block: Page.Block) throws {
        var index = 0
        if block.lines.first?.hasPrefix("$ ") != true { report(block.firstLine, "a console block begins with '$ '") }
        while index < block.lines.count {
            defer { index += 1 }
            guard block.lines[index].hasPrefix("$ ") else { continue }
            var command = [block.lines[index].dropFirst(2)]
            while index + 1 < block.lines.count, block.lines[index + 1].hasPrefix("> ") {
                index += 1
                command.append(block.lines[index].dropFirst(2))
            }
            let expected = block.lines[(index + 1)...].prefix { !$0.hasPrefix("$ ") }
            let result = try workshop.run(command: command.joined(separator: "\n"))
            compare(Array(expected), at: block.firstLine + index, with: result.lines)
        }
    }

    /// Compares with lines of the page, of which the first has the index `start`. Blank lines at the end, as between
    /// two commands, do not count.
    private mutating func compare(_ lines: [String], at start: Int, with printed: [String]) {
        let expected = lines.withoutBlankEnd
        var matcher = Matcher(expected: expected, printed: printed.withoutBlankEnd)
        guard let mismatch = matcher.mismatch() else { return }
        let text = "expected (-) and printed (+) differ from here:\n\(mismatch.summary(expected, printed))"
        differences.append(
            Difference(
                problem: Problem(page: page.name, line: start + mismatch.expected + 1, text: text),
                lines: start..<(start + expected.count), printed: printed.withoutBlankEnd))
    }

    // ── Excerpts ────────────────────────────────────────────────────────────────────────────────────

    private mutating func checkExcerpt(_ block: Page.Block) {
        let name = block.quotedFile!
        guard let text = try? String(contentsOf: Repository.root.appendingPathComponent(name), encoding: .utf8) else {
            return report(block.firstLine, "there is no file \(name)")
        }
        func lines(_ lines: [String]) -> [String] { lines.map { $0.trimmingCharacters(in: .whitespaces) } }
        let excerpt = lines(Array(block.lines.dropFirst()))
        var matcher = Matcher(expected: ["..."] + excerpt + ["..."], printed: lines(text.components(separatedBy: "\n")))
        guard let mismatch = matcher.mismatch() else { return }
        let index = min(max(mismatch.expected - 1, 0), excerpt.count - 1)
        report(
            block.firstLine + 1 + index, "this line does not stand in \(name), or not there:\n    - \(excerpt[index])")
    }

    private mutating func report(_ line: Int, _ text: String) {
        problems.append(Problem(page: page.name, line: line, text: text))
    }
}

extension [String] {
    fileprivate var withoutBlankEnd: [String] {
        Array(prefix(upTo: (lastIndex { !$0.allSatisfy(\.isWhitespace) } ?? -1) + 1))
    }
}

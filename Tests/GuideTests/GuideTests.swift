// GuideTests.swift - the guide and the README, run as their reader would.
//
// With GUIDE_RECORD=1 in the environment, output that is not right is written into the pages instead of being reported,
// into those of the other language too.
import Foundation
import MiniRuntime
import Testing

private let translation = Repository.guide.appendingPathComponent("zh-Hans")
private let isRecording = ProcessInfo.processInfo.environment["GUIDE_RECORD"] != nil

@Suite("The guide", .disabled(if: ObjectRuntime.sanitizerName != nil, "its programs are linked without a sanitizer"))
struct GuideTests {
    @Test("Everything on the page compiles, runs and prints what the page says", arguments: try names { !$0.hasFiles })
    func page(name: String) throws { try checkOrRecord(name) }
}

@Suite(
    "The guide's programs in Objective-C and Swift", .enabled(if: GuideWorkshop.compilesObjectiveC),
    .disabled(if: ObjectRuntime.sanitizerName != nil, "its programs are linked without a sanitizer"))
struct CompiledPageTests {
    @Test("Everything on the page compiles, runs and prints what the page says", arguments: try names { $0.hasFiles })
    func page(name: String) throws { try checkOrRecord(name) }

    @Test(
        "A file in Objective-C can be compiled by commands; one with a warning or without a name is named")
    func objectiveC() throws {
        let header = ["```objective-c", "// one.h", "int one(void);", "```"]
        let file = ["```objective-c", "// one.m", "#import \"one.h\"", "int one(void) { return 1; }", "```"]
        let command = ["```console", "$ scripts/objc-clang -c one.m -o one.o && nm one.o | grep one", "1 T one", "```"]
        func check(_ blocks: [String]...) throws -> [String] {
            try problems(blocks.flatMap { $0 }.joined(separator: "\n"))
        }
        let printed = try check(header, file, command)
        #expect(printed.count == 1)
        #expect(printed.first?.contains("+ 0000000000000000 T one") == true)
        let warned = try check(header, file.map { $0.replacing("return 1", with: "int unused; return 1") })
        #expect(warned.first?.contains("unused variable 'unused'") == true)
        #expect(try check(["```objective-c", "int one;", "```"]).first?.contains("begins with the name") == true)
    }
}

private func page(_ name: String) throws -> Page { try Page(Repository.guide.appendingPathComponent(name)) }

/// The names of the pages for which `isWanted` returns true.
private func names(where isWanted: (Page) -> Bool) throws -> [String] {
    try Repository.pages(in: Repository.guide).filter { isWanted(try page($0)) }
}

private func checkOrRecord(_ name: String) throws {
    let page = try page(name), check = try PageCheck(page)
    for problem in check.problems { Issue.record("\(problem)") }
    if isRecording {
        try page.replacing(check.differences.map { ($0.lines, $0.printed) }).write(
            to: page.file, atomically: true, encoding: .utf8)
        try updateTranslation(of: Page(page.file))
    } else {
        for difference in check.differences { Issue.record("\(difference.problem)") }
    }
}

/// Puts the code of a page into its translation, if both have the same blocks.
private func updateTranslation(of page: Page) throws {
    guard let translated = try? Page(translation.appendingPathComponent(page.file.lastPathComponent)),
        translated.blocks.map(\.kind) == page.blocks.map(\.kind)
    else { return }
    let corrections = zip(translated.blocks, page.blocks).filter { !$0.0.isDrawing }.map { old, new in
        (old.firstLine - 1..<(old.firstLine - 1 + old.lines.count), new.lines)
    }
    try translated.replacing(corrections).write(to: translated.file, atomically: true, encoding: .utf8)
}

@Suite("The guide in two languages")
struct GuideLanguageTests {
    private static let chapters = [
        "01-objects-and-isa", "02-classes-metaclasses-method-tables", "03-sending-a-message", "04-the-cache",
        "05-making-a-class-at-run-time", "06-when-a-method-is-missing", "07-trampolines-and-libffi", "08-swizzling",
        "09-key-value-coding", "10-what-happens-when-you-observe", "11-the-change-dictionary",
        "12-key-paths-and-dependent-keys", "13-collections", "14-the-ways-it-goes-wrong", "15-observing-safely",
        "16-how-it-differs", "17-how-a-compiled-class-becomes-a-live-one",
        "18-a-class-that-swift-wrote",
    ]

    @Test("Every chapter, the first page and the glossary are there in both languages, and no other page")
    func everyChapter() {
        let pages = Self.chapters.map { $0 + ".md" } + ["README.md", "glossary.md"]
        #expect(Repository.pages(in: Repository.guide) == pages)
        #expect(Repository.pages(in: translation) == pages)
    }

    @Test(
        "A translated page has the same headings, code blocks, tables, lists and predictions, in the same order",
        arguments: Repository.pages(in: translation))
    func sameStructure(name: String) throws {
        let original = try Page(Repository.guide.appendingPathComponent(name))
        let translated = try Page(translation.appendingPathComponent(name))
        let (expected, found) = (original.outline, translated.outline)
        let index = zip(expected, found).prefix { $0.description == $1.description }.underestimatedCount
        if index == expected.count, index == found.count { return }
        func position(_ page: Page, _ parts: [Page.Part]) -> String {
            guard index < parts.count else { return "the end of \(page.name)" }
            return "\(page.name):\(parts[index].line) (\(parts[index].description))"
        }
        Issue.record("\(position(translated, found)) differs from \(position(original, expected))")
    }

    @Test("A translated page has links to the same files", arguments: Repository.pages(in: translation))
    func sameLinks(name: String) throws {
        /// The targets, those of translated pages replaced by their originals.
        func targets(_ folder: URL) throws -> [String] {
            try Page(folder.appendingPathComponent(name)).links.map { link in
                link.target.replacing("docs/guide/zh-Hans/", with: "docs/guide/") + (link.anchor == nil ? "" : "#")
            }.sorted()
        }
        #expect(try targets(translation) == targets(Repository.guide))
    }

    @Test(
        "A link to a heading of a page leads to a heading that the page has",
        arguments: [Repository.guide, translation], Repository.pages(in: translation))
    func anchors(folder: URL, name: String) throws {
        let page = try Page(folder.appendingPathComponent(name))
        for link in page.links {
            guard let anchor = link.anchor, !link.target.contains("://") else { continue }
            let target = try Page(Repository.root.appendingPathComponent(link.target))
            #expect(target.anchors.contains(anchor), "\(page.name):\(link.line)")
        }
    }

    @Test(
        "Every chapter has a prediction, and the run that it is about follows at once",
        arguments: [Repository.guide, translation], chapters)
    func predictions(folder: URL, chapter: String) throws {
        let page = try Page(folder.appendingPathComponent(chapter + ".md"))
        let outline = page.outline
        let predictions = outline.indices.filter { outline[$0].description == "prediction" }
        #expect(!predictions.isEmpty)
        for index in predictions {
            let next = outline[min(index + 1, outline.count - 1)]
            let isRun = ["code console", "code output"].contains(next.description)
            #expect(isRun, "\(page.name):\(outline[index].line): followed by \(next.description)")
        }
    }

    @Test("Every chapter ends with two or three exercises", arguments: chapters)
    func exercises(chapter: String) throws {
        let page = try Page(Repository.guide.appendingPathComponent(chapter + ".md"))
        let end = page.outline.suffix(2).map(\.description)
        let isComplete = (2...3).contains { end == ["heading 2", "numbered list, items: \($0)"] }
        #expect(isComplete, "\(page.name) ends with \(end)")
    }

    @Test("The outline of a page contains its parts in order, and its links")
    func outline() {
        let text = """
            # Title
            A [link](a.md#some-part) and [another](https://example.org).

            | a | b \\| c |
            |---|---|
            1. one
               [more](#the-end)
            2. two

            - three
            **Predict before you run.** What?
            ```swift
            # no heading
            ```
            > A quotation
            > ```script
            > p.age = 1
            > ```
            ## The `end`, at last
            """
        let page = Page(Repository.guide.appendingPathComponent("page.md"), text: text)
        #expect(
            page.outline.map { "\($0.line) \($0.description)" } == [
                "1 heading 1", "4 table of 2 columns, rows: 2", "6 numbered list, items: 2", "10 list, items: 1",
                "11 prediction", "12 code swift", "16 quoted ```script", "17 quoted p.age = 1", "18 quoted ```",
                "19 heading 2",
            ])
        #expect(page.links.map(\.target) == ["docs/guide/a.md", "https://example.org", "docs/guide/page.md"])
        #expect(page.links.map(\.anchor) == ["some-part", nil, "the-end"])
        #expect(page.anchors == ["title", "the-end-at-last"])
    }

    @Test(
        "Code is the same in the translation; only drawings may be translated",
        arguments: Repository.pages(in: translation))
    func sameCode(name: String) throws {
        let original = try Page(Repository.guide.appendingPathComponent(name))
        let translated = try Page(translation.appendingPathComponent(name))
        #expect(translated.blocks.map(\.kind) == original.blocks.map(\.kind))
        for (block, same) in zip(translated.blocks, original.blocks) where !block.isDrawing && block.lines != same.lines
        {
            let index = zip(block.lines, same.lines).prefix { $0 == $1 }.underestimatedCount
            Issue.record(
                "\(translated.name):\(block.firstLine + index): differs from \(original.name):\(same.firstLine + index)"
            )
        }
    }
}

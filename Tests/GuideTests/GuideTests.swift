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
    @Test(
        "Everything on the page compiles, runs and prints what the page says",
        arguments: Repository.pages(in: Repository.guide))
    func page(name: String) throws {
        let page = try Page(Repository.guide.appendingPathComponent(name))
        if page.blocks.contains(where: { $0.kind == "objective-c" }), !Workshop.compilesObjectiveC {
            let reason = "there is no clang, or no library for Objective-C (swift build --product MiniObjectiveC)"
            print("GuideTests: \(name) is skipped: \(reason)")
            try Test.cancel("\(reason)")
        }
        let check = try PageCheck(page)
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
}

@Suite("The guide in two languages")
struct GuideLanguageTests {
    private static let chapters = [
        "01-objects-and-isa", "02-classes-metaclasses-method-tables", "03-sending-a-message", "04-the-cache",
        "05-making-a-class-at-run-time", "06-when-a-method-is-missing", "07-trampolines-and-libffi", "08-swizzling",
        "09-key-value-coding", "10-what-happens-when-you-observe", "11-the-change-dictionary",
        "12-key-paths-and-dependent-keys", "13-collections", "14-the-ways-it-goes-wrong", "15-observing-safely",
        "16-how-it-differs", "17-how-a-compiled-class-becomes-a-live-one",
    ]

    @Test("Every chapter, the first page and the glossary are there in both languages, and no other page")
    func everyChapter() {
        let pages = Self.chapters.map { $0 + ".md" } + ["README.md", "glossary.md"]
        #expect(Repository.pages(in: Repository.guide) == pages)
        #expect(Repository.pages(in: translation) == pages)
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

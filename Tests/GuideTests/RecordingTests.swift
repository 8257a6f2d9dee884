// RecordingTests.swift - the recordings that the guide's chapters name, and the steps at which they are to be opened.
import Foundation
import Testing

@Suite("The guide's recordings")
struct RecordingTests {
    /// For each chapter, the text with which the sentence of its step begins.
    private static let texts = [
        "done: p = [Person new]", "class pair allocated: Person",
        "[p setName:] finds -[Person setName:] (not in NSKVONotifying_Person)",
        "[p setAge:] finds -[NSKVONotifying_Person setAge:]", "class pair allocated: NSKVONotifying_Person : Person",
        "[p addObserver:forKeyPath:options:] finds -[NSObject addObserver:forKeyPath:options:]",
        "the original -[Person setAge:] is called", "method replaced: -[Person setAge:]",
        "-[NSKVONotifying_Person setAge:] is entered", "isa of p: Person -> NSKVONotifying_Person",
        "printer is notified: \"age\" of p", "isa of zenith: Company -> NSKVONotifying_Company",
        "printer is notified: \"members\" of t {kind: insertion", "raised: An instance", "raised: Cannot remove",
        "returned instead: Person", "class registered: Person", "[p setAge:] finds -[NSKVONotifying_Person setAge:]",
    ]

    /// The commands of a page: `(scenario, step)`.
    private func commands(_ page: URL) throws -> [(scenario: String, step: Int)] {
        try String(contentsOf: page, encoding: .utf8).matches(of: /`runtime-demo explore ([a-z-]+) --step (\d+)`/)
            .map { (String($0.1), Int($0.2)!) }
    }

    @Test(
        "Each chapter names a recording and a step of it, the same in both languages, and the step shows what it says")
    func recordings() throws {
        let pages = Repository.pages(in: Repository.guide).filter { $0.prefix(2).allSatisfy(\.isNumber) }
        #expect(pages.count == Self.texts.count)
        let workshop = try GuideWorkshop()
        defer { workshop.remove() }
        for (page, text) in zip(pages, Self.texts) {
            let english = try commands(Repository.guide.appendingPathComponent(page))
            let chinese = try commands(Repository.guide.appendingPathComponent("zh-Hans/\(page)"))
            #expect(english.map(\.scenario) == chinese.map(\.scenario), "\(page)")
            #expect(english.map(\.step) == chinese.map(\.step), "\(page)")
            let command = try #require(english.first, "\(page)")
            let options = "--json --language en --max-steps \(command.step) 2>/dev/null"
            let result = try workshop.run(command: "runtime-demo explore \(command.scenario) \(options)")
            let json = Data(result.lines.joined(separator: "\n").utf8)
            let recording = try JSONSerialization.jsonObject(with: json) as? [String: Any]
            // The last step, as what it changes.
            let step = (recording?["steps"] as? [[String: Any]])?.last
            #expect(step?["number"] as? Int == command.step, "\(page)")
            let shown = step?["text"] as? String ?? ""
            #expect(shown.hasPrefix(text), "\(page): \(shown)")
        }
    }
}

import Foundation
import Testing

private struct Recording: Decodable {
    struct Object: Decodable {
        let name, isa, answeredClass: String
    }

    struct Method: Decodable {
        let selector, what: String
        let overrides, key: String?
    }

    struct Class: Decodable {
        let name: String
        let isNotifying: Bool
        let methods: [Method]
    }

    struct Step: Decodable {
        let number: Int
        let kind: String
        let line: Int?
        let logCount: Int
        let objects: [Object]
        let classes: [Class]
    }

    struct Entry: Decodable {
        let step: Int
        let text: String
    }

    let title: String
    let source: [String]
    let steps: [Step]
    let log: [Entry]
}

@Suite("runtime-demo explore")
struct ExploreTests {
    @Test("The recording shows the object and the classes as they are at each step")
    func recording() throws {
        let result = try runTool("explore", "--json")
        #expect(result.status == 0)
        let recording = try JSONDecoder().decode(Recording.self, from: Data(result.output.utf8))
        #expect(recording.steps.map(\.number) == Array(1...recording.steps.count))
        let isas = recording.steps.compactMap { $0.objects.first { $0.name == "p" }?.isa }
        let turns = zip(isas, isas.dropFirst()).filter { $0 != $1 }.map(\.1)
        #expect(turns == ["NSKVONotifying_Person", "Person"])
        #expect(Set(recording.steps.flatMap(\.objects).map(\.answeredClass)) == ["Person"])
        let last = try #require(recording.steps.last)
        let notifying = try #require(last.classes.first { $0.isNotifying })
        let setter = try #require(notifying.methods.first { $0.selector == "setAge:" })
        #expect(setter.overrides == "Person")
        #expect(setter.key == "age")
        #expect(setter.what == "\(scalarEntry) (notifying setter) for key \"age\"")
        #expect(last.logCount == recording.log.count)
        #expect(recording.source.count == last.line)
    }

    @Test("The page is one file that loads nothing, and whatever a script says stays data")
    func page() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let script = folder.appendingPathComponent("a <b> {{script}}.script"),
            page = folder.appendingPathComponent("x.html")
        try "print @\"</script><b>{{style}}\"\n".write(to: script, atomically: true, encoding: .utf8)
        let result = try runTool("explore", script.path, "--output", page.path)
        #expect(result.output == "\(page.path): 2 steps. Open it in a browser.\n")
        let text = try String(contentsOf: page, encoding: .utf8)
        #expect(text.components(separatedBy: "</script>").count == 3)
        #expect(text.contains("\\u003c/script>\\u003cb>{{style}}"))
        #expect(text.contains("&lt;b> {{script}}.script</title>"))
        for place in ["src=", "href=\"http", "url(http", "@import", "fetch("] { #expect(!text.contains(place)) }
    }

    @Test("A page that cannot be written gets one line and status 64; a script that raises, status 1")
    func failures() throws {
        let unwritable = try runTool("explore", "--output", "/nonexistent/page.html")
        #expect(unwritable.status == 64)
        #expect(unwritable.error == "Error: Cannot write '/nonexistent/page.html': No such file or directory\n")
        let raising = try runTool("explore", "-", "--json", input: "[printer foo]\n")
        #expect(raising.status == 1)
        #expect(raising.output.contains("[printer foo]"))
        #expect(raising.error.hasPrefix("standard input:1:1: error: NSInvalidArgumentException"))
    }
}

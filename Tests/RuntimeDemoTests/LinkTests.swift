// LinkTests.swift - recordings in links, and the player. `make explorer` plays links in a browser, hostile ones too.
import Foundation
import Testing

@Suite("runtime-demo explore --link")
struct LinkTests {
    @Test("Each run of a scenario gives the same link, of at most 5,000 characters", arguments: scenarios)
    func links(_ name: String) throws {
        let first = try runTool("explore", name, "--link")
        #expect(first.status == 0)
        #expect(first.output.hasPrefix("explorer.html#r="))
        #expect(first.output.hasSuffix("&step=1\n"))
        #expect(first.output.utf8.count < 5000)
        // Other addresses, and other hashes.
        for _ in 0..<3 { #expect(try runTool("explore", name, "--link").output == first.output) }
    }

    @Test("A recording has addresses in the order of their appearance, and a number of the program stays as it is")
    func addresses() throws {
        let script =
            "x = 0x7fffdeadbeef\nprint @\"0x7fffdeadbeef\"\np = [NSObject new]\nprint p\nprint [NSObject new]\n"
        let result = try runTool("explore", "-", "--json", input: script)
        #expect(result.output.contains("\"text\" : \"0x7fffdeadbeef\""))
        let objects = result.output.matches(of: /"text" : "<NSObject: (0x[0-9a-f]+)>"/).map { String($0.1) }
        // Of each object, the step and the line in the log have the same address.
        #expect(Set(objects).count == 2)
        for address in objects { #expect(address.wholeMatch(of: /0x[1-9a-f][0-9a-f]00/) != nil, "\(address)") }
    }

    @Test("A link contains the recording, compressed; --at names the page that plays it")
    func contents() throws {
        let result = try runTool("explore", "set", "--link", "--at", "https://example.org/play.html")
        let match = try #require(
            result.output.wholeMatch(of: /https:\/\/example\.org\/play\.html#r=([\w-]+)&step=1\n/))
        let text = String(match.1).replacing("-", with: "+").replacing("_", with: "/")
        let padded = text + String(repeating: "=", count: (4 - text.count % 4) % 4)
        let compressed = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: compressed) }
        // The header of gzip, so that gzip can decompress it. It reports that the checksum behind the data is missing.
        let header: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]
        try (Data(header) + #require(Data(base64Encoded: padded))).write(to: compressed)
        let plain = try runProgram("/bin/sh", ["-c", "gzip -dc < '\(compressed.path)' 2>/dev/null"]).output
        let recording = try unfolded(Contents.self, plain)
        let page = try unfolded(Contents.self, runTool("explore", "set", "--json").output)
        #expect(recording.title == "set")
        #expect(recording.steps == page.steps)
        #expect(recording.source == page.source)
    }

    private struct Contents: Decodable {
        struct Step: Decodable, Equatable {
            let kind, text: String
            let stack: [String]
        }

        let title: String
        let source: [String]
        let steps: [Step]
    }

    @Test("A recording that is too long for a link is refused with a sentence; its page has no link")
    func longRecordings() throws {
        let script = "while (1) { n = 1 }\n"
        let result = try runTool("explore", "-", "--link", input: script)
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
        let sentence =
            "Error: The recording is too long for a link, which has at most 8000 characters; without --link, it is "
            + "written as a page.\n"
        #expect(result.error == sentence)
        let page = try runTool("explore", "-", "--output", "-", input: script).output
        #expect(!page.contains("\"link\":\""))
    }

    @Test("The player lists all scenarios with their links, in either language")
    func player() throws {
        for language in ["en", "zh"] {
            let page = try runTool("explore", "--player", "--language", language, "--output", "-").output
            for name in scenarios {
                let link = try runTool("explore", name, "--link", "--language", language).output
                let text = try #require(link.firstMatch(of: /#r=([\w-]+)/)?.1)
                #expect(page.contains("\"link\":\"\(text)\",\"title\":\"\(name)\""), "\(name)")
            }
        }
    }

    @Test("--step names the page, or makes the link, at a step; one that the recording has not is refused")
    func steps() throws {
        let page = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).html").path
        defer { try? FileManager.default.removeItem(atPath: page) }
        let result = try runTool("explore", "set", "--step", "7", "--output", page)
        #expect(result.output == "\(page)#step=7: 25 steps. Open it in a browser.\n")
        #expect(try runTool("explore", "set", "--step", "7", "--link").output.hasSuffix("&step=7\n"))
        let beyond = try runTool("explore", "set", "--step", "26", "--link")
        #expect(beyond.error == "Error: The recording has 25 steps, so --step 26 leads nowhere.\n")
        #expect(beyond.status == 64)
    }

    @Test("Options that contradict each other are refused")
    func contradictions() throws {
        #expect(
            try runTool("explore", "--json", "--link").error
                == "Error: --json and --link print different things; leave out one of them.\n")
        #expect(
            try runTool("explore", "--player", "--link").error
                == "Error: --player writes a page; leave out --json and --link.\n")
    }
}

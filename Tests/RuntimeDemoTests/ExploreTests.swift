// ExploreTests.swift - the command `explore`: the recording, the page, limits and interruption.
import Foundation
import Testing

private struct Recording: Decodable {
    struct Object: Decodable {
        let name, isa: String
        let answeredClass: String?
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
    let ending: String?
}

/// The sentences about the kinds of steps.
private struct Explanations: Decodable {
    let explanations: [String: String]
}

@Suite("runtime-demo explore")
struct ExploreTests {
    @Test("The recording shows the object and the classes as they are at each step")
    func recording() throws {
        let result = try runTool("explore", "--json")
        #expect(result.status == 0)
        let recording = try unfolded(Recording.self, result.output)
        #expect(recording.steps.map(\.number) == Array(1...recording.steps.count))
        let isas = recording.steps.compactMap { $0.objects.first { $0.name == "p" }?.isa }
        let turns = zip(isas, isas.dropFirst()).filter { $0 != $1 }.map(\.1)
        #expect(turns == ["NSKVONotifying_Person", "Person"])
        #expect(Set(recording.steps.flatMap(\.objects).filter { $0.name == "p" }.map(\.answeredClass)) == ["Person"])
        let last = try #require(recording.steps.last)
        let notifying = try #require(last.classes.first { $0.isNotifying })
        let setter = try #require(notifying.methods.first { $0.selector == "setAge:" })
        #expect(setter.overrides == "Person")
        #expect(setter.key == "age")
        #expect(setter.what == "stub (notifying setter) for key \"age\"")
        #expect(last.logCount == recording.log.count)
        #expect(recording.source.count == last.line)
    }

    @Test("Each variable whose object is not drawn has a value at each step; no message is sent for it")
    func variables() throws {
        struct Recording: Decodable {
            struct Variable: Decodable { let name, value: String }
            struct Step: Decodable {
                let text: String
                let variables: [Variable]?
            }

            struct Line: Decodable { let text: String }

            let steps: [Step]
            let log: [Line]
        }
        let script = """
            @class Person : NSObject { - (NSString *)description { print @"described"; return @"p" } }
            n = 3; s = @"two words"; t = 2.5; b = YES; c = Person; d = @4; z = nil; p = [Person new]; a = @[p]
            o = [NSObject new]; x = @selector(age); n = n + 1

            """
        let recording = try unfolded(Recording.self, runTool("explore", "-", "--json", input: script).output)
        let last = try #require(recording.steps.last)
        #expect(last.text.hasSuffix("n = n + 1"))
        #expect(
            last.variables?.map { "\($0.name) \(withoutAddresses($0.value))" } == [
                "n 4", "s @\"two words\"", "t 2.5", "b YES", "c Person", "d 4", "z nil", "a <NSArray: 0x…>",
                "o <NSObject: 0x…>", "x age",
            ])
        // The statement begins with the old value.
        #expect(recording.steps.dropLast().last?.variables?.first?.value == "3")
        #expect(recording.steps.first?.variables == nil)
        #expect(recording.log.isEmpty)
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
        #expect(text.components(separatedBy: "</script>").count == 4)
        #expect(text.contains("\\u003c/script>\\u003cb>{{style}}"))
        #expect(text.contains("&lt;b> {{script}}.script</title>"))
        #expect(text.contains("<pre>1  print @\"&lt;/script>&lt;b>{{style}}\"\n2    &lt;/script>&lt;b>{{style}}</pre>"))
        for place in ["src=", "href=\"http", "url(http", "@import", "fetch("] { #expect(!text.contains(place)) }
    }

    @Test("The page is in Chinese with --language zh, or if the environment names Chinese")
    func chinese() throws {
        let asked = try runTool("explore", "--language", "zh", "--output", "-").output
        let found = try runTool("explore", "--output", "-", environment: ["LC_ALL": "", "LANG": "zh_CN.UTF-8"]).output
        for page in [asked, found] {
            #expect(page.contains("<html lang=\"zh-Hans\">"))
            #expect(page.contains(">调用栈</h2>"))
            #expect(page.contains("p 的 isa：Person -> NSKVONotifying_Person；在同一次加锁期间注册 printer"))
            #expect(!page.contains("isa of p: Person"))
        }
        let other = try runTool("explore", "--language", "en", "--output", "-", environment: ["LC_ALL": "zh_CN"]).output
        #expect(other.contains("<html lang=\"en\">"))
        #expect(other.contains("isa of p: Person"))
        #expect(!other.contains("调用栈"))
    }

    @Test("The sentence about the page that was written is in the language of the page")
    func report() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let page = folder.appendingPathComponent("x.html").path
        let result = try runTool("explore", "--max-steps", "1", "--language", "zh", "--output", page)
        #expect(result.output.hasPrefix("\(page)：1 步。请用浏览器打开。\n"))
    }

    @Test("A language without words of its own is refused, with those that there are")
    func unknownLanguages() throws {
        let result = try runTool("explore", "--language", "tlh")
        #expect(result.status == 64)
        #expect(result.error.contains("'tlh'"))
        #expect(result.error.contains("'en' and 'zh'"))
    }

    @Test("Each translation has the places for values that the English text has")
    func translations() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Sources/runtime-demo/Explore/words-zh.json")
        let words = try JSONDecoder().decode([String: String].self, from: Data(contentsOf: file))
        let places = { (text: String) in Set(text.matches(of: /{\d}/).map { String($0.0) }) }
        for (english, chinese) in words { #expect(places(english) == places(chinese), "\(english)") }
    }

    @Test("Each kind of step is explained in the language of the page")
    func explanations() throws {
        let english = try runTool("explore", "--json", "--max-steps", "1", "--language", "en")
        let chinese = try runTool("explore", "--json", "--max-steps", "1", "--language", "zh")
        let explanations = try JSONDecoder().decode(Explanations.self, from: Data(english.output.utf8)).explanations
        let translated = try JSONDecoder().decode(Explanations.self, from: Data(chinese.output.utf8)).explanations
        #expect(explanations.count > 20)
        #expect(Set(translated.keys) == Set(explanations.keys))
        for (kind, text) in translated { #expect(text != explanations[kind], "\(kind)") }
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

    @Test("A script without end is recorded for 2,000 steps, or as many as asked for; page and terminal say so")
    func endlessScripts() throws {
        let page = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).html")
        defer { try? FileManager.default.removeItem(at: page) }
        let result = try runTool("explore", "-", "--output", page.path, input: endless)
        #expect(result.output == "\(page.path): 2000 steps. Open it in a browser.\n")
        let sentence = "The recording ends after 2000 steps, and the script goes on: --max-steps records more."
        #expect(result.error == sentence + "\n")
        #expect(result.status == 0)
        #expect(try String(contentsOf: page, encoding: .utf8).contains("\"ending\":\"\(sentence)\""))
        let short = try runTool("explore", "-", "--json", "--max-steps", "7", input: endless)
        #expect(short.error == sentence.replacing("2000", with: "7") + "\n")
        let recording = try unfolded(Recording.self, short.output)
        #expect(recording.steps.map(\.number) == Array(1...7))
    }

    @Test("A script that ends with the last step allowed is whole; a limit below one is refused")
    func limits() throws {
        let script = "1\n2\n3\n"
        let whole = try runTool("explore", "-", "--json", "--max-steps", "3", input: script)
        #expect(whole.error.isEmpty)
        #expect(!whole.output.contains("\"ending\""))
        let cut = try runTool("explore", "-", "--json", "--max-steps", "2", input: script)
        #expect(cut.error.hasPrefix("The recording ends after 2 steps"))
        let none = try runTool("explore", "--max-steps", "0")
        #expect(none.error == "Error: --max-steps must be 1 or more.\n")
        #expect(none.status == 64)
    }

    @Test("The script is not overwritten by its page, by whatever path it is named")
    func ownOutput() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let script = folder.appendingPathComponent("s.script").path
        try "n = 1\n".write(toFile: script, atomically: true, encoding: .utf8)
        for output in [script, "\(folder.path)/../\(folder.lastPathComponent)/s.script"] {
            let result = try runTool("explore", script, "--output", output)
            #expect(result.status == 64)
            #expect(result.error == "Error: '\(output)' is the file to be shown; write the page to another one.\n")
        }
        #expect(try String(contentsOfFile: script, encoding: .utf8) == "n = 1\n")
    }

    @Test(
        "For a program in Objective-C, explore and trace name the command that runs it",
        arguments: ["explore", "trace"])
    func programs(_ command: String) throws {
        let result = try runTool(command, "program.m")
        #expect(result.status == 64)
        let sentence =
            "Error: 'program.m' is a program in Objective-C, and no script: 'runtime-demo run --explore program.m' runs it, "
            + "and writes a page that steps through it.\n"
        #expect(result.error == sentence)
    }

    @Test("Ctrl-C ends the JSON of a trace after the step that is printed, and the status is 130")
    func interruptedTrace() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: toolPath)
        process.arguments = ["trace", "-", "--json"]
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput) = (input, output)
        process.standardError = FileHandle.nullDevice
        try process.run()
        // The endless part is not traced.
        try input.fileHandleForWriting.write(contentsOf: Data("n = 1\nn = 2\ntrace off\nwhile (1) { n = 3 }\n".utf8))
        try input.fileHandleForWriting.close()
        while !catchesInterrupts(process.processIdentifier) && process.isRunning { sched_yield() }
        kill(process.processIdentifier, SIGINT)
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 130)
        let trace = try JSONSerialization.jsonObject(with: text) as? [String: Any]
        #expect((trace?["steps"] as? [Any]).map { $0.count <= 2 } == true)
    }

    @Test("Ctrl-C writes the page with what was recorded so far, and says so")
    func interrupted() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: toolPath)
        process.arguments = ["explore", "-", "--json", "--max-steps", "100000000"]
        let (input, output, error) = (Pipe(), Pipe(), Pipe())
        (process.standardInput, process.standardOutput, process.standardError) = (input, output, error)
        try process.run()
        // The recording is short however late the signal comes, because the endless part is not traced.
        try input.fileHandleForWriting.write(contentsOf: Data("n = 1\nn = 2\ntrace off\nwhile (1) { n = 3 }\n".utf8))
        try input.fileHandleForWriting.close()
        while !catchesInterrupts(process.processIdentifier) && process.isRunning { sched_yield() }
        kill(process.processIdentifier, SIGINT)
        let text = output.fileHandleForReading.readDataToEndOfFile()
        let complaint = String(decoding: error.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 130)
        #expect(complaint == "The script was interrupted: the recording ends here.\n")
        let recording = try unfolded(Recording.self, String(decoding: text, as: UTF8.self))
        #expect(recording.steps.count <= 5)
        #expect(recording.ending == "The script was interrupted: the recording ends here.")
    }

    @Test("Thousands of steps need no more stack than a few", arguments: ["trace", "explore"])
    func stack(_ command: String) throws {
        let script = endless.replacing("while (1)", with: "while (p.age < 400)")
        let options = command == "trace" ? "" : "--json --max-steps 1000000"
        let result = try runProgram(
            "/bin/sh", ["-c", "ulimit -s 128 && exec '\(toolPath)' \(command) - \(options) | tail -c 200"],
            input: script)
        #expect(result.error.isEmpty)
        #expect(result.status == 0)
        let end =
            command == "trace" ? "printer is notified: \"age\" of p: new 400\n" : "\"title\" : \"standard input\"\n}\n"
        #expect(result.output.contains(end))
    }
}

/// Returns whether a process handles SIGINT, from the kernel's status file.
private func catchesInterrupts(_ process: Int32) -> Bool {
    let text = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("SigCgt:") }) else { return false }
    return UInt64(line.dropFirst(7).trimmingCharacters(in: .whitespaces), radix: 16)
        .map { $0 & (1 << (SIGINT - 1)) != 0 } ?? false
}

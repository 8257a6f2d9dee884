// TraceTests.swift - the command `trace`: the steps of the scenarios, and its options.
import Foundation
import Testing

private struct Report: Decodable {
    struct Step: Decodable {
        let number, depth: Int
        let kind, text: String
        let line: Int?
        let stack: [String]
    }

    let scenario, about: String
    let steps: [Step]

    init(_ arguments: String...) throws {
        let result = try runTool(["trace"] + arguments + ["--json"])
        #expect(result.status == 0)
        #expect(result.error.isEmpty)
        self = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
    }

    /// Returns the texts of some kinds of steps, without addresses.
    func texts(_ kinds: String...) -> [String] {
        steps.filter { kinds.contains($0.kind) }.map { withoutAddresses($0.text) }
    }
}

/// The names of the built-in scenarios.
let scenarios = [
    "first-observation", "set", "two-observers", "key-path", "dependent-key", "to-many", "nested", "remove",
    "dealloc-while-observed", "swizzle-after-observe",
]

@Suite("runtime-demo trace")
struct TraceTests {
    @Test("The steps of a script without end are printed as JSON while it runs")
    func endlessJSON() throws {
        let result = try runProgram("/bin/sh", ["-c", "'\(toolPath)' trace - --json | head -n 2000"], input: endless)
        #expect(result.status == 0)
        #expect(result.output.hasPrefix("{\n  \"about\" : "))
        #expect(result.output.split(separator: "\n").count == 2000)
    }

    @Test(
        "An exception in the dealloc of an object that a statement drops ends the script, as any other does",
        arguments: [["trace", "-"], ["explore", "-", "-o", "-"], ["repl"]])
    func raisingDealloc(arguments: [String]) throws {
        let script = "@class A : NSObject { - (void)dealloc { [@[] objectAtIndex: 3] } }\n[A new]\n"
        let result = try runProgram(toolPath, arguments, input: script)
        #expect(result.status == 1)
        #expect((result.error + result.output).contains("NSRangeException"))
    }

    @Test("Without a name the first observation is traced, word for word")
    func firstObservation() throws {
        let result = try runTool("trace")
        expectReadable(result)
        #expect(
            withoutAddresses(result.output) == """
                first-observation: An object is observed for the first time: a class is made, and isa is pointed at
                it.

                  1  @class Person : NSObject { int age; NSString *name; }
                  2    class pair allocated: Person : NSObject
                  3    method added: -[Person age], 0x…, a stub (accessor)
                  4    method added: -[Person setAge:], 0x…, a stub (accessor)
                  5    method added: -[Person name], 0x…, a stub (accessor)
                  6    method added: -[Person setName:], 0x…, a stub (accessor)
                  7    class registered: Person
                  8  p = [Person new]
                  9    object allocated: <Person: 0x…>
                 10  [p addObserver: printer forKeyPath: @"age" options: new|old]
                 11    [p addObserver:forKeyPath:options:] finds -[NSObject addObserver:forKeyPath:options:]
                           (not in Person), 0x…, a stub (method of the script language)
                 12      class pair allocated: NSKVONotifying_Person : Person
                 13      method added: -[NSKVONotifying_Person class], 0x…, hides -[NSObject class]
                 14      method added: -[NSKVONotifying_Person _isKVOA], 0x…, hides -[NSObject
                             _isKVOA]
                 15      method added: -[NSKVONotifying_Person dealloc], 0x…, hides -[NSObject
                             dealloc]
                 16      class registered: NSKVONotifying_Person
                 17      method added: -[NSKVONotifying_Person setAge:], 0x…, a stub (notifying
                             setter), hides -[Person setAge:]
                 18      isa of p: Person -> NSKVONotifying_Person; under the same lock, printer is registered
                 19      printer observes "age" of p
                 20  print object_getClass(p), [p class]
                 21    [p class] finds -[NSKVONotifying_Person class], 0x…
                 22      the original -[NSObject class] is called, 0x…
                 23      the original returned NSKVONotifying_Person
                 24      returned instead: Person
                 25    | NSKVONotifying_Person Person
                 26  p.age = 42
                 27    [p setAge:] finds -[NSKVONotifying_Person setAge:], 0x…, a stub (notifying
                           setter)
                 28      will change "age" of p
                 29        the original -[Person setAge:] is called, 0x…, a stub (accessor)
                 30        the original returned: stored 42 in _age
                 31      did change "age" of p
                 32        printer is notified: "age" of p {kind: setting, old: 0, new: 42}
                 33          | printer is notified: "age" of p: new 42, old 0
                 34  [p removeObserver: printer forKeyPath: @"age"]
                 35    [p removeObserver:forKeyPath:] finds -[NSObject removeObserver:forKeyPath:] (not in
                           NSKVONotifying_Person, Person), 0x…
                 36      isa of p: NSKVONotifying_Person -> Person; under the same lock, the last observance is
                             removed
                 37      printer no longer observes "age" of p
                 38  print object_getClass(p)
                 39    | Person

                """)
    }

    @Test("A trace goes on after its 99,999th step")
    func manySteps() throws {
        let script = "i = 0\nwhile (i < 100000) { i++ }\nprint i\n"
        let result = try runTool("trace", "-", input: script)
        #expect(result.status == 0)
        let last = result.output.split(separator: "\n").suffix(2).map { $0.drop { $0 == " " } }
        #expect(last == ["100003 print i", "100004 | 100000"])
    }

    @Test("Each scenario fits 100 columns, with explanations, messages and caches too", arguments: scenarios)
    func readable(scenario: String) throws {
        for flags in [[], ["--explain"], ["--messages"], ["--caches"]] {
            expectReadable(try runTool(["trace", scenario] + flags))
        }
    }

    @Test("The setter that a message finds after the first observation is another one, and the same again at the end")
    func setters() throws {
        let steps = try Report("first-observation").steps
        let added = try #require(steps.first { $0.text.contains("-[Person setAge:], 0x") })
        let original = try #require(steps.first { $0.kind == "originalCalled" && $0.text.contains("setAge:") })
        let sent = try #require(steps.first { $0.kind == "send" && $0.text.hasPrefix("[p setAge:]") })
        let address = { (text: String) in text.firstMatch(of: /0x[0-9a-f]+/)?.output }
        #expect(address(added.text) == address(original.text))
        #expect(address(sent.text) != address(original.text))
    }

    @Test("A delivery stands in the setter that causes it, and a set by an observer inside that delivery")
    func nesting() throws {
        let steps = try Report("nested").steps
        let inner = try #require(steps.last { $0.kind == "notification" })
        #expect(
            inner.stack == [
                "p.age = 18", "-[NSKVONotifying_Person setAge:]",
                "-[Herald observeValueForKeyPath:ofObject:change:context:]",
                "if ([person age] >= 18) { [person setTitle: @\"grown up\"] }", "[person setTitle: @\"grown up\"]",
                "-[NSKVONotifying_Person setTitle:]", "-[Printer observeValueForKeyPath:ofObject:change:context:]",
            ])
        #expect(inner.depth == 8)
    }

    /// The part of the text before the registration that changes at the same time.
    private func withoutReason(_ text: String) -> String { String(text.prefix { $0 != ";" }) }

    @Test("Two observers: the last one to register is notified first, and a prior notification comes before the set")
    func twoObservers() throws {
        let report = try Report("two-observers")
        #expect(
            report.texts("notification", "originalCalled").prefix(4) == [
                "printer is notified: \"age\" of p {kind: setting, notificationIsPrior: YES}",
                "the original -[Person setAge:] is called, 0x…, a stub (accessor)",
                "watcher is notified: \"age\" of p {kind: setting}",
                "printer is notified: \"age\" of p {kind: setting, new: 42}",
            ])
        #expect(
            report.texts("isaChanged") == [
                "isa of p: NSKVONotifying_Person -> Person; under the same lock, the last observance is removed"
            ])
    }

    @Test("Key path: isas follow the path, and an object that is no longer on it does not notify")
    func keyPath() throws {
        let report = try Report("key-path")
        #expect(
            report.texts("isaChanged").map(withoutReason) == [
                "isa of p: Person -> NSKVONotifying_Person", "isa of acme: Company -> NSKVONotifying_Company",
                "isa of acme: NSKVONotifying_Company -> Company", "isa of zenith: Company -> NSKVONotifying_Company",
                "isa of p: NSKVONotifying_Person -> Person", "isa of zenith: NSKVONotifying_Company -> Company",
            ])
        #expect(report.texts("notification").count == 2)
    }

    @Test("Dependent key, to-many, remove, dealloc, swizzle: each shows what it is about")
    func others() throws {
        #expect(
            try Report("dependent-key").texts("notification") == [
                "printer is notified: \"fullName\" of p {kind: setting, old: Ann Lee, new: Bob Lee}"
            ])
        #expect(
            try Report("to-many").texts("notification").map {
                $0.split(separator: "{").last?.split(separator: ",").first
            } == [
                "kind: insertion", "kind: insertion", "kind: replacement", "kind: removal",
            ])
        #expect(
            try Report("remove").texts("isaChanged").map(withoutReason) == [
                "isa of p: NSKVONotifying_Person -> Person", "isa of p: Person -> NSKVONotifying_Person",
                "isa of p: NSKVONotifying_Person -> Person",
            ])
        let raised = try #require(try Report("dealloc-while-observed").texts("exception").first)
        #expect(raised.hasPrefix("raised: An instance 0x… of class Person was deallocated while key value observers"))
        #expect(
            try Report("swizzle-after-observe").texts("notification") == [
                "printer is notified: \"age\" of p {kind: setting, new: -1}",
                "printer is notified: \"age\" of p {kind: setting, new: 0}",
            ])
    }

    @Test("With --messages every message is a step; with --caches what is cached and flushed")
    func messagesAndCaches() throws {
        let messages = try Report("set", "--messages").texts("message")
        #expect(messages.contains("[p setAge:] finds -[NSKVONotifying_Person setAge:], 0x…, a stub (notifying setter)"))
        #expect(messages.contains("[p age] finds -[Person age] (not in NSKVONotifying_Person), 0x…, a stub (accessor)"))
        let caches = try Report("swizzle-after-observe", "--caches")
        #expect(!caches.texts("cacheFilled").isEmpty)
        #expect(caches.texts("cacheFlushed").contains("the cache of Person is emptied, and those of its subclasses"))
    }

    @Test("A scenario is a script: --source prints it, and standard input and files are traced as well")
    func scripts() throws {
        let source = try runTool("trace", "set", "--source")
        #expect(source.status == 0)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).script")
        try source.output.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let known = try runTool("trace", "set"), own = try runTool("trace", file.path)
        #expect(own.status == 0)
        #expect(withoutAddresses(known.output).hasSuffix(withoutAddresses(own.output)))
        let piped = try runTool("trace", "-", input: source.output)
        #expect(withoutAddresses(piped.output) == withoutAddresses(own.output))
    }

    @Test("After a method of the script has returned, the line is that of the statement that called it")
    func lines() throws {
        let steps = try Report("dealloc-while-observed").steps
        let place = try #require(steps.firstIndex { $0.kind == "originalReturned" })
        #expect(steps[place].line == 4)
        #expect(steps[..<place].last { $0.kind == "output" }?.line == 1)
    }

    @Test("--only, --line and --no-addresses choose what is printed, and keep the numbers of the steps")
    func filters() throws {
        let isas = try runTool("trace", "first-observation", "--only", "isa,send", "--no-addresses").lines
        let all = try Report("first-observation")
        let wanted = all.steps.filter { ["isaChanged", "send"].contains($0.kind) }
        #expect(isas.filter { $0.contains(#/^ *\d+ /#) }.count == wanted.count)
        #expect(isas.joined().contains("0x…"))
        #expect(!isas.joined().contains(/0x[0-9a-f]/))
        let line = try Report("first-observation", "--line", "5")
        #expect(line.steps.map(\.number) == all.steps.filter { $0.line == 5 }.map(\.number))
        #expect(line.steps.first?.text == "p.age = 42")
        // The inner set is in line 5 of the script, in a method that line 13 calls.
        let nested = try Report("nested", "--line", "13", "--only", "change")
        #expect(nested.steps.filter { $0.kind == "willChange" }.map(\.line) == [13, 5])
        let range = try Report("set", "--line", "6-7", "--only", "statement")
        #expect(range.steps.map(\.line) == [6, 7])
        for bad in ["0", "2-1", "x", "1-2-3", "-"] {
            #expect(try runTool("trace", "set", "--line=\(bad)").status == 64, "\(bad)")
        }
        let unknown = try runTool("trace", "--only", "isas")
        #expect(unknown.status == 64)
        #expect(
            unknown.error.hasPrefix("Error: No kind of step has 'isas' in its name. The words are: abandoned, added,"))
    }

    @Test("A message to super is looked up from the superclass on, whatever class the receiver has")
    func messagesToSuper() throws {
        let script = """
            @class A : NSObject { - (int)hello { return 1 } }
            @class B : A { - (int)hello { return [super hello] + 1 } }
            b = [B new]
            [b hello]

            """
        let result = try runTool("trace", "-", "--json", input: script)
        let report = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
        let sent = report.texts("send").filter { $0.contains("hello") }
        #expect(sent.map { $0.prefix { $0 != "," } } == ["[b hello] finds -[B hello]", "[b hello] finds -[A hello]"])
    }

    @Test("What a scenario does before it is traced is shown without numbers")
    func untraced() throws {
        let lines = try runTool("trace", "set").lines
        #expect(lines.contains("     p = [Person new]"))
        #expect(lines.contains("  1  p.age = 42"))
        #expect(try Report("set").steps.first?.text == "p.age = 42")
    }

    @Test("A pipe is read, and a folder, a binary file and a line that ends in NUL are named for what they are")
    func files() throws {
        #expect(try runTool("trace", "/dev/stdin", input: "print 1\n").output == "  1  print 1\n  2    | 1\n")
        #expect(try runTool("trace", "/").error == "Error: Cannot read '/': Is a directory\n")
        #expect(try runTool("trace", toolPath).error.hasPrefix("Error: '\(toolPath)' is "))
        #expect(
            try runTool("trace", "-", input: "print 1\0\n").error.hasPrefix(
                "standard input:1:8: error: the character U+0000 has no meaning here\n"))
    }

    @Test("--list names all scenarios")
    func list() throws {
        let result = try runTool("trace", "--list")
        expectReadable(result)
        #expect(
            result.lines.filter { !$0.hasPrefix(" ") }.compactMap { $0.split(separator: " ").first.map(String.init) }
                == scenarios)
    }

    @Test("An unknown name gets one line with the nearest one, and status 64")
    func unknownName() throws {
        let result = try runTool("trace", "nestd")
        #expect(result.status == 64)
        #expect(
            result.error == "Error: There is no scenario 'nestd', and no file of that name; did you mean 'nested'?\n")
        #expect(try runTool("trace", "--messages", "--caches").status == 64)
    }

    @Test("A script that cannot be understood gets file, line, column, the line and a caret, and status 64")
    func badScript() throws {
        let result = try runTool("trace", "-", input: "p = nil\n[p removeObserver: printer forKeyPath @\"age\"]\n")
        #expect(result.status == 64)
        let lines = result.error.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines.first?.hasPrefix("standard input:2:28: error: expected ']' to end") == true)
        #expect(lines.dropFirst().first == "[p removeObserver: printer forKeyPath @\"age\"]")
        #expect(lines.last.map(String.init) == String(repeating: " ", count: 27) + "^")
    }

    @Test("What a script raises and does not catch ends it with status 1, behind the steps up to there")
    func raised() throws {
        let result = try runTool("trace", "-", input: "[printer removeObserver: printer forKeyPath: @\"x\"]\nprint 1\n")
        #expect(result.status == 1)
        #expect(result.output.contains("raised: Cannot remove an observer"))
        #expect(!result.output.contains("| 1"))
        #expect(result.error.hasPrefix("standard input:1:1: error: NSRangeException: Cannot remove an observer"))
    }
}

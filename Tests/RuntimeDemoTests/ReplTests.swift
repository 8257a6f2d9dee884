// ReplTests.swift - the command `repl`: lines, commands and completion.
import Foundation
import ObjectiveScript
import Testing
import runtime_demo

private let person = """
    @class Person : NSObject {
        int age; NSString *name;
        - (int)doubled { return self.age * 2 }
    }
    p = [Person new]

    """

@Suite("runtime-demo repl")
struct ReplTests {
    @Test("An inspected object has as many owners as variables hold it, and pages come in the order of the command")
    func ownersOfVariables() throws {
        let result = try runTool(
            "repl",
            input: person + "inspect p\nq = p\ninspect q, [Person new], 3\n")
        let lines = result.lines.filter { $0.hasPrefix("    retain count ") || $0.hasSuffix(" is 3") }
        #expect(lines.count == 4)
        #expect(lines[0].contains(#/retain count  1 +first word 0x100000000: /#))
        #expect(lines[1].contains(#/retain count  2 +first word 0x200000000: /#))
        #expect(lines.last == "3 is 3")
    }

    @Test(":page writes the page of the session, without the statements that have failed")
    func page() throws {
        let path = NSTemporaryDirectory() + "session-\(UUID().uuidString).html"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let lines = ":page \(path)\nprint nobody\np.age = 4; print p.nobody\n:load remove\n:page \(path)\n"
        let result = try runTool("repl", input: person.replacing("Person", with: "Guest") + lines)
        let report = try #require(result.lines.filter { $0.hasPrefix("\(path): ") }.last)
        #expect(report.hasSuffix(" steps. Open it in a browser."))
        let page = try String(contentsOfFile: path, encoding: .utf8)
        #expect(page.contains("@class Guest : NSObject {"))
        #expect(page.contains("\"p.age = 4\""))
        #expect(!page.contains("nobody"))
        #expect(page.contains("removeObserver: printer"))
        let empty = try runTool("repl", input: ":page \(path)\n:page a b\n")
        let sentences =
            "No statement has run yet, so no page is written\n:page needs one name at most: the page to write\n"
        #expect(empty.error == sentences)
    }

    @Test("Piped lines are run without prompts; values are printed, and statements may have several lines")
    func piped() throws {
        let result = try runTool(
            "repl",
            input: person
                + "p.age = 4\np.doubled\n[p addObserver: printer forKeyPath: @\"age\"\noptions: new]\np.age = 5\n")
        #expect(result.error.isEmpty)
        #expect(result.output == "= 8\nprinter is notified: \"age\" of p: new 5\n")
        #expect(result.status == 0)
    }

    @Test("The isa of an object is read by a dot or an arrow, and is not what class returns")
    func isa() throws {
        let result = try runTool(
            "repl",
            input: person + "[p addObserver: printer forKeyPath: @\"age\" options: 0]\np.isa\np->isa\n[p class]\n"
                + "[p class].isa == object_getClass([p class])\np->age\n3.isa\n")
        #expect(result.output == "= NSKVONotifying_Person\n= NSKVONotifying_Person\n= Person\n= YES\n")
        #expect(result.error.contains("'->' reads only isa; '.' sends the message that reads a property"))
        #expect(result.status == 1)
    }

    @Test("exit, quit and help work without a colon, unless a variable has that name", arguments: ["exit", " quit; "])
    func words(_ word: String) throws {
        let result = try runTool("repl", input: "help\n\(word)\nprint 1\n")
        #expect(result.output.contains("Lines that begin with a colon are commands:"))
        #expect(!result.output.hasSuffix("1\n"))
        #expect(result.status == 0)
        #expect(try runTool("repl", input: "exit = 3\nexit\n").output == "= 3\n")
    }

    @Test("Words of Objective-C that the language does not have get a hint")
    func hints() throws {
        let result = try runTool("repl", input: "@interface Foo : NSObject\n@end\n@protocol P\n")
        #expect(result.error.components(separatedBy: "a class is '@class Person : NSObject {").count == 3)
        #expect(result.error.contains("; the language has no protocols"))
    }

    @Test("A statement that fails is complained of with its line; the others are run, and the status is 1")
    func failing() throws {
        let result = try runTool("repl", input: "p = @[@1\n, @2]\nq.age\n[p foo]\n[p count]\n@{\n")
        #expect(result.output == "= 2\n")
        #expect(
            withoutAddresses(result.error) == """
                input:3:1: error: there is no variable or class 'q'
                q.age
                ^
                input:4:1: error: NSInvalidArgumentException: -[NSArray foo]: unrecognized selector sent to instance 0x…
                [p foo]
                ^
                input:6:3: error: expected an expression, but the script ends here
                @{
                  ^

                """)
        #expect(result.status == 1)
    }

    @Test(":trace on shows steps, :trace off does not, :trace messages shows messages")
    func tracing() throws {
        let result = try runTool(
            "repl", input: person + ":trace on\np.age = 1\n:trace off\np.age = 2\n:trace messages\np.age = 3\n")
        let lines = result.lines.map(withoutAddresses)
        #expect(lines.filter { $0.contains("p.age = ") }.count == 2)
        #expect(lines.filter { $0.contains("[p setAge:] finds -[Person setAge:], 0x…, a stub (accessor)") }.count == 2)
    }

    @Test(":inspect, :graph, :variables and :classes show what is there now")
    func looking() throws {
        let result = try runTool(
            "repl",
            input: person
                + "[p addObserver: printer forKeyPath: @\"age\" options: 0]\n:inspect p\n:graph p\n:variables\n:classes\n:inspect Person\n"
        )
        expectReadable(result)
        #expect(result.output.contains("[object class]  Person   <- not the class that isa points to"))
        #expect(
            result.output.contains("p ──isa──► NSKVONotifying_Person ──superclass──► Person ──superclass──► NSObject"))
        #expect(result.lines.contains("Person  : NSObject, and NSKVONotifying_Person"))
        #expect(result.output.contains("Methods of instances"))
    }

    @Test("A category of several lines is one statement, and :graph takes commas as well")
    func categories() throws {
        let result = try runTool(
            "repl", input: person + "@class Person (More) {\n- (int)three { return 3 }\n}\np.three\n:graph p, Person\n")
        #expect(result.error.isEmpty)
        #expect(result.output.hasPrefix("= 3\np ──isa──► Person ──superclass──► NSObject\n"))
    }

    @Test(":help lists the orders, :quit ends, and an unknown order gets the nearest one")
    func orders() throws {
        let help = try runTool("repl", input: ":help\n:quit\n:help\n")
        expectReadable(help)
        for command in ReplCommand.all { #expect(help.lines.contains { $0.hasPrefix("  :\(command.name) ") }) }
        let wrong = try runTool("repl", input: ":trase on\n:trace perhaps\n:inspect\n:load nothing\n")
        #expect(
            wrong.error == """
                There is no ':trase'; did you mean ':trace'?
                :trace needs on, off or messages
                :inspect needs a name, as in :inspect p
                There is no scenario 'nothing', and no file of that name

                """)
        #expect(wrong.status == 1)
    }

    @Test(":load runs a scenario of trace in the same world")
    func loading() throws {
        let result = try runTool("repl", input: ":load nested\np.age\n")
        #expect(result.output.contains("printer is notified: \"title\" of p: new \"grown up\"\n"))
        #expect(result.output.hasSuffix("\n= 18\n"))
    }

    @Test("On a terminal there are a greeting, prompts, and history")
    func terminal() throws {
        let state = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: state) }
        let result = try runProgram(
            "/usr/bin/script", ["-qec", "\(toolPath) repl", "/dev/null"],
            environment: ["XDG_STATE_HOME": state.path, "TERM": "dumb"], input: "1 + 2\n:quit\n")
        #expect(result.status == 0)
        #expect(result.output.contains("Messages to the live runtime. :help lists the commands, :quit leaves."))
        #expect(result.output.contains("> "))
        #expect(result.output.contains("= 3"))
    }

    @Test("Completion knows orders, variables, classes, properties and the parts of selectors")
    func completion() throws {
        let interpreter = try Interpreter(host: SilentHost())
        let script = try Script(parsing: "@class Pupil : NSObject { int age; }\npupil = [Pupil new]", named: "test")
        for statement in script.statements { try interpreter.run(statement) }
        let completion = Completion(interpreter: interpreter)
        func words(_ line: String) -> [String] {
            let start =
                line.utf8.count
                - (line.split(separator: " ", omittingEmptySubsequences: false).last?.utf8.count ?? 0)
            let word = line.utf8.dropFirst(start)
            return completion.words(in: line, at: start).filter { $0.utf8.starts(with: word) }
        }
        #expect(words(":he") == [":help"])
        #expect(words("pup") == ["pupil"])
        #expect(words("x = Pup") == ["Pupil"])
        #expect(words("pupil.a") == ["pupil.age"])
        #expect(words("[pupil setA") == ["setAge:"])
        #expect(words("[pupil addObserver: printer forK") == ["forKeyPath:"])
        #expect(words("[pupil addObserver: printer forKeyPath: @\"age\" opt") == ["options:"])
        #expect(words("[Pupil ne") == ["new"])
    }
}

/// A host that ignores all output.
private final class SilentHost: ScriptHost {
    func willRun(_ statement: Statement) {}
    func didRun(_ statement: Statement) {}
    func write(_ text: String) {}
    func inspect(_ subject: ScriptValue, named: String) {}
    func graph(_ subjects: [(name: String, value: ScriptValue)]) {}

    @Test(":memory shows the bytes of an object, and another isa after it is observed")
    func memory() throws {
        let result = try runTool(
            "repl",
            input: """
                @class Cell : NSObject { int age; }
                p = [Cell new]
                p.age = 258
                :memory p
                [p addObserver: printer forKeyPath: @"age" options: 0]
                :memory p
                [p removeObserver: printer forKeyPath: @"age"]

                """)
        #expect(result.status == 0)
        let isas = result.lines.filter { $0.contains("isa -> ") }
        #expect(isas.count == 2)
        for (line, name) in zip(isas, ["Cell", "NSKVONotifying_Cell"]) {
            let match = try #require(line.firstMatch(of: /^ +0 +((?:[0-9a-f]{2} ?){8}) +isa -> (\w+) 0x([0-9a-f]+)$/))
            #expect(match.2 == name)
            #expect(match.1.split(separator: " ").reversed().joined().drop { $0 == "0" } == match.3)
        }
        #expect(result.lines.filter { $0.contains("02 01 00 00") && $0.contains("_age = 258 (int)") }.count == 2)
        #expect(result.lines.filter { $0.contains("count word: count 1") }.count == 2)
        #expect(try runTool("repl", input: ":memory\n").status == 1)
        let unknown = try runTool("repl", input: ":memory q\n").error
        #expect(unknown == "There is no object 'q'; :variables lists the variables\n")
    }
}

// TruthTests.swift - in each scenario, the page shows after a statement what `inspect` and plain messages return. Both
// are run after each statement, and compared with the page.
import Foundation
import Testing

/// The statements of a script, without those that turn tracing on and off.
private func statements(of source: String) -> [String] {
    var statements: [String] = [], open = ""
    for line in source.split(separator: "\n") where !line.hasPrefix("trace ") {
        open += (open.isEmpty ? "" : "\n") + line
        guard open.count(where: { $0 == "{" }) == open.count(where: { $0 == "}" }) else { continue }
        statements.append(open)
        open = ""
    }
    return statements
}

/// The script of a scenario, with questions about the objects in its variables after each statement.
private func questioned(_ scenario: String) throws -> String {
    let source = try runTool("trace", scenario, "--source").output
    var variables = ["printer"]
    return statements(of: source).map { statement in
        for match in statement.matches(of: #/(?:^|[;{] ?)(\w+) = /#) where !variables.contains(String(match.1)) {
            variables.append(String(match.1))
        }
        let objects = variables.filter { $0 != "setter" && $0 != "e" }
        let questions = objects.map {
            "inspect \($0)\nprint @\"\($0):\", object_getClass(\($0)), [\($0) class], [\($0) retainCount]"
        }
        return statement + "\n" + questions.joined(separator: "\n")
    }.joined(separator: "\n") + "\n"
}

extension RecordedStage.Object {
    /// What `inspect` prints about the object, as far as the page shows it, with one line for each fact.
    fileprivate var facts: [String] {
        var facts = ["class \(answeredClass ?? "?")", "retain count \(retainCount ?? -1)"]
        facts += (ivars ?? []).map { "ivar \($0.name) \(withoutAddresses($0.value))" }
        facts += (registrations ?? []).map { "observes \($0.keyPath)" }
        return ["isa \(isa)"] + facts
    }

    fileprivate func isNamed(_ variable: String) -> Bool { name.components(separatedBy: ", ").contains(variable) }
}

/// The facts of one page of `inspect`.
private func facts(inPage page: Substring) -> [String] {
    page.split(separator: "\n").compactMap { line in
        if let match = line.firstMatch(of: /^    isa +0x\w+ -> (\w+)$/) { return "isa \(match.1)" }
        if let match = line.firstMatch(of: /^    \[object class\] +(\w+)/) { return "class \(match.1)" }
        if let match = line.firstMatch(of: /^    retain count +(\d+)/) { return "retain count \(match.1)" }
        if let match = line.firstMatch(of: /^    \d+ +(\w+) +[^ ]+ +(.+)$/) {
            return "ivar \(match.1) \(withoutAddresses(String(match.2)))"
        }
        if let match = line.firstMatch(of: /observes "([\w.]+)"/) { return "observes \(match.1)" }
        return nil
    }
}

@Suite("The page and the program")
struct TruthTests {
    @Test("After each statement the page shows what inspect and plain messages return", arguments: scenarios)
    func answers(scenario: String) throws {
        let script = try questioned(scenario)
        let stage = try RecordedStage("-", input: script)
        // The pages that inspect prints between the lines of the trace.
        let pages = try runTool("trace", "-", input: script).output.matches(
            of: /(?m)^ {0,2}\d+  inspect (\w+)\n(<[\s\S]*?)(?=^ {0,2}\d+  )/
        ).map { (variable: String($0.1), facts: facts(inPage: $0.2)) }
        let inspections = stage.steps.filter { $0.kind == "statement" && $0.text.hasPrefix("inspect ") }
        #expect(!pages.isEmpty)
        var compared = 0
        for page in pages {
            // Pages are in the order of the steps; a variable without an object has none.
            let step = try #require(inspections.dropFirst(compared).first { $0.text == "inspect \(page.variable)" })
            compared = try #require(inspections.firstIndex { $0.number == step.number }) + 1
            guard let object = step.objects.first(where: { $0.isNamed(page.variable) }) else { continue }
            #expect(object.facts == page.facts, "step \(step.number): \(page.variable)")
        }
        for step in stage.steps where step.kind == "output" {
            guard let match = step.text.wholeMatch(of: /(\w+): (\w+) (\w+) (\d+)/),
                let object = step.objects.first(where: { $0.isNamed(String(match.1)) })
            else { continue }
            #expect([object.isa, object.answeredClass ?? "?"] == [String(match.2), String(match.3)])
            #expect(object.retainCount == Int(match.4), "step \(step.number): \(step.text)")
        }
    }

    @Test("The last step of a statement shows what the next statement finds", arguments: scenarios)
    func statementsEndSettled(scenario: String) throws {
        let steps = try RecordedStage("-", input: questioned(scenario)).steps
        for (step, next) in zip(steps, steps.dropFirst()) where next.kind == "statement" && next.stack.count == 1 {
            #expect(step.objects.map(\.facts) == next.objects.map(\.facts), "step \(step.number): \(step.text)")
            #expect(step.objects.map(\.name) == next.objects.map(\.name), "step \(step.number): \(step.text)")
        }
    }

    @Test("A value that a script stores is shown on the line that stores it, also on the last line")
    func lastLines() throws {
        let script = """
            @class Person : NSObject { int age; Person *friend; }
            p = [Person new]
            p.age = 3
            q = p
            [q setValue: @4 forKey: @"age"]

            """
        let steps = try RecordedStage("-", input: script).steps
        let p = steps.map { step in step.objects.first { $0.isNamed("p") } }
        func place(_ text: String) -> Int? { steps.firstIndex { $0.text == text } }
        let stored = try #require(place("returned: stored 3 in _age"))
        #expect(p[stored]?.ivars?.first?.value == "3")
        #expect(steps[stored].line == 3)
        let shared = try #require(place("done: q = p"))
        #expect(p[shared]?.name == "p, q")
        #expect(p[shared]?.retainCount == 2)
        #expect(steps[shared].line == 4)
        #expect(steps.last?.text == "done: [q setValue: @4 forKey: @\"age\"]")
        #expect(p.last??.ivars?.first?.value == "4")
        #expect(steps.last?.line == 5)
    }

    @Test("A setter that changes nothing, or raises, is not said to have stored a value")
    func nothingStored() throws {
        let script = """
            @class Person : NSObject {
                int age
                - (void)setAge: (int)age { if (age < 0) { @throw [NSException exceptionWithName: @"A" reason: @"b" userInfo: nil] }; _age = age }
            }
            p = [Person new]
            @try { p.age = -1 } @catch (e) { print e }
            p.age = 0
            p.age = 1

            """
        let returned = try runTool("trace", "-", input: script).lines.filter { $0.contains("returned") }
        #expect(returned.count == 1)
        #expect(returned.first?.hasSuffix("    returned: stored 1 in _age") == true)
    }
}

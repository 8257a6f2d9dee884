// RetainCountTests.swift - the page, inspect, :memory and the message retainCount show the same number of owners.
import Foundation
import Testing

private let script = """
    @class Person : NSObject { int age; - (int)owners { return [self retainCount] } }
    p = [Person new]
    print [p retainCount]
    q = p
    print [p retainCount]
    list = @[p]
    print [p retainCount]
    @autoreleasepool {
        [NSArray arrayWithObject: p]
        print [p owners]
    }
    q = nil; list = nil
    print [p owners]

    """

@Suite("Retain counts")
struct RetainCountTests {
    @Test("The page shows, when a script prints a retain count, the number that it prints")
    func page() throws {
        let stage = try RecordedStage("-", input: script)
        let printed = stage.steps.filter { $0.kind == "output" }
        #expect(printed.map(\.text) == ["1", "2", "3", "4", "1"])
        for step in printed {
            #expect(step.objects.first { $0.name.hasPrefix("p") }?.retainCount == Int(step.text))
        }
        // Neither a message to the object nor a method of its own changes the number.
        let last = stage.steps.reversed().prefix { $0.text != "print [p owners]" }
        #expect(last.count == 4)
        #expect(last.allSatisfy { $0.objects.first?.retainCount == 1 })
    }

    @Test("inspect and :memory show the number that the message retainCount returns")
    func inspections() throws {
        let inspected = script.replacing(/print \[p \w+\]/) { "\($0.output); inspect p" }
        let numbers = try runTool("repl", input: inspected).lines.compactMap { line in
            line.firstMatch(of: /^(?:    retain count +)?(\d+)(?:$|  )/).map { String($0.1) }
        }
        #expect(numbers == ["1", "1", "2", "2", "3", "3", "4", "4", "1", "1"])
        let memory = try runTool("repl", input: "p = [NSObject new]; q = p\n[p retainCount]\n:memory p\n")
        #expect(memory.lines.first == "= 2")
        #expect(memory.output.contains("count word: count 2\n"))
    }
}

// StageTests.swift - in every scenario the recording shows what the steps say, and the steps say what happens.
import Foundation
import Testing

private struct Trace: Decodable {
    struct Step: Decodable { let kind, text: String }

    let steps: [Step]

    init(_ arguments: String...) throws {
        self = try JSONDecoder().decode(
            Trace.self, from: Data(try runTool(["trace"] + arguments + ["--json"]).output.utf8))
    }

    var sends: [String] { steps.filter { $0.kind == "send" }.map(\.text) }
}

/// The objects that the text of a step names: variables and addresses. What an exception says may be about the past.
private func objects(in step: RecordedStage.Step) -> [String] {
    if ["statement", "output", "exception", "classAllocated", "classRegistered"].contains(step.kind) { return [] }
    let addresses = step.text.matches(of: /<\w+: (0x[0-9a-f]+)>/).map { String($0.1) }
    let text = step.text.replacing(/<\w+: 0x[0-9a-f]+>/, with: "")
    let patterns = [
        /^\[(\w+) [\w:]+\] finds/, /^(\w+) is notified/, /^(\w+) (?:no longer )?observes/, /" of (\w+)/,
        /^isa of (\w+)/, /lock, (\w+) is registered/,
    ]
    return addresses + patterns.flatMap { pattern in text.matches(of: pattern).map { String($0.1) } }
}

@Suite("The stage of runtime-demo explore")
struct StageTests {
    @Test("The topmost method has a row, and each method and object that a step names is drawn", arguments: scenarios)
    func drawn(scenario: String) throws {
        let stage = try RecordedStage(scenario)
        #expect(!stage.steps.isEmpty)
        for step in stage.steps {
            let named = ["statement", "output", "exception"].contains(step.kind) ? [] : methods(in: step.text)
            for (cls, selector) in named + [step.topmost].compactMap({ $0 }) {
                #expect(step.row(cls, selector) != nil, "step \(step.number): \(cls) \(selector)")
            }
            let drawn = Set(step.objects.flatMap { $0.name.components(separatedBy: ", ") + [$0.address] })
            for object in objects(in: step) {
                #expect(drawn.contains(object), "step \(step.number): \(object)")
            }
            for object in step.objects {
                #expect(step.classes.contains { $0.name == object.isa }, "step \(step.number): \(object.isa)")
            }
        }
    }

    @Test("The look-ups are those of the message trace, and lead to the row with the address", arguments: scenarios)
    func lookups(scenario: String) throws {
        let sends = try Trace(scenario).sends, sent = try Trace(scenario, "--messages").sends
        #expect(!sends.isEmpty)
        #expect(sends.map(withoutAddresses) == sent.map(withoutAddresses))
        for step in try RecordedStage(scenario).steps where step.kind == "send" {
            let lookup = try #require(step.lookup), found = try #require(methods(in: step.text).first)
            #expect(lookup.isFound)
            #expect(lookup.classes.last == found.cls)
            #expect(lookup.classes.first == step.objects.first { $0.address == lookup.receiver }?.isa)
            let row = try #require(step.row(found.cls, found.selector))
            #expect(step.text.contains(row.address))
            let topmost = try #require(step.topmost)
            #expect(topmost.cls == found.cls)
            #expect(topmost.selector == found.selector)
            for missed in lookup.classes.dropLast() { #expect(step.row(missed, found.selector) == nil) }
        }
    }

    @Test("The lit row has the IMP that class_getMethodImplementation returns")
    func implementations() throws {
        let stage = try RecordedStage(
            "-",
            input: """
                @class Person : NSObject { int age; NSString *name; }
                p = [Person new]
                [p addObserver: printer forKeyPath: @"age" options: new]
                print class_getMethodImplementation(object_getClass(p), @selector(setAge:))
                print class_getMethodImplementation(Person, @selector(setAge:))
                print class_getMethodImplementation(object_getClass(p), @selector(setName:))
                [p setValue: @1 forKey: @"age"]
                p.name = @"Ann"

                """)
        let printed = stage.log.prefix(3).map(\.text)
        let kinds = ["overrideEntered", "originalCalled"]
        let called = stage.steps.filter { kinds.contains($0.kind) || $0.text.hasPrefix("[p setName:]") }
        let rows = called.compactMap { step in step.topmost.flatMap { step.row($0.cls, $0.selector)?.address } }
        #expect(rows == printed)
    }

    @Test("A class is drawn from its allocation on, unregistered, and each added method is one more row")
    func classesInTheMaking() throws {
        let steps = try RecordedStage("first-observation").steps
        let kinds = ["classAllocated", "methodAdded", "classRegistered"]
        let notifying = steps.filter { kinds.contains($0.kind) && $0.text.contains("NSKVONotifying_Person") }
        let pictures = notifying.compactMap { step in step.classes.first { $0.name == "NSKVONotifying_Person" } }
        #expect(pictures.map(\.methods.count) == [0, 1, 2, 3, 3, 4])
        #expect(pictures.map(\.isRegistered) == [false, false, false, false, true, true])
        let person = steps.filter { kinds.contains($0.kind) && !$0.text.contains("NSKVONotifying_Person") }
        let rows = person.compactMap { step in step.classes.first { $0.name == "Person" }?.methods.count }
        #expect(rows == [0, 1, 2, 3, 4, 4])
    }

    @Test("A registration is on the object in the step that reports it: the one that changes isa")
    func registrations() throws {
        let steps = try RecordedStage("first-observation").steps
        let counts = steps.map { step in step.objects.first { $0.name == "p" }?.registrations?.count ?? 0 }
        let changes = zip(steps.dropFirst(), zip(counts, counts.dropFirst())).filter { $0.1.0 != $0.1.1 }.map(\.0.text)
        #expect(
            changes == [
                "isa of p: Person -> NSKVONotifying_Person; under the same lock, printer is registered",
                "isa of p: NSKVONotifying_Person -> Person; under the same lock, the last observance is removed",
            ])
        let set = try RecordedStage("two-observers").steps
        let second = try #require(set.first { $0.kind == "observerAdded" })
        #expect(second.objects.first { $0.name == "p" }?.registrations?.count == 2)
    }

    @Test("The bytes of each isa, from right to left, are the address of the class", arguments: scenarios)
    func bytes(scenario: String) throws {
        for step in try RecordedStage(scenario).steps {
            for object in step.objects {
                guard let bytes = object.isaBytes else { continue }
                let digits = bytes.split(separator: " ").reversed().joined().drop { $0 == "0" }
                #expect(step.classes.first { $0.name == object.isa }?.address == "0x\(digits)")
            }
        }
    }

    @Test("A collection in an ivar shows its elements")
    func elements() throws {
        let steps = try RecordedStage("to-many").steps
        let values = steps.compactMap { step in step.objects.first { $0.name == "t" }?.ivars?.first?.value }
        #expect(values.contains { $0.hasSuffix(" (\"Bob\", \"Ann\")") })
        #expect(values.last?.hasSuffix(" (\"Cid\", \"silent\")") == true)
    }

    @Test("Pages are small: 120 KB for the first observation, 1 MB for 2,000 steps", arguments: ["en", "zh"])
    func sizes(_ language: String) throws {
        #expect(try runTool("explore", "--language", language, "--output", "-").output.utf8.count < 120_000)
        let long = try runTool(
            "explore", "-", "--language", language, "--output", "-", "--max-steps", "2000", input: endless)
        #expect(long.error.contains("2000"))
        #expect(long.output.utf8.count < 1_000_000)
    }
}

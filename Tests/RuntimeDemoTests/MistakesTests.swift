// MistakesTests.swift - the command `mistakes`: the exact text of each exception.
import Foundation
import Testing

private struct Accident: Decodable {
    let name, standardError, ending, why, avoid: String
    let program: [String]
    let isAsExpected: Bool
}

private func uncaught(_ name: String, _ reason: String) -> String {
    "*** Terminating app due to uncaught exception '\(name)', reason: '\(reason)'"
}

private let inconsistency = "NSInternalInconsistencyException"
private let leftover =
    "An instance 0x… of class Person was deallocated while key value observers were still registered with it. Current "
    + "observation info: <NSKeyValueObservationInfo 0x…> (\n<NSKeyValueObservance 0x…: Observer: 0x…, Key path: age, "
    + "Options: <New: YES, Old: YES, Prior: NO> Context: 0x0, Property: 0x…>\n)"
private let silently =
    "for the key path \"employer.name\" from <Person 0x…>, most likely because the value for the key \"employer\" has "
    + "changed without an appropriate KVO notification being sent. Check the KVO-compliance of the Person class."
private let selfDependency =
    "Person: A +keyPathsForValuesAffectingValueForKey: message returned a set that includes"

/// The exact texts, in the order of the output.
private let texts: [(name: String, text: String)] = [
    (
        "unknown-key",
        uncaught(
            "NSUnknownKeyException",
            "[<Person 0x…> addObserver:<Watcher 0x…> forKeyPath:@\"shoes.size\" options:0 context:0x0] was sent to an "
                + "object that is not KVC-compliant for the \"shoes\" property.")
    ),
    (
        "unknown-key-initial",
        uncaught(
            "NSUnknownKeyException",
            "[<Person 0x…> addObserver:<Watcher 0x…> forKeyPath:@\"shoeSize\" options:5 context:0x0] was sent to an "
                + "object that is not KVC-compliant for the \"shoeSize\" property.")
    ),
    (
        "collection",
        uncaught(
            "NSInvalidArgumentException",
            "[<NSMutableArray 0x…> addObserver:forKeyPath:options:context:] is not supported. Key path: children")
    ),
    (
        "path-through-collection",
        uncaught(
            "NSInvalidArgumentException",
            "[<NSArray 0x…> addObserver:forKeyPath:options:context:] is not supported. Key path: age")
    ),
    (
        "self-dependency",
        uncaught(
            inconsistency,
            selfDependency + " the same key that was passed in, which is not valid.\nPassed-in key: age\n"
                + "Returned key path set: {(\n    age\n)}")
    ),
    (
        "self-dependency-path",
        uncaught(
            inconsistency,
            selfDependency + " a key path that starts with the same key that was passed in, which is not valid. The "
                + "property identified by the key path already depends on the property identified by the key, never "
                + "vice versa.\nPassed-in key: employer\nReturned key path set: {(\n    \"employer.name\"\n)}")
    ),
    (
        "name-taken",
        "KVO failed to allocate class pair for name NSKVONotifying_Person, automatic key-value observing will not work "
            + "for this class"
    ),
    (
        "not-handled",
        uncaught(
            inconsistency,
            "<Deaf: 0x…>: An -observeValueForKeyPath:ofObject:change:context: message was received but not handled.\n"
                + "Key path: age\nObserved object: <Person: 0x…>\nChange: { kind = 1; new = 1; old = 0; }\nContext: 0x0"
        )
    ),
    ("changed-silently", uncaught(inconsistency, "Cannot update for observer <Watcher 0x…> \(silently)")),
    (
        "not-registered",
        uncaught(
            "NSRangeException",
            "Cannot remove an observer <Watcher 0x…> for the key path \"age\" from <Person 0x…> because it is not "
                + "registered as an observer.")
    ),
    (
        "wrong-context",
        uncaught(
            "NSRangeException",
            "Cannot remove an observer <Watcher 0x…> for the key path \"age\" from <Person 0x…> because it is not "
                + "registered as an observer.")
    ),
    ("changed-silently-removal", uncaught(inconsistency, "Cannot remove an observer <Watcher 0x…> \(silently)")),
    ("deallocated-while-observed", uncaught(inconsistency, leftover)),
    ("deallocated-logged", leftover),
    (
        "observer-died",
        uncaught(
            inconsistency,
            "The observer <Watcher 0x…> of the key path \"age\" of <Person 0x…> was deallocated while it was still "
                + "registered.")
    ),
]

@Suite("runtime-demo mistakes")
struct MistakesTests {
    @Test("Every mistake is made in a child, with the documented text, the program, the reason and the cure")
    func all() throws {
        let result = try runTool("mistakes", "--json")
        #expect(result.status == 0)
        #expect(result.error.isEmpty)
        let accidents = try JSONDecoder().decode([Accident].self, from: Data(result.output.utf8))
        #expect(accidents.map(\.name) == texts.map(\.name))
        for (accident, expected) in zip(accidents, texts) {
            #expect(withoutAddresses(accident.standardError) == expected.text)
            let isException = expected.text.hasPrefix("***")
            #expect(accident.ending == (isException ? "signal 6 (Aborted)" : "exit status 0"), "\(accident.name)")
            #expect(accident.isAsExpected)
            #expect(accident.program.count > 1)
            #expect(!accident.why.isEmpty)
            #expect(!accident.avoid.isEmpty)
        }
    }

    @Test("One of them, as text, word for word")
    func text() throws {
        let result = try runTool("mistakes", "wrong-context")
        expectReadable(result)
        // The line breaks depend on the length of addresses.
        #expect(
            withoutAddresses(result.output).split(whereSeparator: \.isWhitespace).joined(separator: " ") == """
                wrong-context: An observer is removed with another context \
                Person *person = [Person new]; Watcher *watcher = [Watcher new] \
                static void *AgeContext = &AgeContext \
                [person addObserver: watcher forKeyPath: @"age" options: 0 context: AgeContext] \
                [person removeObserver: watcher forKeyPath: @"age" context: NULL] \
                !! *** Terminating app due to uncaught exception 'NSRangeException', reason: 'Cannot remove an \
                observer <Watcher 0x…> for the key path "age" from <Person 0x…> because it is not registered as an \
                observer.' The process ended with signal 6 (Aborted). \
                Why The context is part of the registration and is compared exactly; NULL is a context like others. \
                The text does not say that the same observer and key path are there under another one. \
                Avoid One static pointer for each registration, used for adding, for recognizing, and for removing.
                """)
    }

    @Test("All of them fit 100 columns, and --list names each")
    func list() throws {
        expectReadable(try runTool("mistakes"))
        let list = try runTool("mistakes", "--list")
        expectReadable(list)
        #expect(list.lines.map { $0.prefix { $0 != " " } } == texts.map { Substring($0.name) })
    }

    @Test("A taken name: the setter notifies no observer, and the announced change notifies")
    func nameTaken() throws {
        let result = try runTool("mistakes", "name-taken", "--json")
        let accident = try #require(JSONDecoder().decode([Accident].self, from: Data(result.output.utf8)).first)
        #expect(
            accident.program.filter { $0.hasPrefix("// watcher is notified") } == [
                "// watcher is notified: age was 1, is 2"
            ])
    }

    @Test(
        "Bad input is one line, and exit status 64",
        arguments: [
            (["not-registred"], "There is no mistake 'not-registred'; did you mean 'not-registered'?"),
            (["--list", "collection"], "--list shows all names; leave out 'collection'."),
        ])
    func badInput(arguments: [String], text: String) throws {
        let result = try runTool(["mistakes"] + arguments)
        #expect(result.status == 64)
        #expect(result.error == "Error: \(text)\n")
        #expect(result.output.isEmpty)
    }
}

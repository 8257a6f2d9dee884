// SafeTests.swift - the command `safe`: three crashes, and the same code with SafeObservation.
import Testing

@Suite("runtime-demo safe")
struct SafeTests {
    /// The exact texts of the three crashes.
    private let texts = [
        "leftover":
            "*** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: 'An instance 0x… "
            + "of class Foo was deallocated while key value observers were still registered with it. Current "
            + "observation info: <NSKeyValueObservationInfo 0x…> (\n<NSKeyValueObservance 0x…: Observer: 0x…, Key path: "
            + "count, Options: <New: YES, Old: YES, Prior: NO> Context: 0x0, Property: 0x…>\n)'",
        "removal":
            "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'Cannot remove an observer "
            + "<Bar 0x…> for the key path \"count\" from <Foo 0x…> because it is not registered as an observer.'",
        "unhandled":
            "*** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: '<Bar: 0x…>: An "
            + "-observeValueForKeyPath:ofObject:change:context: message was received but not handled.\n"
            + "Key path: count\nObserved object: <Foo: 0x…>\nChange: { kind = 1; new = 1; old = 0; }\nContext: 0x0'",
    ]

    @Test("Each of three children is ended by the exception, with Apple's text")
    func crashes() throws {
        let result = try runTool("safe", "--json")
        #expect(result.status == 0)
        #expect(result.error.isEmpty)
        let crashes = try result.sections().steps("runtime-demo safe --crash ")
        #expect(crashes.count == 3)
        for crash in crashes {
            let name = String(crash.message.split(separator: " ").last!)
            #expect(crash.texts("standardError") == [texts[name]])
            #expect(crash.happened == ["the child ended by signal 6 (Aborted)"])
            #expect(!crash.texts("message").isEmpty)
        }
    }

    @Test("The same on the safe layer: notified, stopped twice, never stopped, and alive")
    func alive() throws {
        let steps = try #require(try runTool("safe", "--json").sections().last).steps
        #expect(
            steps.map { $0.happened.last?.replacing(/process \d+/, with: "process") } == [
                "isa of foo: Foo -> NSKVONotifying_Foo", "the block of foo is notified: count was 0, is 1",
                "foo has 0 registrations", "foo has 0 registrations", "foo has 1 registration",
                "process is alive; exceptions: 0",
            ])
        #expect(steps.last?.happened.first == "in the whole program: 0 registrations")
    }

    @Test("A child run by hand says what it does, and dies of SIGABRT")
    func child() throws {
        let result = try runTool(
            "safe", "--crash", "removal", environment: ["SWIFT_BACKTRACE": "enable=no"])
        #expect(result.status == 6)
        #expect(result.output.contains("\n[foo removeObserver: bar forKeyPath: @\"count\"]\n"))
        #expect(withoutAddresses(result.error) == texts["removal"]! + "\n")
    }

    @Test("The text is folded at 100 columns")
    func text() throws {
        let result = try runTool("safe")
        expectReadable(result)
        #expect(result.lines.count { $0.hasPrefix("       !! *** Terminating app") } == 3)
    }
}

// TestingHelpersTests.swift - waiting for changes in tests, and the errors if they do not come.
import KVONotifying
import MiniFoundation
import MiniRuntime
import SafeObservation
import SafeObservationTesting
import Testing
import TypedClasses
import XCTest

/// A class for tests of deallocation.
private final class MortalLamp: DeskLamp {}

@Suite("Helpers for tests")
struct TestingHelpersTests {
    private let lamp = DeskLamp.new()
    /// A timeout so long that no test reaches it.
    private let ages = Duration.seconds(600)

    /// Returns the text of the error that `body` throws, without the address of the object.
    private func text(_ body: () async throws -> Void) async -> String {
        do { try await body() } catch { return "\(error)".replacing(#/ of <.*?>/#, with: "") }
        return "nothing"
    }

    @Test("The change that an action makes is returned, whether it comes at once or later, on whichever thread")
    func change() async throws {
        let change = try await expectChange(of: \.level, in: lamp, options: [.old, .new], within: ages) {
            lamp.level = 1
            lamp.level = 2
        }
        #expect((change.oldValue, change.newValue) == (0, 1))
        let later = try await expectChange(of: \.name, in: lamp, within: ages) { Task { lamp.name = "late" } }
        #expect(later.newValue == "late")
        #expect(lamp.object.isUntouched)
    }

    @Test("Other values are passed over until the one comes that is waited for, which may be nil")
    func changeToValue() async throws {
        let third = try await expectChange(of: \.level, in: lamp, to: 3, within: ages) {
            for level in 1...3 { lamp.level = level }
        }
        #expect(third.newValue == 3)
        let change = try await expectChange(of: \.name, in: lamp, to: nil, within: ages) { Task { lamp.name = nil } }
        #expect(change.hasNewValue)
        lamp.room = LampRoom.new()
        try await expectChange(of: \.room.title, in: lamp, to: "attic", within: ages) { lamp.room?.title = "attic" }
    }

    @Test("What did not come is said, with what came instead")
    func nothing() async {
        let (short, lamp) = (Duration.milliseconds(1), lamp)
        await #expect(
            text { try await expectChange(of: \.level, in: lamp, within: short) {} }
                == "'level' did not change within 0.001 seconds")
        await #expect(
            text { try await expectChange(of: \.name, in: lamp, to: "Al", within: short) { lamp.name = "Cy" } }
                == "'name' was not set to Al within 0.001 seconds: it was set to Cy")
        await #expect(
            text { try await expectChange(of: \.level, in: lamp, to: 5, within: short) {} }
                == "'level' was not set to 5 within 0.001 seconds: it did not change")
        #expect(lamp.object.isUntouched)
    }

    @Test("No change is what is expected, or else what came is said at once")
    func noChange() async throws {
        try await expectNoChange(of: \.level, in: lamp, within: .milliseconds(1)) { lamp.name = "other" }
        #expect(
            await text { try await expectNoChange(of: \.level, in: lamp, within: ages) { lamp.level = 7 } }
                == "'level' was not expected to change: it was set to 7")
    }

    @Test("What the action throws is thrown, and a task that is cancelled waits no longer")
    func throwing() async {
        #expect(
            await text { try await expectChange(of: \.level, in: lamp, within: ages) { throw CancellationError() } }
                == "CancellationError()")
        let task = Task { [ages, lamp] in try await expectChange(of: \.level, in: lamp, within: ages) {} }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @MainActor
    @Test("The action runs on the actor of the caller")
    func isolation() async throws {
        var count = 0
        try await expectChange(of: \.level, in: lamp, within: ages) {
            MainActor.assertIsolated()
            count += 1
            lamp.level = count
        }
    }

    @Test("An expectation of XCTest is fulfilled by the value, set later or there already, and keeps no object alive")
    func expectation() async {
        let (later, already) = (
            lamp.expectation(for: \.room.title, expectedValue: "attic"),
            lamp.expectation(for: \.name, expectedValue: "lamp")
        )
        lamp.room = LampRoom.new()
        lamp.room?.title = "attic"
        lamp.room?.title = "hall"
        lamp.room?.title = "attic"
        #expect(await XCTWaiter().fulfillment(of: [later, already], timeout: 600) == .completed)
        let mortal = autoreleasepool { MortalLamp.new().expectation(for: \.level, expectedValue: 3) }
        #expect(MortalLamp.description.runtimeClass.instanceCount == 0)
        #expect(mortal.expectationDescription.hasSuffix("is 3"))
    }
}

import SafeObservation
import SafeObservationTesting
import Support
import Synchronization
import TypedClasses
import XCTest

private final class Firm: ClassDescription {
    let name = Property<String>("Acme")
}
private final class Worker: ClassDescription {
    let firm = Property<Ref<Firm>?>(nil)
    let nickname = Property<String?>(nil)
}

func program16() async throws {
    let worker = Worker.new()

    // For swift-testing: throws and records an issue if no change comes in time.
    let change = try await expectChange(of: \.nickname, in: worker, within: .seconds(1)) {
        Task { worker.nickname = "Bo" }
    }
    let nickname: String? = change.newValue  // one optional
    check(nickname == "Bo", "the change that was waited for is returned")
    try await expectNoChange(of: \.nickname, in: worker, within: .milliseconds(50)) {
        worker.firm = Firm.new()
    }
    do {
        try await expectChange(of: \.nickname, in: worker, to: "Al", within: .milliseconds(50)) {
            worker.nickname = "Cy"
        }
        check(false, "another value is not what was expected")
    } catch {
        check("\(error)".contains("nickname") && "\(error)".contains("Cy"), "the error says what came instead")
    }

    // For XCTest: an expectation like XCTKVOExpectation.
    let expectation = worker.expectation(for: \.firm.name, expectedValue: "Initech")
    worker.firm?.name = "Initech"
    check(await XCTWaiter().fulfillment(of: [expectation], timeout: 60) == .completed, "an expectation for a waiter")

    let told = Mutex<[String?]>([])
    let token = worker.observe(\.nickname, options: [.old, .new]) { _, change in
        let name = change.newValue?.uppercased()  // String?, not String??
        told.withLock { $0.append(name ?? change.oldValue) }
    }
    defer { token.invalidate() }
    worker.nickname = "Di"
    worker.nickname = nil
    check(told.withLock { $0 } == ["DI", "Di"], "new and old values of an optional property are optional once")

    let mine = ObservedChange<String?>(oldValue: "Ed", newValue: nil)
    check(mine.oldValue == "Ed" && mine.newValue == nil, "a change made by hand for the test of a handler")
}

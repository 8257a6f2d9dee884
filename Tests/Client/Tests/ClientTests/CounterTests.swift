// CounterTests.swift - tests of a class that wait for its changes, as the tests of a program do.
import SafeObservation
import SafeObservationTesting
import Testing
import TypedClasses

private final class Counter: ClassDescription {
    let count = Property<Int>(0)
}

@Suite("A counter, tested from another package")
struct CounterTests {
    @Test("A change that comes later is waited for")
    func changes() async throws {
        let counter = Counter.new()
        let change = try await expectChange(of: \.count, in: counter, to: 3, within: .seconds(60)) {
            Task { counter.count = 3 }
        }
        #expect(change.newValue == 3)
    }

    @Test("A change that does not come is an error that names the property")
    func silence() async throws {
        let counter = Counter.new()
        let error = await #expect(throws: ChangeExpectationError.self) {
            try await expectChange(of: \.count, in: counter, within: .milliseconds(1)) {}
        }
        #expect("\(try #require(error))".contains("count"))
    }
}

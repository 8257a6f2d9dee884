// KeyPathExpectation.swift - properties in the expectations of XCTest.
import KVONotifying
import SafeObservation
import TypedClasses
import XCTest

extension Ref {
    /// An expectation that is fulfilled once a property has a value: when it is set to that, or at once if it has it already.
    ///
    ///     let renamed = worker.expectation(for: \.firm.name, expectedValue: "Initech")
    ///     worker.firm?.name = "Initech"
    ///     await fulfillment(of: [renamed], timeout: 1)
    ///
    /// Any thread may set it. XCTest: `XCTKVOExpectation`.
    /// - Parameters:
    ///   - member: a property, or one of another object that is reached through properties.
    ///   - value: what is waited for, by `==`.
    /// - Returns: for `XCTWaiter`, or `fulfillment(of:)`. It observes as long as it lives, and does not keep the object alive.
    public func expectation<P: ReadableProperty>(
        for member: KeyPath<Description, P>, expectedValue value: P.Value
    ) -> XCTestExpectation where P.Value: Equatable {
        let expected = value.unwrapped.map { "\($0)" } ?? "nil"
        let expectation = KeyPathExpectation(
            description: "'\(Self.keyPath(member))' of \(description) is \(expected)")
        expectation.assertForOverFulfill = false
        expectation.observe(self, member) { $0.isSet(to: value) }
        return expectation
    }
}

/// Owns the observation that fulfils it.
private final class KeyPathExpectation: XCTestExpectation, @unchecked Sendable {
    // Sendable: as what it inherits; its own field is set before anybody else has the expectation.
    private var observation: KeyValueObservation?

    func observe<Description, P: ReadableProperty>(
        _ object: Ref<Description>, _ member: KeyPath<Description, P>,
        _ matches: @escaping @Sendable (ObservedChange<P.Value>) -> Bool
    ) {
        observation = object.observe(member, options: [.initial, .new]) { [weak self] _, change in
            if matches(change) { self?.fulfill() }
        }
    }
}

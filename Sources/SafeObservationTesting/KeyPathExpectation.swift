// KeyPathExpectation.swift - XCTest expectations for properties.
import KVONotifying
import SafeObservation
import TypedClasses
import XCTest

extension Ref {
    /// Returns an expectation that is fulfilled when a property is set to a value, or at once if it has the value
    /// already.
    ///
    ///     let renamed = worker.expectation(for: \.firm.name, expectedValue: "Initech")
    ///     worker.firm?.name = "Initech"
    ///     await fulfillment(of: [renamed], timeout: 1)
    ///
    /// Any thread may set the property. XCTest: `XCTKVOExpectation`.
    /// - Parameters:
    ///   - member: a property, or a property of another object that is reached through properties.
    ///   - value: the expected value, compared by `==`.
    /// - Returns: the expectation, for `XCTWaiter` or `fulfillment(of:)`. It observes as long as it lives, and does not
    ///   retain the object.
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

/// An expectation that owns the observation that fulfills it.
private final class KeyPathExpectation: XCTestExpectation, @unchecked Sendable {
    // Sendable: as the superclass; its own field is set before other code has the expectation.
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

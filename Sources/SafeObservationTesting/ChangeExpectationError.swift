// ChangeExpectationError.swift - the error for a change that did not happen as expected.
import SafeObservation

/// The error of ``expectChange(of:in:options:within:isolation:after:)`` and the related functions. If a test does not
/// catch it, swift-testing records it as an issue, and XCTest as a failure.
public struct ChangeExpectationError: Error, Sendable {
    /// The key path of the property.
    public let keyPath: String
    /// The expectation, and the actual changes.
    public let description: String

    init(_ keyPath: String, of owner: String, _ sentence: String) {
        self.keyPath = keyPath
        description = "'\(keyPath)' of \(owner) \(sentence)"
    }
}

extension ChangeExpectationError: CustomStringConvertible {}

extension Waited {
    /// The values that the property was set to, in words.
    var text: String {
        if others.isEmpty { return "it did not change" }
        let values = others.map { $0.newValue.map { "\($0)" } ?? "nil" }
        return "it was set to " + values.joined(separator: ", ")
    }
}

// ChangeExpectationError.swift - why a change was not as expected.
import SafeObservation

/// What ``expectChange(of:in:options:within:isolation:after:)`` and its neighbours throw. swift-testing records it as an issue, and
/// XCTest as a failure, if nobody catches it.
public struct ChangeExpectationError: Error, Sendable {
    /// The key path.
    public let keyPath: String
    /// What was expected, and what came instead.
    public let description: String

    init(_ keyPath: String, of owner: String, _ sentence: String) {
        self.keyPath = keyPath
        description = "'\(keyPath)' of \(owner) \(sentence)"
    }
}

extension ChangeExpectationError: CustomStringConvertible {}

extension Waited {
    /// What came, for the reader.
    var text: String {
        if others.isEmpty { return "it did not change" }
        let values = others.map { $0.newValue.map { "\($0)" } ?? "nil" }
        return "it was set to " + values.joined(separator: ", ")
    }
}

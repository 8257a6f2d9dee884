// ExpectChange.swift - waits for changes in tests.
import KVONotifying
import MiniRuntime
import SafeObservation
import TypedClasses

/// Waits until a property changes.
///
///     let change = try await expectChange(of: \.nickname, in: worker) {
///         worker.startWorking()
///     }
///     #expect(change.newValue == "Bo")
///
/// Changes are observed from before `action` until the first change or the timeout; nothing is polled. Runs on the
/// caller's actor. XCTest: `XCTKVOExpectation` without a value.
/// - Parameters:
///   - member: a property, or a property of another object that is reached through properties.
///   - object: retained until the function returns.
///   - options: the values that the change contains.
///   - timeout: the longest time to wait after `action` returns, by the continuous clock.
///   - isolation: the caller's actor.
///   - action: changes the property, or starts code that does.
/// - Returns: the first change.
///
/// Throws ``ChangeExpectationError`` if the property does not change in time, an error that `action` throws, and
/// `CancellationError` if the task is cancelled.
@discardableResult
public func expectChange<Description, P: ReadableProperty>(
    of member: KeyPath<Description, P>, in object: Ref<Description>, options: KeyValueObservingOptions = [.new],
    within timeout: Duration = .seconds(1), isolation: isolated (any Actor)? = #isolation,
    after action: () async throws -> Void
) async throws -> ObservedChange<P.Value> {
    let changes = object.changes(of: member, options: options)
    try await action()
    let waited = await wait(for: changes, within: timeout) { _ in true }
    if let change = waited.found { return change }
    throw try object.failure(member, "did not change within \(timeout)")
}

/// Waits until a property is set to a value.
///
/// As ``expectChange(of:in:options:within:isolation:after:)``, but ignores changes to values that are not equal to
/// `value` by `==`. XCTest: `XCTKVOExpectation`.
/// - Returns: the change that set the value.
///
/// Throws ``ChangeExpectationError``, which lists the other values, if the property is not set to `value` in time.
@discardableResult
public func expectChange<Description, P: ReadableProperty>(
    of member: KeyPath<Description, P>, in object: Ref<Description>, to value: P.Value,
    options: KeyValueObservingOptions = [.new], within timeout: Duration = .seconds(1),
    isolation: isolated (any Actor)? = #isolation, after action: () async throws -> Void
) async throws -> ObservedChange<P.Value> where P.Value: Equatable {
    let changes = object.changes(of: member, options: options.union(.new))
    try await action()
    let waited = await wait(for: changes, within: timeout) { $0.isSet(to: value) }
    if let change = waited.found { return change }
    let expected = value.unwrapped.map { "\($0)" } ?? "nil"
    throw try object.failure(member, "was not set to \(expected) within \(timeout): \(waited.text)")
}

/// Waits for the whole timeout, and expects that a property does not change.
///
/// As ``expectChange(of:in:options:within:isolation:after:)``. Throws ``ChangeExpectationError`` as soon as the
/// property changes.
public func expectNoChange<Description, P: ReadableProperty>(
    of member: KeyPath<Description, P>, in object: Ref<Description>, within timeout: Duration,
    isolation: isolated (any Actor)? = #isolation, after action: () async throws -> Void
) async throws {
    let changes = object.changes(of: member)
    try await action()
    var waited = await wait(for: changes, within: timeout) { _ in true }
    guard let change = waited.found else { return try Task.checkCancellation() }
    waited.others.append(change)
    throw try object.failure(member, "was not expected to change: \(waited.text)")
}

extension Ref {
    /// Returns the error to throw. Throws `CancellationError` instead if the task was cancelled.
    fileprivate func failure<P: ReadableProperty>(
        _ member: KeyPath<Description, P>, _ sentence: String
    ) throws -> ChangeExpectationError {
        try Task.checkCancellation()
        return ChangeExpectationError(Self.keyPath(member), of: description, sentence)
    }
}

extension ObservedChange {
    /// Whether the change set the property to this value.
    func isSet(to value: Value) -> Bool {
        guard hasNewValue, !isPrior else { return false }
        guard let new = newValue, let value = value.unwrapped else {
            return newValue == nil && value.unwrapped == nil
        }
        return areEqual(new, value)
    }
}

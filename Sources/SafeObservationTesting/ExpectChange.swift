// ExpectChange.swift - waiting for changes in tests.
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
/// Changes are watched from before `action` until one comes or the time is over; nothing is polled. Runs on the caller's actor.
/// XCTest: `XCTKVOExpectation`, without a value.
/// - Parameters:
///   - member: a property, or one of another object that is reached through properties.
///   - object: kept alive meanwhile.
///   - options: which values the change holds.
///   - timeout: how long is waited at most after `action`, by the continuous clock.
///   - isolation: the caller's actor.
///   - action: what makes the property change, or begins to.
/// - Returns: the first change.
///
/// Throws ``ChangeExpectationError`` if none comes in time; what `action` throws; `CancellationError` if the task is cancelled.
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
/// As ``expectChange(of:in:options:within:isolation:after:)``; changes to values that are not equal to `value`, by `==`, are
/// passed over. XCTest: `XCTKVOExpectation`.
/// - Returns: the change that set it.
///
/// Throws ``ChangeExpectationError``, which says what came instead.
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

/// Waits as long as is said, and expects that a property does not change meanwhile.
///
/// As ``expectChange(of:in:options:within:isolation:after:)``. Throws ``ChangeExpectationError`` as soon as it changes.
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
    /// What is thrown; throws that itself if the task was cancelled.
    fileprivate func failure<P: ReadableProperty>(
        _ member: KeyPath<Description, P>, _ sentence: String
    ) throws -> ChangeExpectationError {
        try Task.checkCancellation()
        return ChangeExpectationError(Self.keyPath(member), of: description, sentence)
    }
}

extension ObservedChange {
    /// Whether the property has this value now.
    func isSet(to value: Value) -> Bool {
        guard hasNewValue, !isPrior else { return false }
        guard let new = newValue, let value = value.unwrapped else {
            return newValue == nil && value.unwrapped == nil
        }
        return areEqual(new, value)
    }
}

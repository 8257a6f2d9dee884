// Waiting.swift - waits for a change or a timeout, whichever comes first.
import MiniRuntime
import SafeObservation
import TypedClasses

/// The result of waiting for a change.
struct Waited<Value: PropertyValue>: Sendable {
    /// The change that matches; nil if there was none.
    var found: ObservedChange<Value>?
    /// The changes before it.
    var others: [ObservedChange<Value>] = []
}

/// Waits for a change for which `matches` returns true. Also ends when the sequence ends, or after `timeout`.
///
/// One task awaits the changes, and another sleeps for the timeout. The first that ends cancels the other.
func wait<Value>(
    for changes: ObservedChanges<Value>, within timeout: Duration, isolation: isolated (any Actor)? = #isolation,
    until matches: @escaping @Sendable (ObservedChange<Value>) -> Bool
) async -> Waited<Value> {
    await withTaskGroup(of: Waited<Value>?.self) { group in
        group.addTask {
            var waited = Waited<Value>()
            for await change in changes {
                if matches(change) {
                    waited.found = change
                    break
                }
                waited.others.append(change)
            }
            return waited
        }
        group.addTask {
            try? await ContinuousClock().sleep(for: timeout)
            return nil
        }
        var result = Waited<Value>()
        while let ended = await group.next() {
            if let ended { result = ended }
            group.cancelAll()
        }
        return result
    }
}

/// Whether two values are equal by `==`; false if their type is not Equatable.
func areEqual(_ a: some Sendable, _ b: some Sendable) -> Bool {
    func isEqual<Value: Equatable>(_ a: Value) -> Bool { a == b as? Value }
    guard let a = a as? any Equatable else { return false }
    return isEqual(a)
}

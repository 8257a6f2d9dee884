// Waiting.swift - the race between changes and a clock.
import MiniRuntime
import SafeObservation
import TypedClasses

/// What came while somebody waited.
struct Waited<Value: PropertyValue>: Sendable {
    /// The change that was waited for.
    var found: ObservedChange<Value>?
    /// Those before it.
    var others: [ObservedChange<Value>] = []
}

/// Waits for a change that `matches` says yes to: until it comes, no other one can come, or the time is over.
///
/// The clock is a task that sleeps once, as long as the time is; the changes are awaited. Whichever comes first ends the other.
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

/// Whether two values are equal, of a type that says what that means; others never are.
func areEqual(_ a: some Sendable, _ b: some Sendable) -> Bool {
    func isEqual<Value: Equatable>(_ a: Value) -> Bool { a == b as? Value }
    guard let a = a as? any Equatable else { return false }
    return isEqual(a)
}

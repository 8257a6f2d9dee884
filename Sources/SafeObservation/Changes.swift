// Changes.swift - the changes of a property as an asynchronous sequence.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TypedClasses

extension Ref {
    /// Returns the changes of a property from now on, for `for await`.
    ///
    ///     for await change in person.changes(of: \.age) { print(change.newValue ?? 0) }
    ///
    /// The sequence ends when the object dies, when the task that awaits it is cancelled, or when the sequence is
    /// dropped. Changes that were buffered when the object died are still delivered; ``ObservedChanges/termination`` is
    /// the reason of the end. The object is not retained. A change contains the values at the time of the change, which
    /// the object may no longer have when the change is received.
    /// - Parameters:
    ///   - member: a property, or a property of another object that is reached through properties.
    ///   - options: the values that a change contains, and whether the sequence also has an element for the initial
    ///     notification, and for the notification before each change.
    ///   - skipsEqualValues: whether changes are left out whose old and new values are equal.
    ///   - bufferingPolicy: how many changes are kept until they are awaited. The default is all; `.bufferingNewest(1)`
    ///     keeps only the last.
    /// - Returns: the sequence, which is the only owner of the observation.
    @inlinable public func changes<P: ReadableProperty>(
        of member: KeyPath<Description, P>, options: KeyValueObservingOptions = [.new], skipsEqualValues: Bool = false,
        bufferingPolicy: AsyncStream<ObservedChange<P.Value>>.Continuation.BufferingPolicy = .unbounded
    ) -> ObservedChanges<P.Value> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: ObservedChange<P.Value>.self, bufferingPolicy: bufferingPolicy)
        let ending = Ending()
        let end = NearEnd(continuation, ending)
        let observation = observe(member, options: options, skipsEqualValues: skipsEqualValues) {
            _, change in
            end.continuation.yield(change)
        }
        continuation.onTermination = { _ in
            ending.settle(.cancelled)
            observation.invalidate()
        }
        // If observing never began, the end was not caused by a death.
        withExtendedLifetime(end) { if !observation.isValid { ending.settle(.cancelled) } }
        return ObservedChanges(stream, ending)
    }
}

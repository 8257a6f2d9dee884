// Changes.swift - changes as an asynchronous sequence.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TypedClasses

extension Ref {
    /// The changes of a property from now on, to be awaited.
    ///
    ///     for await change in person.changes(of: \.age) { print(change.newValue ?? 0) }
    ///
    /// Ends when the object dies, when the task that awaits it is cancelled, or when the sequence is dropped; changes
    /// that were buffered when the object died still come, and ``ObservedChanges/termination`` says which it was. The
    /// object is not retained. A change holds the values that it had when it happened: whoever awaits it sees them later.
    /// - Parameters:
    ///   - member: a property, or one of another object that is reached through properties.
    ///   - options: which values a change holds, and whether there is one at once and before changes as well.
    ///   - skipsEqualValues: leaves out changes whose old and new values are equal.
    ///   - bufferingPolicy: what happens to changes that nobody has awaited yet. All are kept by default;
    ///     `.bufferingNewest(1)` keeps the last word only.
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
        // If it never began, nobody died.
        withExtendedLifetime(end) { if !observation.isValid { ending.settle(.cancelled) } }
        return ObservedChanges(stream, ending)
    }
}

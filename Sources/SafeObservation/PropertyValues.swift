// PropertyValues.swift - the values of a property as an asynchronous sequence.
import KVONotifying
import MiniRuntime
import TypedClasses

extension Ref {
    /// Returns the present value of a property and each later one, for `for await`.
    ///
    ///     for await age in person.values(of: \.age) { label.text = "\(age)" }
    ///
    /// For a collection whose elements change, each value is the whole collection. Ends as
    /// ``changes(of:options:skipsEqualValues:bufferingPolicy:)`` does: with the object, the task or the sequence. The
    /// object is not retained. Each value is the one at the time of its change. Combine: `$age.values`.
    /// - Parameters:
    ///   - member: a property, or a property of another object that is reached through properties.
    ///   - skipsEqualValues: whether changes are left out whose old and new values are equal.
    ///   - bufferingPolicy: how many values are kept until they are awaited. The default is all; `.bufferingNewest(1)`
    ///     keeps only the last.
    /// - Returns: the sequence, which is the only owner of the observation. A getter that throws now ends the process
    ///   unless a `try` send on this thread can catch it.
    public func values<P: ReadableProperty>(
        of member: KeyPath<Description, P>, skipsEqualValues: Bool = false,
        bufferingPolicy: AsyncStream<P.Value>.Continuation.BufferingPolicy = .unbounded
    ) -> AsyncStream<P.Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: P.Value.self, bufferingPolicy: bufferingPolicy)
        let end = NearEnd(continuation, Ending())
        nonisolated(unsafe) let member = member  // a key path is immutable
        let observation = observe(unsafe member, options: .upToDate, skipsEqualValues: skipsEqualValues) {
            object, change in
            // A change of elements contains only these.
            let whole = change.kind == .setting ? change.new : nil
            end.continuation.yield(try whole ?? object.get(unsafe member))
        }
        continuation.onTermination = { _ in observation.invalidate() }
        return stream
    }
}

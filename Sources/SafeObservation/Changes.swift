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
    /// that were buffered when the object died still come. The object is not retained. A change holds the values that
    /// it had when it happened: whoever awaits it sees them later.
    /// - Parameters:
    ///   - member: a property, or one of another object that is reached through properties.
    ///   - options: which values a change holds, and whether there is one at once and before changes as well.
    ///   - skipsEqualValues: leaves out changes whose old and new values are equal.
    ///   - bufferingPolicy: what happens to changes that nobody has awaited yet. All are kept by default;
    ///     `.bufferingNewest(1)` keeps the last word only.
    public func changes<P: ReadableProperty>(
        of member: KeyPath<Description, P>, options: KeyValueObservingOptions = [.new], skipsEqualValues: Bool = false,
        bufferingPolicy: AsyncStream<ObservedChange<P.Value>>.Continuation.BufferingPolicy = .unbounded
    ) -> AsyncStream<ObservedChange<P.Value>> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: ObservedChange<P.Value>.self, bufferingPolicy: bufferingPolicy)
        let source = Source(continuation)
        let observation = observe(member, options: options, skipsEqualValues: skipsEqualValues) { _, change in
            source.continuation.yield(change)
        }
        continuation.onTermination = { _ in observation.invalidate() }
        return stream
    }
}

/// The near end of a sequence: only the handler owns it, and the handler goes with the observed object.
private final class Source<Element: Sendable>: Sendable {
    let continuation: AsyncStream<Element>.Continuation

    init(_ continuation: AsyncStream<Element>.Continuation) {
        self.continuation = continuation
    }

    deinit {
        continuation.finish()
    }
}

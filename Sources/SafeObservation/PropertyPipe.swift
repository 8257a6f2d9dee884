// PropertyPipe.swift - transforms the values of a property on their way to another property or a closure.
//
//      source ──► filter ──► map ──► removeDuplicates ──► after ──► property of a subscriber, or closure of a sink
//
// A pipe only describes the stages: values move once the pipe leads to a property or a closure, its end. When a source
// changes, the end pulls: each stage calls the stage before it, up to the source. A stage that keeps state keeps it per
// end.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TypedClasses

/// The sources of values, and the stages that transform them.
///
///     try person.pipe(\.name).filter { !$0.isEmpty }.map { $0.count }.into(label, \.length)
///     let sink = person.pipe(\.age).removeDuplicates().sink { print($0) }
///
/// The closures run on the thread that changes a source, with no lock held. Any thread. Combine: a publisher.
/// YJSafeKVO: `piped:`, `taken:`, `convert:`, `after:` and `flooded:reduce:`.
public struct PropertyPipe<Value: Sendable>: Sendable {
    /// The properties that the values come from.
    let sources: [PipeSource]
    /// Returns a function that pulls values, with its own state, for one end of the pipe.
    let follow: @Sendable () -> Pull

    /// A function that returns the next value. A structure, because the compiler cannot capture a pack of closures of
    /// several types.
    struct Pull: Sendable {
        /// Returns nil if there is no value: it was filtered out, a source is dead, or it is not new. Never called by
        /// two threads at the same time.
        let next: @Sendable (PipeQuestion) throws -> Flow?

        init(_ next: @escaping @Sendable (PipeQuestion) throws -> Flow?) {
            self.next = next
        }

        func callAsFunction(_ question: PipeQuestion) throws -> Flow? { try next(question) }
    }

    /// A value, and the functions to call when it has arrived.
    struct Flow {
        let value: Value
        /// Whether the value depends on the source that changed, and is not a duplicate.
        var isNews: Bool
        var arrivals: [() -> Void] = []

        func with<Other>(_ value: Other) -> PropertyPipe<Other>.Flow {
            PropertyPipe<Other>.Flow(value: value, isNews: isNews, arrivals: arrivals)
        }
    }

    /// Passes only the values for which `isIncluded` returns true. Combine: `filter`.
    public func filter(_ isIncluded: @escaping @Sendable (Value) -> Bool) -> PropertyPipe {
        PropertyPipe(sources: sources) { [follow] in
            let pull = follow()
            return .init { try pull($0).flatMap { isIncluded($0.value) ? $0 : nil } }
        }
    }

    /// Replaces each value by the return value of `transform`. Combine: `map`.
    public func map<Other>(_ transform: @escaping @Sendable (Value) -> Other) -> PropertyPipe<Other> {
        PropertyPipe<Other>(sources: sources) { [follow] in
            let pull = follow()
            return .init { try pull($0).map { $0.with(transform($0.value)) } }
        }
    }

    /// Replaces each value by the return value of `transform`, and drops it if that is nil. Combine: `compactMap`.
    public func compactMap<Other>(_ transform: @escaping @Sendable (Value) -> Other?) -> PropertyPipe<Other> {
        PropertyPipe<Other>(sources: sources) { [follow] in
            let pull = follow()
            return .init { try pull($0).flatMap { flow in transform(flow.value).map { flow.with($0) } } }
        }
    }

    /// Drops each value that is the same as the previous one. Each sink and each binding of the pipe remembers its
    /// previous value, and owns it. Combine: `removeDuplicates(by:)`.
    /// - Parameter areEqual: returns whether two values are the same.
    public func removeDuplicates(by areEqual: @escaping @Sendable (Value, Value) -> Bool) -> PropertyPipe {
        PropertyPipe(sources: sources) { [follow] in
            let pull = follow()
            let last = Locked<Last?>(nil)
            return .init { question in
                guard var flow = try pull(question) else { return nil }
                if flow.isNews {
                    flow.isNews = last.read { copy $0 }.map { !areEqual($0.value, flow.value) } ?? true
                    if flow.isNews { last.exchange(Last(value: flow.value)) }
                }
                return flow.isNews || question.wantsAll ? flow : nil
            }
        }
    }

    /// A structure, because a `Locked` requires a type that declares `Lockable`.
    private struct Last: Lockable {
        let value: Value
    }

    /// Calls `action` with each value of this stage after the property at the end has been set, or the sink's closure
    /// has returned.
    public func after(_ action: @escaping @Sendable (Value) -> Void) -> PropertyPipe {
        PropertyPipe(sources: sources) { [follow] in
            let pull = follow()
            return .init { question in
                guard var flow = try pull(question) else { return nil }
                flow.arrivals.append { [value = flow.value] in action(value) }
                return flow
            }
        }
    }

    /// Combines several values into one, whenever one of them changes. There is no value while one of them has none.
    /// Combine: `combineLatest`, and a `map`.
    /// - Parameters:
    ///   - parts: the pipes of the values.
    ///   - reduce: returns the combined value.
    public static func combine<each Part>(
        _ parts: repeat PropertyPipe<each Part>, reduce: @escaping @Sendable (repeat each Part) -> Value
    ) -> PropertyPipe {
        var sources: [PipeSource] = []
        repeat sources += (each parts).sources
        return PropertyPipe(sources: sources) { pulling(repeat (each parts).follow(), reduce: reduce) }
    }

    private static func pulling<each Part>(
        _ pulls: repeat PropertyPipe<each Part>.Pull, reduce: @escaping @Sendable (repeat each Part) -> Value
    ) -> Pull {
        Pull { question in
            var (arrivals, isNews): ([() -> Void], Bool) = ([], false)
            // The combined value also needs the parts that have not changed.
            let wantsAll = question.wantsAll
            let question = PipeQuestion(changed: question.changed, wantsAll: true)
            do {
                let value = try reduce(repeat PropertyPipe<each Part>.take(each pulls, question, &arrivals, &isNews))
                return isNews || wantsAll ? Flow(value: value, isNews: isNews, arrivals: arrivals) : nil
            } catch is MissingValue {
                return nil
            }
        }
    }

    private static func take(
        _ pull: Pull, _ question: PipeQuestion, _ arrivals: inout [() -> Void], _ isNews: inout Bool
    ) throws -> Value {
        guard let flow = try pull(question) else { throw MissingValue() }
        arrivals += flow.arrivals
        if flow.isNews { isNews = true }
        return flow.value
    }
}

extension PropertyPipe where Value: Equatable {
    /// Drops each value that equals the previous one. As ``removeDuplicates(by:)``. Combine: `removeDuplicates`.
    public func removeDuplicates() -> PropertyPipe { removeDuplicates { $0 == $1 } }
}

/// An error that is thrown while values are combined, if a part has no value.
private struct MissingValue: Error {}

/// A property that values come from. Its object is not retained.
struct PipeSource: Sendable, Identifiable {
    let object: WeakReference
    let keyPath: String

    init(_ object: Object, _ keyPath: String) {
        self.object = WeakReference(object)
        self.keyPath = keyPath
    }

    /// Unique among all sources.
    var id: ObjectIdentifier { ObjectIdentifier(object) }
}

/// The argument with which the end of a pipe pulls a value.
struct PipeQuestion {
    /// The source that changed; nil if all sources count as changed.
    let changed: PipeSource.ID?
    /// Whether values are wanted that are not new.
    var wantsAll = false

    func concerns(_ source: PipeSource) -> Bool { changed == nil || changed == source.id }
}

extension Ref {
    /// Returns a pipe that begins at a property of this object. The object is not retained. Combine: `publisher(for:)`.
    public func pipe<P: ReadableProperty>(_ member: KeyPath<Description, P>) -> PropertyPipe<P.Value> {
        let source = PipeSource(object, Self.keyPath(member))
        nonisolated(unsafe) let member = member  // a key path is immutable
        return PropertyPipe<P.Value>(sources: [source]) {
            PropertyPipe<P.Value>.Pull { question in
                guard let object = source.object.object.flatMap({ Ref($0) }) else { return nil }
                return PropertyPipe<P.Value>.Flow(
                    value: try object.get(unsafe member), isNews: question.concerns(source))
            }
        }
    }
}

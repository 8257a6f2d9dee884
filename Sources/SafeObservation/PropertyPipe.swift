// PropertyPipe.swift - values on their way from one property to another, or to a closure.
//
//      source ──► filter ──► map ──► removeDuplicates ──► after ──► property of the subscriber, or sink
//
// A pipe is only a description: values flow when it is led somewhere. They are pulled: when a source changes, whoever is at
// the end asks what is before it, and so on to the property. What a stage remembers, it remembers for that one.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TypedClasses

/// Where values come from, and what happens to them on the way.
///
///     try person.pipe(\.name).filter { !$0.isEmpty }.map { $0.count }.into(label, \.length)
///     let sink = person.pipe(\.age).removeDuplicates().sink { print($0) }
///
/// The closures run on the thread that changes a source, with no lock held. Any thread. Combine: a publisher. After YJSafeKVO's
/// `piped:`, `taken:`, `convert:`, `after:` and `flooded:reduce:`.
public struct PropertyPipe<Value: Sendable>: Sendable {
    /// What the values come from.
    let sources: [PipeSource]
    /// Begins to pull, for one who wants the values.
    let follow: @Sendable () -> Pull

    /// Asks for what comes. A structure, for a list of closures of several types is more than the compiler can capture.
    struct Pull: Sendable {
        /// nil if nothing comes: it is filtered out, a source is dead, or it is no news. Not called by two threads at once.
        let next: @Sendable (PipeQuestion) throws -> Flow?

        init(_ next: @escaping @Sendable (PipeQuestion) throws -> Flow?) {
            self.next = next
        }

        func callAsFunction(_ question: PipeQuestion) throws -> Flow? { try next(question) }
    }

    /// A value, and what is to be done once it has arrived.
    struct Flow {
        let value: Value
        /// false if what it is made of has not changed.
        var isNews: Bool
        var arrivals: [() -> Void] = []

        func with<Other>(_ value: Other) -> PropertyPipe<Other>.Flow {
            PropertyPipe<Other>.Flow(value: value, isNews: isNews, arrivals: arrivals)
        }
    }

    /// Only the values that `isIncluded` says yes to. Combine: `filter`.
    public func filter(_ isIncluded: @escaping @Sendable (Value) -> Bool) -> PropertyPipe {
        PropertyPipe(sources: sources) { [follow] in
            let pull = follow()
            return .init { try pull($0).flatMap { isIncluded($0.value) ? $0 : nil } }
        }
    }

    /// Each value as something else. Combine: `map`.
    public func map<Other>(_ transform: @escaping @Sendable (Value) -> Other) -> PropertyPipe<Other> {
        PropertyPipe<Other>(sources: sources) { [follow] in
            let pull = follow()
            return .init { try pull($0).map { $0.with(transform($0.value)) } }
        }
    }

    /// Each value as something else, without those for which that is nil. Combine: `compactMap`.
    public func compactMap<Other>(_ transform: @escaping @Sendable (Value) -> Other?) -> PropertyPipe<Other> {
        PropertyPipe<Other>(sources: sources) { [follow] in
            let pull = follow()
            return .init { try pull($0).flatMap { flow in transform(flow.value).map { flow.with($0) } } }
        }
    }

    /// Leaves out each value that is as the one before it. What was before is remembered for each sink and each binding that the
    /// pipe is led to, which own the value as long as they last. Combine: `removeDuplicates(by:)`.
    /// - Parameter areEqual: whether two values are the same.
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

    /// A structure, as a lock guards none but what says so.
    private struct Last: Lockable {
        let value: Value
    }

    /// Calls `action` with each value of here once the property at the end has been set, or the sink has been called.
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

    /// One value out of several: flows when any of them does. Combine: `combineLatest`, and a `map`.
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
            // What has not changed is a part of the whole as well.
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
    /// Leaves out each value that equals the one before it. As ``removeDuplicates(by:)``. Combine: `removeDuplicates`.
    public func removeDuplicates() -> PropertyPipe { removeDuplicates { $0 == $1 } }
}

/// A part of several has no value now: then the whole has none.
private struct MissingValue: Error {}

/// A property that values come from. Its object is not retained.
struct PipeSource: Sendable, Identifiable {
    let object: WeakReference
    let keyPath: String

    init(_ object: Object, _ keyPath: String) {
        self.object = WeakReference(object)
        self.keyPath = keyPath
    }

    /// Tells it from all others.
    var id: ObjectIdentifier { ObjectIdentifier(object) }
}

/// What the end of a pipe asks.
struct PipeQuestion {
    /// The source that has changed; nil if any may have.
    let changed: PipeSource.ID?
    /// Whether what is no news is wanted as well.
    var wantsAll = false

    func concerns(_ source: PipeSource) -> Bool { changed == nil || changed == source.id }
}

extension Ref {
    /// A pipe that begins with a property of this object. The object is not retained. Combine: `publisher(for:)`.
    public func pipe<P: ReadableProperty>(_ member: KeyPath<Description, P>) -> PropertyPipe<P.Value> {
        let source = PipeSource(object, Self.keyPath(member))
        nonisolated(unsafe) let member = member  // a key path never changes
        return PropertyPipe<P.Value>(sources: [source]) {
            PropertyPipe<P.Value>.Pull { question in
                guard let object = source.object.object.flatMap({ Ref($0) }) else { return nil }
                return PropertyPipe<P.Value>.Flow(value: try object.get(member), isNews: question.concerns(source))
            }
        }
    }
}

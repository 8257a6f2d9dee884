// Pipe.swift - values on their way from one property to another.
//
//      source ──► filter ──► convert ──► after ──► property of the subscriber
//
// A pipe is only a description: values flow when it is led into a property.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TypedClasses

/// Where values come from, and what happens to them on the way.
///
///     person.pipe(\.name).filter { !$0.isEmpty }.convert { $0.count }.into(label, \.length)
///
/// After YJSafeKVO's `piped:`, `taken:`, `convert:`, `after:` and `flooded:reduce:`.
public struct Pipe<Value: Sendable>: Sendable {
    /// What the values come from.
    let sources: [PipeSource]
    /// The value now; nil if it is filtered out, or a source is dead.
    let current: @Sendable () throws -> Flow?

    /// A value, and what is to be done once it has arrived.
    struct Flow {
        let value: Value
        var arrivals: [() -> Void] = []
    }

    /// Only the values that `isIncluded` says yes to.
    public func filter(_ isIncluded: @escaping @Sendable (Value) -> Bool) -> Pipe {
        Pipe(sources: sources) { [current] in try current().flatMap { isIncluded($0.value) ? $0 : nil } }
    }

    /// Each value as something else.
    public func convert<Other>(_ transform: @escaping @Sendable (Value) -> Other) -> Pipe<Other> {
        Pipe<Other>(sources: sources) { [current] in
            try current().map { Pipe<Other>.Flow(value: transform($0.value), arrivals: $0.arrivals) }
        }
    }

    /// Calls `action` with each value of here once the property at the end has been set.
    public func after(_ action: @escaping @Sendable (Value) -> Void) -> Pipe {
        Pipe(sources: sources) { [current] in
            try current().map { flow in
                Flow(value: flow.value, arrivals: flow.arrivals + [{ action(flow.value) }])
            }
        }
    }

    /// One value out of several: flows when any of them does.
    public static func combine<each Part>(
        _ parts: repeat Pipe<each Part>, reduce: @escaping @Sendable (repeat each Part) -> Value
    ) -> Pipe {
        var sources: [PipeSource] = []
        repeat sources += (each parts).sources
        return Pipe(sources: sources) {
            var arrivals: [() -> Void] = []
            do {
                let value = try reduce(repeat (each parts).take(&arrivals))
                return Flow(value: value, arrivals: arrivals)
            } catch is MissingValue {
                return nil
            }
        }
    }

    private func take(_ arrivals: inout [() -> Void]) throws -> Value {
        guard let flow = try current() else { throw MissingValue() }
        arrivals += flow.arrivals
        return flow.value
    }
}

/// A part of several has no value now: then the whole has none.
private struct MissingValue: Error {}

/// A property that values come from. Its object is not retained.
struct PipeSource: Sendable {
    let object: WeakReference
    let keyPath: String
}

extension Ref {
    /// A pipe that begins with a property of this object. The object is not retained.
    public func pipe<P: ReadableProperty>(_ member: KeyPath<Description, P>) -> Pipe<P.Value> {
        let source = PipeSource(object: WeakReference(object), keyPath: Self.keyPath(member))
        nonisolated(unsafe) let member = member  // a key path never changes
        return Pipe<P.Value>(sources: [source]) {
            try source.object.object.flatMap { Ref($0) }.map { Pipe<P.Value>.Flow(value: try $0.get(member)) }
        }
    }
}

// KVOController+Typed.swift - observes typed properties with a controller.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TypedClasses

extension KVOController {
    /// Creates a controller without observations, as ``init(observer:retainsObserved:)-(Object,_)``.
    public convenience init<Observer>(observer: Ref<Observer>, retainsObserved: Bool = true) {
        self.init(observer: observer.object, retainsObserved: retainsObserved)
    }

    /// Calls `handler` when a property changes.
    ///
    ///     try controller.observe(clock, \.date, options: .upToDate) { (view: Ref<ClockView>, clock, change) in
    ///         view.date = change.newValue ?? 0
    ///     }
    ///
    /// Throws ``/MiniFoundation/BridgingError`` if the observer is not an `Observer`, and an exception that the
    /// registration raises.
    public func observe<Observer, Observed, P: ReadableProperty>(
        _ object: Ref<Observed>, _ member: KeyPath<Observed, P>, options: KeyValueObservingOptions = [.new],
        skipsEqualValues: Bool = false,
        handler:
            @escaping @Sendable (
                _ observer: Ref<Observer>, _ object: Ref<Observed>, _ change: ObservedChange<P.Value>
            ) throws -> Void
    ) throws {
        guard let observer else { return }
        _ = try Ref<Observer>.bridged(from: observer)
        try observe(
            object.object, keyPath: Ref<Observed>.keyPath(member), options: options,
            skipping: skipsEqualValues ? .of(P.Value.self) : nil
        ) { observer, object, change, _ in
            try handler(.bridged(from: observer), .bridged(from: object), ObservedChange(change, options))
        }
    }

    /// Ends all observations of an object. Does nothing if the object is not observed.
    public func unobserve<Observed>(_ object: Ref<Observed>) {
        unobserve(object.object)
    }

    /// Ends all observations of a property of an object.
    public func unobserve<Observed, P: ReadableProperty>(_ object: Ref<Observed>, _ member: KeyPath<Observed, P>) {
        unobserve(object.object, keyPath: Ref<Observed>.keyPath(member))
    }
}

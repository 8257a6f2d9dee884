// PropertyBinding.swift - a binding: the observations of its sources.
import KVONotifying
import MiniFoundation
import MiniRuntime

/// A binding of a property. Returned by `bind` and ``PropertyPipe/into(_:_:isReady:)``.
///
/// The binding lives with the subscriber, and this value need not be kept. It ends when this value is invalidated, when
/// the property is cut off, or when either object dies. Neither object is retained. Any thread.
public struct PropertyBinding: Sendable {
    private let observations: [ObjectObservation]

    /// Whether the binding may still set the property.
    public var isValid: Bool { observations.contains { !$0.isEnded } }

    /// Ends the binding, in both directions if it has two. Does not wait for a set that is running on another thread.
    /// The second call does nothing. Raises nothing.
    public func invalidate() {
        for observation in observations { observation.end() }
    }

    /// A property whose changes run the binding.
    struct Link {
        let source: PipeSource
        /// The source object of a binding in two directions, if `source` is a property of the subscriber.
        var partner: WeakReference?
    }

    /// Observes the sources on behalf of a property of `subscriber`, and sets the present value if `isReady` is true.
    /// If one of these raises, ends all observations and throws the exception.
    init(_ loop: PushLoop, on subscriber: Object, _ keyPath: String, _ links: [Link], isReady: Bool) throws {
        var begun: [ObjectObservation] = []
        do {
            for link in links {
                guard let target = (link.partner ?? link.source.object).object else { continue }
                let held = ObjectObservation(
                    .binding, owner: subscriber, target: target, keyPath: keyPath, options: [],
                    observesOwner: link.partner != nil)
                begun.append(held)
                try held.begin(observedKeyPath: link.source.keyPath) { _, _, _ in try loop.run(link.source.id) }
            }
            if isReady { try loop.run(nil) }
        } catch {
            for held in begun { held.end() }
            throw error
        }
        observations = begun
    }
}

// PropertyBinding.swift - a binding that is going on: what ends it, and how it begins.
import KVONotifying
import MiniFoundation
import MiniRuntime

/// A binding of a property: what `bind` and ``PropertyPipe/into(_:_:isReady:)`` return.
///
/// The binding lives with the subscriber, whether anybody keeps this or not: it ends when this is invalidated, when the property
/// is cut off, or when either object dies. Nobody is retained. Any thread.
public struct PropertyBinding: Sendable {
    private let observations: [HeldObservation]

    /// Whether values may still arrive.
    public var isValid: Bool { observations.contains { !$0.isEnded } }

    /// Ends the binding, in both directions if it has two. What is under way on another thread is not waited for. Does nothing
    /// the second time. Raises nothing.
    public func invalidate() {
        for observation in observations { observation.end() }
    }

    /// A property whose changes make values flow.
    struct Link {
        let source: PipeSource
        /// The other object of a binding in two directions, if the source is the subscriber.
        var partner: WeakReference?
    }

    /// Begins to listen to the sources, on behalf of a property of `subscriber`. Nothing is bound if that raises, or if
    /// setting the value now does.
    init(_ loop: PushLoop, on subscriber: Object, _ keyPath: String, _ links: [Link], isReady: Bool) throws {
        var begun: [HeldObservation] = []
        do {
            for link in links {
                guard let target = (link.partner ?? link.source.object).object else { continue }
                let held = HeldObservation(
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

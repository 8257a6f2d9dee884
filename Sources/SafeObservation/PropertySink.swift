// PropertySink.swift - values that flow into a closure.
//
//      sink ──► KeyValueObservation of each source ──► PushLoop ──► stages of the pipe, closure
//
// The closures are freed when the sink ends, or the last source dies.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TypedClasses

/// A closure that is told of the values of a pipe: what ``PropertyPipe/sink(isReady:_:)`` returns.
///
/// Ends when it is invalidated, when the last reference to it goes, or when all the objects that the pipe begins with are dead. They
/// are not retained. Any thread. Combine: `AnyCancellable`.
public final class PropertySink: Sendable {
    private let observations: [KeyValueObservation]
    private weak let loop: PushLoop?

    fileprivate init(_ observations: [KeyValueObservation], _ loop: PushLoop) {
        self.observations = observations
        self.loop = loop
    }

    deinit {
        invalidate()
    }

    /// Whether the closure may still be called.
    public var isValid: Bool { observations.contains(where: \.isValid) }

    /// Ends it, and lets go of the closures. A call that is under way on another thread is not waited for. Does nothing the
    /// second time. To be called anywhere, in the closure as well. Raises nothing.
    public func invalidate() {
        loop?.end()
        for observation in observations { observation.invalidate() }
    }
}

extension PropertyPipe {
    /// Calls a closure with the value now, and with each one that comes.
    ///
    ///     let sink = thermometer.pipe(\.celsius).filter { $0 > 30 }.sink { print($0, "degrees") }
    ///
    /// One call at a time. What the closure itself changes, and what other threads change meanwhile, it is told of when it
    /// returns: of several values of one source then the last. What the registration raises, and the closure throws for the
    /// value now, ends the process unless a `try` send is under way. Combine: `sink(receiveValue:)`.
    /// - Parameters:
    ///   - isReady: false to wait for the first change.
    ///   - receive: runs on the thread that changes the value, with no lock held. What it throws is raised there.
    /// - Returns: keep it: it ends with its last owner. It owns the closures of the pipe.
    public func sink(isReady: Bool = true, _ receive: @escaping @Sendable (Value) throws -> Void) -> PropertySink {
        let pull = follow()
        let loop = PushLoop(repeatsInside: true) { changed in
            guard let flow = try pull(PipeQuestion(changed: changed)) else { return }
            try receive(flow.value)
            for arrive in flow.arrivals { arrive() }
        }
        var begun: [KeyValueObservation] = []
        do {
            for source in sources {
                guard let object = source.object.object else { continue }
                begun.append(
                    try KeyValueObservation(of: object, keyPath: source.keyPath, options: [], skipping: nil) { _, _ in
                        try loop.run(source.id)
                    })
            }
            if isReady { try loop.run(nil) }
        } catch {
            for observation in begun { observation.invalidate() }
            RuntimeException.raiseOrTerminate(error)
        }
        return PropertySink(begun, loop)
    }
}

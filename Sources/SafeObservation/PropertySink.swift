// PropertySink.swift - a closure at the end of a pipe.
//
//      sink ──► KeyValueObservation of each source ──► PushLoop ──► stages of the pipe, closure
//
// The closures are released when the sink ends, or when the last source dies.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TypedClasses

/// A closure that is called with the values of a pipe. Returned by ``PropertyPipe/sink(isReady:_:)``.
///
/// It ends when it is invalidated, when the last reference to it goes, or when all objects at the beginning of the pipe
/// are dead. They are not retained. Any thread. Combine: `AnyCancellable`.
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

    /// Ends the sink, and releases the closures. Does not wait for a call that is running on another thread. The second
    /// call does nothing. May be called anywhere, also in the closure. Raises nothing.
    public func invalidate() {
        loop?.end()
        for observation in observations { observation.invalidate() }
    }
}

extension PropertyPipe {
    /// Calls a closure with the present value, and with each later one.
    ///
    ///     let sink = thermometer.pipe(\.celsius).filter { $0 > 30 }.sink { print($0, "degrees") }
    ///
    /// The calls are made one at a time. A change that the closure itself makes, or another thread during a call, leads
    /// to another call afterwards; of several changes of one source, only the last value is passed. An exception of the
    /// registration, and an error that the closure throws for the present value, end the process unless a `try` send on
    /// this thread can catch them. Combine: `sink(receiveValue:)`.
    /// - Parameters:
    ///   - isReady: false to wait for the first change.
    ///   - receive: runs on the thread that changes the value, with no lock held. An error that it throws is raised
    ///     there.
    /// - Returns: the sink, which owns the closures of the pipe. Keep it, because it ends with its last reference.
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

// HandlerObserver.swift - the observer object behind a closure.
import KVONotifying
import MiniFoundation
import MiniRuntime

private typealias Pointer = UnsafeMutableRawPointer

/// A runtime object that hands the notifications it gets to a closure, until it is told not to.
final class HandlerObserver: Sendable {
    /// What is registered.
    let object: Object
    private let box: Box

    /// What the runtime object holds: the handler, until it is let go.
    final class Box: Sendable {
        private let handler: Locked<Observation.Handler?>

        init(_ handler: @escaping Observation.Handler) {
            self.handler = Locked(handler)
        }

        /// The handler for one call.
        var current: Observation.Handler? { handler.withLock { $0 } }

        /// Released after the lock is: it may own anything.
        func take() -> Observation.Handler? {
            handler.withLock { handler in
                defer { handler = nil }
                return handler
            }
        }
    }

    init(_ handler: @escaping Observation.Handler) {
        box = Box(handler)
        object = Self.cls.instance(holding: box).takeOwnership()
    }

    /// Tells this registration from all others; never looked into.
    var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(box).toOpaque() }

    var isActive: Bool { box.current != nil }

    /// Lets go of the handler. false if that was done before.
    func deactivate() -> Bool { box.take() != nil }

    private static let cls = HolderClass("KeyValueHandlerObserver") { cls in
        let observe: @convention(c) (Pointer, Pointer, Pointer?, Pointer?, Pointer?, UInt) -> Void = {
            observer, _, _, object, change, _ in
            guard let object = UnmanagedObject(object), let change = UnmanagedObject(change),
                let handler = HolderClass.held(by: UnmanagedObject(observer), as: Box.self).current
            else { return }
            do {
                try handler(object.retained(), KeyValueObservedChange(change.retained()))
            } catch {
                RuntimeException.raise(error)
            }
        }
        cls.addMethod(
            "observeValueForKeyPath:ofObject:change:context:",
            IMP(address: unsafeBitCast(observe, to: UnsafeRawPointer.self)), types: "v48@0:8@16@24@32^v40")
    }
}

// HandlerObserver.swift - the observer object behind a closure.
//
//      HandlerObserver ──► runtime object ──► Box ──► handler
//      observed object ── associated ──► Handlers ──────┘ lets go of the handler when the object dies
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
    fileprivate final class Box: Sendable {
        private struct Held: Sendable {
            let call: ObservationToken.Handler
        }

        private let held: Locked<Held?>

        init(_ handler: @escaping ObservationToken.Handler) {
            held = Locked(Held(call: handler))
        }

        /// The handler for one call.
        var current: ObservationToken.Handler? { held.withLock { $0 }?.call }

        var isActive: Bool { held.withLock { $0 != nil } }

        /// Lets go of the handler, which may own anything, the observation itself included: no lock is held when it dies.
        /// false if that was done before.
        func letGo() -> Bool { held.exchange(nil) != nil }
    }

    init(_ handler: @escaping ObservationToken.Handler) {
        box = Box(handler)
        object = Self.cls.instance(holding: box).takeOwnership()
    }

    /// Tells this registration from all others; never looked into.
    var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(box).toOpaque() }

    var isActive: Bool { box.isActive }

    /// Lets go of the handler. false if that was done before.
    func deactivate() -> Bool { box.letGo() }

    /// Lets go of the handler when `observed` dies, until ``forget(by:)``.
    func deactivate(whenDead observed: Object) { Handlers.make(for: observed).add(box) }

    /// To be called when the handler is let go before `observed` dies.
    func forget(by observed: Object) { Handlers.of(observed)?.remove(box) }

    private static let cls = HolderClass("KeyValueHandlerObserver") { cls in
        let observe: @convention(c) (Pointer, Pointer, Pointer?, Pointer?, Pointer?, UInt) -> Void = {
            observer, _, _, object, change, _ in
            // Nothing is released any more once an exception is pending: what dies with a handler may send messages.
            do {
                try HandlerObserver.deliver(UnmanagedObject(observer), UnmanagedObject(object), UnmanagedObject(change))
            } catch {
                RuntimeException.raise(error)
            }
        }
        cls.addMethod(
            "observeValueForKeyPath:ofObject:change:context:",
            IMP(address: unsafeBitCast(observe, to: UnsafeRawPointer.self)), types: "v48@0:8@16@24@32^v40")
    }

    @inline(never)
    private static func deliver(
        _ observer: UnmanagedObject, _ object: UnmanagedObject?, _ change: UnmanagedObject?
    ) throws {
        guard let object, let change, let handler = HolderClass.held(by: observer, as: Box.self).current else { return }
        try handler(object.retained(), KeyValueObservedChange(change.retained()))
    }
}

/// The handlers of those who observe one object.
private final class Handlers: Sendable {
    private let boxes = Locked<[ObjectIdentifier: HandlerObserver.Box]>([:])

    func add(_ box: HandlerObserver.Box) {
        boxes.withLock { $0[ObjectIdentifier(box)] = box }
    }

    func remove(_ box: HandlerObserver.Box) {
        // The caller owns the box: nothing dies under the lock.
        withExtendedLifetime(box) {
            boxes.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(box)) }
        }
    }

    deinit {
        for box in boxes.exchange([:]).values { _ = box.letGo() }
    }

    // ── On the object ───────────────────────────────────────────────────────────────────────────────

    private static let state = AssociatedState<Handlers>("KeyValueHandlers")

    /// Those of an object; nil if it never had any.
    static func of(_ object: Object) -> Handlers? { state.existing(of: object) }

    /// Those of an object, made if need be.
    static func make(for object: Object) -> Handlers { state.of(object) { Handlers() } }
}

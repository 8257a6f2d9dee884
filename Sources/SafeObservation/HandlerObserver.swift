// HandlerObserver.swift - the observer object behind a closure.
//
//      HandlerObserver ──► runtime object ──► Box ──► handler
//
// The handler is let go when the observation is ended, or when the observed object dies.
import KVONotifying
import MiniFoundation
import MiniRuntime

private typealias Pointer = UnsafeMutableRawPointer

/// A runtime object that hands the notifications it gets to a closure, until it is told not to.
struct HandlerObserver: Sendable {
    /// What is registered.
    let object: Object
    private let box: Box

    /// What the runtime object holds: the handler, until it is let go.
    fileprivate final class Box: Sendable, Lockable {
        struct Held: Lockable {
            let handler: KeyValueObservation.Handler
        }

        private let held: Locked<Held?>

        init(_ handler: @escaping KeyValueObservation.Handler) {
            held = Locked(Held(handler: handler))
        }

        /// The handler for one call; nil once it has been let go.
        var current: Held? { held.read { copy $0 } }

        /// Releases the handler, with no lock held: it may own anything, this observation's token as well.
        /// - Returns: false if that was done before.
        func letGo() -> Bool { held.exchange(nil) != nil }
    }

    init(_ handler: @escaping KeyValueObservation.Handler) {
        box = Box(handler)
        object = Self.cls.instance(holding: box).takeOwnership()
    }

    /// Tells this registration from all others; never looked into.
    var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(box).toOpaque() }

    var isActive: Bool { box.current != nil }

    /// Lets go of the handler. false if that was done before.
    func deactivate() -> Bool { box.letGo() }

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
        let end: @convention(c) (Pointer, Pointer, UInt) -> Void = { observer, _, _ in
            _ = HolderClass.held(by: UnmanagedObject(observer), as: Box.self).letGo()
        }
        cls.addMethod(
            "observedObjectDied:", IMP(address: unsafeBitCast(end, to: UnsafeRawPointer.self)), types: "v24@0:8^v16")
    }

    @inline(never)
    private static func deliver(
        _ observer: UnmanagedObject, _ object: UnmanagedObject?, _ change: UnmanagedObject?
    ) throws {
        guard let object, let change, let held = HolderClass.held(by: observer, as: Box.self).current else { return }
        try held.handler(object.retained(), KeyValueObservedChange(change.retained()))
    }
}

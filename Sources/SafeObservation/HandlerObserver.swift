// HandlerObserver.swift - the observer object behind a closure.
//
//      HandlerObserver ──► runtime object ──► Box ──► handler
//
// The handler is released when the observation ends, or when the observed object dies.
import KVONotifying
import MiniFoundation
import MiniRuntime

private typealias Pointer = UnsafeMutableRawPointer

/// A runtime object that forwards its notifications to a closure, until it is deactivated.
struct HandlerObserver: Sendable {
    /// The observer object that is registered.
    let object: Object
    let box: Box

    /// The contents of the runtime object: the handler, until it is released.
    typealias Box = Locked<Held?>

    struct Held: Lockable {
        let handler: KeyValueObservation.Handler
        /// Whether the registration has the option `cause`.
        let wantsCause: Bool
    }

    init(wantsCause: Bool = false, _ handler: @escaping KeyValueObservation.Handler) {
        box = Box(Held(handler: handler, wantsCause: wantsCause))
        object = Self.cls.instance(holding: box).takeOwnership()
    }

    /// The context of the registration: a unique address, which is never dereferenced.
    var context: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(box).toOpaque() }

    var isActive: Bool { box.current != nil }

    /// Releases the handler, with no lock held: the handler may own anything, even this observation's token. Returns
    /// false if it was released before.
    func deactivate() -> Bool { box.exchange(nil) != nil }

    // The two methods are unsafe because the runtime calls C functions: their types are those of the encodings, and the
    // pointers are objects that the sender of the message keeps alive.
    private static let cls = HolderClass("KeyValueHandlerObserver") { cls in
        let observe: @convention(c) (Pointer, Pointer, Pointer?, Pointer?, Pointer?, UInt) -> Void = {
            observer, _, _, object, change, _ in
            // The exception is raised last, when all references are released: an object that dies with a handler may
            // send messages, and must not do so while an exception is pending.
            do {
                try unsafe HandlerObserver.deliver(
                    UnmanagedObject(observer), UnmanagedObject(object), UnmanagedObject(change))
            } catch {
                RuntimeException.raise(error)
            }
        }
        unsafe cls.addMethod(
            "observeValueForKeyPath:ofObject:change:context:",
            IMP(address: unsafeBitCast(observe, to: UnsafeRawPointer.self)), types: "v48@0:8@16@24@32^v40")
        let end: @convention(c) (Pointer, Pointer, UInt) -> Void = { observer, _, _ in
            _ = unsafe HolderClass.held(by: UnmanagedObject(observer), as: Box.self).exchange(nil)
        }
        unsafe cls.addMethod(
            "observedObjectDied:", IMP(address: unsafeBitCast(end, to: UnsafeRawPointer.self)), types: "v24@0:8^v16")
    }

    @inline(never)
    private static func deliver(
        _ observer: UnmanagedObject, _ object: UnmanagedObject?, _ change: UnmanagedObject?
    ) throws {
        let box = HolderClass.held(by: observer, as: Box.self)
        guard let change, let held = box.current else { return }
        // What a dying object sets is left out: the handler could keep the object, whose memory is about to be freed.
        guard let object = object?.retainedIfAlive() else { return }
        let observed = try KeyValueObservedChange(change.retained())
        if Transaction.defers(observed, of: object, for: box) { return }
        try held.handler(object, observed)
    }
}

extension HandlerObserver.Box {
    /// The handler, for one call; nil after it was released.
    var current: HandlerObserver.Held? { read { copy $0 } }
}

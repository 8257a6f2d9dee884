// WeakReference.swift - a reference that does not own, and reads nil once the object dies.
import CMiniRuntime

/// A zeroing weak reference.
///
/// Any thread may load it while another lets the object die: it reads the object, owned, or nil. Objective-C: a `__weak
/// id`.
public final class WeakReference: @unchecked Sendable {
    // Sendable: the location is read and written through the runtime's weak functions only, which lock.
    private let location: UnsafeMutablePointer<OpaquePointer?>

    /// Refers to `object`; to nothing for nil, or for an object that is dying or does not allow weak references.
    public init(_ object: Object?) {
        location = .allocate(capacity: 1)
        objc_initWeak(location, object?.pointer)
    }

    /// As ``init(_:)-(Object?)``, without touching the retain count.
    public init(_ object: UnmanagedObject) {
        location = .allocate(capacity: 1)
        objc_initWeak(location, object.pointer)
    }

    deinit {
        objc_destroyWeak(location)
        location.deallocate()
    }

    /// The object, or nil once it has begun to die. Objective-C: `objc_loadWeakRetained`, `objc_storeWeak`.
    public var object: Object? {
        get { objc_loadWeakRetained(location).map(Object.init(owned:)) }
        set { objc_storeWeak(location, newValue?.pointer) }
    }
}

/// A zeroing weak reference that all who make one to the same object share. It refers to the object whatever that
/// answers to `allowsWeakReference`: for tables that must know when it dies. It keeps the memory of a dead object until
/// it ends, and so loading one takes no lock.
///
/// Not counted by itself: whoever made it ends it. Any thread may load it.
public struct WeakHandle: @unchecked Sendable {
    // Sendable: what it points at is atomic.
    private let handle: OpaquePointer

    /// Refers to `object`, which is alive; to nothing if it is being deallocated.
    public init(_ object: UnmanagedObject) {
        handle = mr_weak_handle_create(object.pointer)
    }

    /// The object, +1, or nil once it has begun to die.
    public func load() -> UnmanagedObject? {
        mr_weak_handle_load(handle).map(UnmanagedObject.init)
    }

    /// The end of it.
    public func end() {
        mr_weak_handle_release(handle)
    }
}

// WeakReference.swift - references that do not own their object and become nil when it dies.
import CMiniRuntime

/// A zeroing weak reference.
///
/// Any thread may load it while another releases the object: the result is the object, retained, or nil. Objective-C: a
/// `__weak id`.
public final class WeakReference: @unchecked Sendable {
    // Sendable: the location is accessed only through the runtime's weak functions, which lock.
    private let location: UnsafeMutablePointer<OpaquePointer?>

    /// Creates a reference to `object`. It is nil from the start if `object` is nil, dying, or disallows weak
    /// references.
    public init(_ object: Object?) {
        location = .allocate(capacity: 1)
        objc_initWeak(location, object?.pointer)
    }

    /// Like ``init(_:)-(Object?)``, without changing the retain count.
    public init(_ object: UnmanagedObject) {
        location = .allocate(capacity: 1)
        objc_initWeak(location, object.pointer)
    }

    deinit {
        objc_destroyWeak(location)
        location.deallocate()
    }

    /// The object; nil once it has started to die. Objective-C: `objc_loadWeakRetained`, `objc_storeWeak`.
    public var object: Object? {
        get { objc_loadWeakRetained(location).map(Object.init(owned:)) }
        set { objc_storeWeak(location, newValue?.pointer) }
    }
}

/// A zeroing weak reference that is shared by all handles of the same object. It ignores `allowsWeakReference`, because
/// it serves tables that must learn of every object's death. A handle keeps the memory of a dead object allocated until
/// ``end()``, so loading takes no lock.
///
/// A handle is not released automatically: its creator calls ``end()``. Any thread may load it.
public struct WeakHandle: @unchecked Sendable {
    // Sendable: the C handle is atomic.
    private let handle: OpaquePointer

    /// Creates a handle of `object`, which the caller keeps alive. It is empty if the object is being deallocated.
    public init(_ object: UnmanagedObject) {
        handle = mr_weak_handle_create(object.pointer)
    }

    /// Returns the object at +1; nil once it has started to die.
    public func load() -> UnmanagedObject? {
        mr_weak_handle_load(handle).map(UnmanagedObject.init)
    }

    /// Releases the handle, which must not be used afterwards.
    public func end() {
        mr_weak_handle_release(handle)
    }
}

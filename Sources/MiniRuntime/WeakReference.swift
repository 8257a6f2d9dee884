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

    /// Refers to `object` whatever it answers to `allowsWeakReference`: for tables that must know when it dies.
    public init(unasked object: UnmanagedObject) {
        location = .allocate(capacity: 1)
        mr_init_weak_unasked(location, object.pointer)
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

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
        objc_initWeakOrNil(location, object?.pointer)
    }

    /// Like ``init(_:)-(Object?)``, without changing the retain count.
    public init(_ object: UnmanagedObject) {
        location = .allocate(capacity: 1)
        objc_initWeakOrNil(location, object.pointer)
    }

    deinit {
        objc_destroyWeak(location)
        location.deallocate()
    }

    /// The object; nil once it has started to die. Objective-C: `objc_loadWeakRetained`, `objc_storeWeak`.
    public var object: Object? {
        get { objc_loadWeakRetained(location).map(Object.init(owned:)) }
        set { objc_storeWeakOrNil(location, newValue?.pointer) }
    }
}

/// A zeroing weak reference for tables that must learn of every object's death.
///
/// A handle keeps the memory of its object allocated until ``end()``, even after the object died. So creating and
/// loading a handle take no lock and no memory, and ignore `allowsWeakReference`. For a class, and for an object in
/// memory that the program itself provided, a handle works like a ``WeakReference``.
///
/// A handle is not released automatically: its creator calls ``end()``, once. Any thread may load it.
package struct WeakHandle: @unchecked Sendable {
    // Sendable: holds are counted atomically, and the runtime's weak functions lock the location.
    private enum Reference {
        case held(OpaquePointer)
        case weak(UnsafeMutablePointer<OpaquePointer?>)
    }
    private let reference: Reference

    /// Creates a handle of `object`, which the caller keeps alive. It is empty if the object is being deallocated.
    package init(_ object: UnmanagedObject) {
        if mr_can_be_held(object.pointer) {
            mr_hold(object.pointer)
            reference = .held(object.pointer)
        } else {
            let location = UnsafeMutablePointer<OpaquePointer?>.allocate(capacity: 1)
            objc_initWeakOrNil(location, object.pointer)
            reference = .weak(location)
        }
    }

    /// Returns the object at +1; nil once it has started to die.
    package func load() -> UnmanagedObject? {
        switch reference {
        case .held(let pointer):
            mr_retain_if_alive(pointer) ? mr_retain_settle(pointer).map(UnmanagedObject.init) : nil
        case .weak(let location): objc_loadWeakRetained(location).map(UnmanagedObject.init)
        }
    }

    /// Releases the handle, which must not be used afterwards.
    package func end() {
        switch reference {
        case .held(let pointer): mr_unhold(pointer)
        case .weak(let location):
            objc_destroyWeak(location)
            location.deallocate()
        }
    }
}

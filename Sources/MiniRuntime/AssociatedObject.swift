// AssociatedObject.swift - values attached to an object under a key.
import CMiniRuntime

/// A key for associated objects, unique in the process.
///
///     static let ownerKey = AssociationKey()
///
/// Objective-C: the address of a static variable.
public struct AssociationKey: @unchecked Sendable {
    // Sendable: an address that is never dereferenced.
    let address: UnsafeRawPointer

    /// Creates a key that differs from all others. A key is never freed: store it in a static variable.
    public init() {
        address = UnsafeRawPointer(UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))
    }
}

/// How an association owns its value.
public enum AssociationPolicy: Sendable {
    /// The value is not owned.
    case assign
    /// The value is retained. Objective-C: `OBJC_ASSOCIATION_RETAIN`.
    case retain
    /// The value is copied. Objective-C: `OBJC_ASSOCIATION_COPY`.
    case copy
    /// The value is retained; another thread may release it while it is being read.
    case retainNonatomic
    /// The value is copied; another thread may release it while it is being read.
    case copyNonatomic
    /// The value is retained as long as the object lives: ``Object/removeAssociatedObjects()`` does not remove it. For
    /// the state of libraries, of which a program that removes its own associations cannot know.
    case retainForLife

    var raw: objc_AssociationPolicy {
        switch self {
        case .assign: OBJC_ASSOCIATION_ASSIGN
        case .retain: OBJC_ASSOCIATION_RETAIN
        case .copy: OBJC_ASSOCIATION_COPY
        case .retainNonatomic: OBJC_ASSOCIATION_RETAIN_NONATOMIC
        case .copyNonatomic: OBJC_ASSOCIATION_COPY_NONATOMIC
        case .retainForLife: objc_AssociationPolicy(OBJC_ASSOCIATION_RETAIN.rawValue | UInt32(MR_ASSOCIATION_FOR_LIFE))
        }
    }
}

extension Object {
    /// Returns the value for `key`. O(associations of the object). Objective-C: `objc_getAssociatedObject`.
    public func associatedObject(_ key: AssociationKey) -> Object? {
        autoreleasepool { objc_getAssociatedObject(pointer, key.address).map(Object.init(borrowed:)) }
    }

    /// Sets the value for `key`; nil removes it. The value survives a change of isa, and is released after the object's
    /// `dealloc`. Objective-C: `objc_setAssociatedObject`.
    public func setAssociatedObject(_ value: Object?, for key: AssociationKey, policy: AssociationPolicy = .retain) {
        objc_setAssociatedObject(pointer, key.address, value?.pointer, policy.raw)
        RuntimeException.terminateIfUncaught()
    }

    /// Removes all associated objects except those that are retained for the life of this object. Objective-C:
    /// `objc_removeAssociatedObjects`.
    public func removeAssociatedObjects() {
        objc_removeAssociatedObjects(pointer)
    }
}

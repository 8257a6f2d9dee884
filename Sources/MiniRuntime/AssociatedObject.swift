// AssociatedObject.swift - values that hang on an object under a key.
import CMiniRuntime

/// A key for associated objects: unique for the life of the process.
///
///     static let ownerKey = AssociationKey()
///
/// Objective-C: the address of a static variable.
public struct AssociationKey: @unchecked Sendable {
    // Sendable: an address that nobody reads through.
    let address: UnsafeRawPointer

    /// A key unlike all others. Its byte is never freed: keep it in a static.
    public init() {
        address = UnsafeRawPointer(UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))
    }
}

/// What an association means for its value.
public enum AssociationPolicy: Sendable {
    /// Not owned.
    case assign
    /// Retained. Objective-C: `OBJC_ASSOCIATION_RETAIN`.
    case retain
    /// Copied. Objective-C: `OBJC_ASSOCIATION_COPY`.
    case copy
    /// Retained; what is read may be released by another thread meanwhile.
    case retainNonatomic
    /// Copied; what is read may be released by another thread meanwhile.
    case copyNonatomic

    var raw: objc_AssociationPolicy {
        switch self {
        case .assign: OBJC_ASSOCIATION_ASSIGN
        case .retain: OBJC_ASSOCIATION_RETAIN
        case .copy: OBJC_ASSOCIATION_COPY
        case .retainNonatomic: OBJC_ASSOCIATION_RETAIN_NONATOMIC
        case .copyNonatomic: OBJC_ASSOCIATION_COPY_NONATOMIC
        }
    }
}

extension Object {
    /// The value under `key`. O(associations of the object). Objective-C: `objc_getAssociatedObject`.
    public func associatedObject(_ key: AssociationKey) -> Object? {
        autoreleasepool { objc_getAssociatedObject(pointer, key.address).map(Object.init(borrowed:)) }
    }

    /// Puts a value under `key`; nil removes it. It is released after the object's `dealloc`, and survives a change of
    /// isa. Objective-C: `objc_setAssociatedObject`.
    public func setAssociatedObject(_ value: Object?, for key: AssociationKey, policy: AssociationPolicy = .retain) {
        objc_setAssociatedObject(pointer, key.address, value?.pointer, policy.raw)
        RuntimeException.terminateIfUncaught()
    }

    /// Removes all associations. Objective-C: `objc_removeAssociatedObjects`.
    public func removeAssociatedObjects() {
        objc_removeAssociatedObjects(pointer)
    }
}

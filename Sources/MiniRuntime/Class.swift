// Class.swift - a class object: its name, superclass, metaclass and instances.
import CMiniRuntime

/// A class, or a metaclass.
///
/// Classes live until they are disposed of, so a `Class` owns nothing: it is one pointer. It may be used from any
/// thread. Objective-C: `Class`.
public struct Class: Hashable, @unchecked Sendable {
    // Sendable: the runtime locks its tables; disposing of a class that is in use is the caller's error.
    /// The class as C's `Class`.
    @usableFromInline package let pointer: OpaquePointer

    @inlinable package init(_ pointer: OpaquePointer) {
        self.pointer = pointer
    }

    /// Returns the registered class with that name; nil if there is none. O(1). Objective-C: `objc_getClass`.
    public init?(named name: String) {
        guard let pointer = name.asCName(objc_getClass) else { return nil }
        self.pointer = pointer
    }

    /// The class at an address, for C functions that receive one.
    @inlinable public init(address: UnsafeRawPointer) {
        pointer = OpaquePointer(address)
    }

    /// The root class `NSObject`.
    public static let nsObject = Class(named: "NSObject")!

    /// All registered classes, in order of registration. Use the list only while no other thread disposes of classes: a
    /// class that was disposed of cannot even return its name. Objective-C: `objc_copyClassList`.
    public static var all: [Class] {
        copiedList { objc_copyClassList($0) }.map(Class.init)
    }

    /// The names of all registered classes, in order of registration. Safe on any thread.
    public static var allNames: [String] {
        takeStrings { mr_class_names_copy($0) }
    }

    /// Returns the name of the class that was once at an address; nil if that class no longer exists. O(classes), any
    /// thread.
    package static func name(ofAddress address: OpaquePointer) -> String? {
        takeString(mr_class_name_copy(UnsafeRawPointer(address)))
    }

    /// The class's name. Objective-C: `class_getName`.
    public var name: String { String(cString: class_getName(pointer)) }

    /// The superclass; nil for a root class. Objective-C: `class_getSuperclass`.
    @inlinable public var superclass: Class? { class_getSuperclass(pointer).map(Class.init) }

    /// The class of this class object, its metaclass. Objective-C: `object_getClass`.
    public var isa: Class { Class(object_getClass(pointer)) }

    /// Whether this is a metaclass. Objective-C: `class_isMetaClass`.
    public var isMetaclass: Bool { class_isMetaClass(pointer) }

    /// Whether the class was registered with `objc_registerClassPair`.
    public var isRegistered: Bool { mr_class_is_registered(pointer) }

    /// The bytes of an instance, starting at its isa. Objective-C: `class_getInstanceSize`.
    public var instanceSize: Int { class_getInstanceSize(pointer) }

    /// A number for the class's own use; the runtime ignores it. Objective-C: `class_getVersion`, `class_setVersion`.
    public var version: Int {
        get { Int(class_getVersion(pointer)) }
        nonmutating set { class_setVersion(pointer, CInt(truncatingIfNeeded: newValue)) }
    }

    /// The number of live instances, without those of subclasses.
    public var instanceCount: Int { mr_instance_count(pointer) }

    /// The extra bytes requested when the class was allocated; they live as long as the class. Objective-C:
    /// `object_getIndexedIvars`.
    public var indexedIvars: UnsafeMutableRawPointer { object_getIndexedIvars(pointer) }

    /// The class as an object, for collections and messages.
    public var object: Object { Object(borrowed: pointer) }

    /// Whether the class is `other` or one of its subclasses, direct or indirect. O(depth).
    public func isSubclass(of other: Class) -> Bool {
        var cls: Class? = self
        while let current = cls, current != other { cls = current.superclass }
        return cls != nil
    }

    /// Allocates a zeroed instance, without sending `init`. nil if the class is not registered. Objective-C:
    /// `class_createInstance`.
    /// - Parameter extraBytes: the number of bytes after the ivars, for ``Object/indexedIvars``.
    public func createInstance(extraBytes: Int = 0) -> Object? {
        class_createInstance(pointer, extraBytes).map(Object.init(owned:))
    }

    /// Allocates an instance at +1 and returns a plain pointer, for code in which an `Object` would cost too much.
    package func allocateInstance() -> UnmanagedObject? {
        class_createInstance(pointer, 0).map(UnmanagedObject.init)
    }

    private static let newSelector: Selector = "new"

    /// Allocates and initializes an instance. Throws what `+alloc` or `-init` raises. Objective-C: `+new`.
    public func new() throws -> Object {
        try send(Self.newSelector, as: Object.self)
    }

    /// Frees the class, after its notifying class. Throws ``RuntimeError/classInUse(_:)`` if it still has instances or
    /// other subclasses. Closures that were added as methods are not removed: they belong to the code that added them.
    /// Throws ``RuntimeError/classNotRegistered(_:)`` for the class of a ``ClassBuilder``, which disposes of it.
    /// Objective-C: `objc_disposeClassPair`.
    public func dispose() throws {
        guard isRegistered || isMetaclass else { throw RuntimeError.classNotRegistered(name) }
        guard let reason = takeString(mr_class_dispose(pointer)) else { return }
        throw RuntimeError.classInUse(reason)
    }

    /// Makes the class permanent: it is never disposed of alone, and its instances count for its superclass.
    package func setPermanent() {
        mr_class_set_permanent(pointer)
    }

    /// Registers the class of a ``ClassBuilder`` as a permanent one. A notifying class is permanent: it is disposed of
    /// together with its superclass. Returns false if another class of its name was registered first.
    package func enterPermanent() -> Bool {
        mr_class_enter(pointer, true)
    }
}

extension Class: MessageReceiver, CustomStringConvertible {
    /// The address of the class object.
    @inlinable public var receiverAddress: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(pointer) }

    /// The class's name.
    public var description: String { name }
}

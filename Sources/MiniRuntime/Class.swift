// Class.swift - a class object: its name, its place in the graph, its instances.
import CMiniRuntime

/// A class, or a metaclass.
///
/// Classes are objects that live until they are disposed of: a `Class` owns nothing and is two words to pass around.
/// Any thread. Objective-C: `Class`.
public struct Class: Hashable, @unchecked Sendable {
    // Sendable: a class guards its own tables; disposing of one that is in use is the caller's error.
    @usableFromInline let pointer: OpaquePointer

    @inlinable init(_ pointer: OpaquePointer) {
        self.pointer = pointer
    }

    /// The registered class of that name. O(1). Objective-C: `objc_getClass`.
    public init?(named name: String) {
        guard let pointer = objc_getClass(name) else { return nil }
        self.pointer = pointer
    }

    /// The class at an address that a C function was given.
    @inlinable public init(address: UnsafeRawPointer) {
        pointer = OpaquePointer(address)
    }

    /// The root class that all others inherit from.
    public static let nsObject = Class(named: "NSObject")!

    /// All registered classes, in order of registration. To be used only while no other thread disposes of classes: a
    /// class that is gone cannot even be asked for its name. Objective-C: `objc_copyClassList`.
    public static var all: [Class] {
        copiedList { objc_copyClassList($0) }.map(Class.init)
    }

    /// The names of all registered classes, in order of registration. Any thread.
    public static var allNames: [String] {
        takeStrings { mr_class_names_copy($0) }
    }

    /// Objective-C: `class_getName`.
    public var name: String { String(cString: class_getName(pointer)) }

    /// nil for a root class. Objective-C: `class_getSuperclass`.
    @inlinable public var superclass: Class? { class_getSuperclass(pointer).map(Class.init) }

    /// The class of this class object: its metaclass. Objective-C: `object_getClass`.
    public var isa: Class { Class(object_getClass(pointer)) }

    /// Objective-C: `class_isMetaClass`.
    public var isMetaclass: Bool { class_isMetaClass(pointer) }

    /// Whether `objc_registerClassPair` has made the class known.
    public var isRegistered: Bool { mr_class_is_registered(pointer) }

    /// Bytes of an instance from its isa on. Objective-C: `class_getInstanceSize`.
    public var instanceSize: Int { class_getInstanceSize(pointer) }

    /// A number for the class's own use. Objective-C: `class_getVersion`, `class_setVersion`.
    public var version: Int {
        get { Int(class_getVersion(pointer)) }
        nonmutating set { class_setVersion(pointer, CInt(truncatingIfNeeded: newValue)) }
    }

    /// Instances alive, not counting those of subclasses.
    public var instanceCount: Int { mr_instance_count(pointer) }

    /// The extra bytes that the class was allocated with. Live as long as the class. Objective-C:
    /// `object_getIndexedIvars`.
    public var indexedIvars: UnsafeMutableRawPointer { object_getIndexedIvars(pointer) }

    /// The class itself as an object, to be sent messages or kept in collections.
    public var object: Object { Object(borrowed: pointer) }

    /// Whether the class is `other` or inherits from it. O(depth).
    public func isSubclass(of other: Class) -> Bool {
        var cls: Class? = self
        while let current = cls, current != other { cls = current.superclass }
        return cls != nil
    }

    /// A zeroed instance that no initializer has seen. nil if the class is not registered. Objective-C:
    /// `class_createInstance`.
    /// - Parameter extraBytes: bytes behind the ivars, for ``Object/indexedIvars``.
    public func createInstance(extraBytes: Int = 0) -> Object? {
        class_createInstance(pointer, extraBytes).map(Object.init(owned:))
    }

    /// The same as a plain pointer: +1, for code where an `Object` is too much.
    public func allocateInstance() -> UnmanagedObject? {
        class_createInstance(pointer, 0).map(UnmanagedObject.init)
    }

    /// An instance, allocated and initialized. Throws what `+alloc` or `-init` raise. Objective-C: `+new`.
    public func new() throws -> Object {
        try send("new", as: Object.self)
    }

    /// Frees the class. Throws ``RuntimeError/classInUse(_:)`` while it has instances or subclasses.
    /// Objective-C: `objc_disposeClassPair`.
    public func dispose() throws {
        guard let reason = takeString(mr_class_dispose(pointer)) else { return }
        throw RuntimeError.classInUse(reason)
    }

    /// Marks the class as one that is never disposed of; its instances count for its superclass, as those of notifying
    /// classes do.
    public func setPermanent() {
        mr_class_set_permanent(pointer)
    }
}

extension Class: MessageReceiver, CustomStringConvertible {
    /// As the protocol says.
    @inlinable public var receiverAddress: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(pointer) }

    /// The class's name.
    public var description: String { name }
}

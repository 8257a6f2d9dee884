// Ivar.swift - the ivars of objects, read and written by name.
import CMiniRuntime

/// An instance variable of a class. Lives as long as its class. Objective-C: `Ivar`.
public struct Ivar: Hashable, @unchecked Sendable {
    // Sendable: an ivar is immutable once its class is registered.
    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) {
        self.pointer = pointer
    }

    /// The ivar's name. Objective-C: `ivar_getName`.
    public var name: String { ivar_getName(pointer).map { String(cString: $0) } ?? "" }
    /// The ivar's type encoding. Objective-C: `ivar_getTypeEncoding`.
    public var typeEncoding: String { ivar_getTypeEncoding(pointer).map { String(cString: $0) } ?? "" }
    /// The ivar's offset from the isa in bytes. Objective-C: `ivar_getOffset`.
    public var offset: Int { ivar_getOffset(pointer) }
}

/// How an ivar of object type owns the object it refers to.
public enum IvarOwnership: Sendable {
    /// Retains the object, and releases it when the instance dies. Objective-C: `__strong`.
    case strong
    /// Becomes nil when the object dies. Objective-C: `__weak`.
    case weak
    /// Does not own the object, and may dangle. Objective-C: `__unsafe_unretained`.
    case unretained
}

extension Class {
    /// The class's own ivars, in order. Objective-C: `class_copyIvarList`.
    public var ivars: [Ivar] { copiedList { class_copyIvarList(pointer, $0) }.map(Ivar.init) }

    /// Returns the ivar with that name, of this class or a superclass. Objective-C: `class_getInstanceVariable`.
    public func instanceVariable(_ name: String) -> Ivar? {
        name.asCName { class_getInstanceVariable(pointer, $0) }.map(Ivar.init)
    }
}

extension Ivar {
    /// Copies the value of an ivar that holds no object to `value`, as atomically as an atomic accessor. `size` is the
    /// size of the ivar in bytes, and `object` an instance of its class.
    public func load(_ value: UnsafeMutableRawPointer, size: Int, from object: UnmanagedObject) {
        mr_value_load(object.address + offset, value, size)
    }

    /// Stores `size` bytes from `value` in an ivar that holds no object, as atomically as an atomic accessor.
    public func store(_ value: UnsafeRawPointer, size: Int, in object: UnmanagedObject) {
        mr_value_store(object.address + offset, value, size)
    }
}

extension Object {
    /// Reads an ivar without calling accessors, but as atomically as accessors do. An object is returned retained.
    /// Throws ``RuntimeError/noIvar(_:class:)`` or ``RuntimeError/encodingMismatch(_:expected:given:)``.
    /// Objective-C: `object_getIvar`, and pointer arithmetic.
    public func ivar<Value: MessageValue>(_ name: String, as type: Value.Type) throws -> Value {
        let ivar = try checkedIvar(name, type)
        let value: Value?
        if Value.isObject {
            let held = mr_ivar_load_object(pointer, ivar.pointer)
            defer { UnmanagedObject(UnsafeMutableRawPointer(held))?.releaseOrTerminate() }
            value = withUnsafeBytes(of: held) { type.fromMessage($0.load(as: Value.Raw.self), retained: false) }
        } else {
            value = withUnsafeTemporaryAllocation(of: Value.Raw.self, capacity: 1) { place in
                let bytes = UnsafeMutableRawPointer(place.baseAddress!)
                ivar.load(bytes, size: MemoryLayout<Value.Raw>.size, from: unmanaged)
                return type.fromMessage(bytes.load(as: Value.Raw.self), retained: false)
            }
        }
        guard let value else { throw RuntimeError.unexpectedNil(name) }
        return value
    }

    /// Writes an ivar without calling accessors, but as atomically as accessors do. No observer is notified. An object
    /// is stored with the ownership that the ivar was declared with. Throws like ``ivar(_:as:)``. Objective-C:
    /// `object_setIvar`, and pointer arithmetic.
    public func setIvar<Value: MessageValue>(_ name: String, to value: Value) throws {
        let ivar = try checkedIvar(name, Value.self)
        let argument = value.messageArgument
        withExtendedLifetime(argument.owner) {
            withUnsafeBytes(of: argument.raw) {
                if Value.isObject {
                    object_setIvar(pointer, ivar.pointer, $0.load(as: OpaquePointer?.self))
                } else {
                    ivar.store($0.baseAddress!, size: $0.count, in: unmanaged)
                }
            }
        }
    }

    private func checkedIvar<Value: MessageValue>(_ name: String, _ type: Value.Type) throws -> Ivar {
        guard !isTagged, let ivar = isa.instanceVariable(name) else { throw RuntimeError.noIvar(name, class: isa.name) }
        guard TypeChecker.fits(type, ivar_getTypeEncoding(ivar.pointer)) else {
            throw RuntimeError.encodingMismatch(name, expected: ivar.typeEncoding, given: type.encoding)
        }
        return ivar
    }
}

extension UnmanagedObject {
    /// Writes an ivar of object type of this object's class, without calling accessors. The ivar owns the value as it
    /// was declared. An ivar without a declared ownership, as in a class compiled without ARC, retains the new value
    /// and releases the old one; its class releases the last value in its `dealloc`. Objective-C:
    /// `object_setIvarWithStrongDefault`.
    public func setIvar(_ ivar: Ivar, withStrongDefault value: UnmanagedObject?) {
        object_setIvarWithStrongDefault(pointer, ivar.pointer, value?.pointer)
    }
}

/// The offset of an ivar in the instances of a class, and the way it owns an object: looked up once, for many objects.
@usableFromInline package struct IvarPlace: Sendable {
    @usableFromInline let offset: Int
    private let storage: PropertyStorage

    /// Creates the place of an ivar that was added to its class. `storage` is the storage of its property.
    package init(_ ivar: Ivar, _ storage: PropertyStorage) {
        offset = ivar.offset
        self.storage = storage
    }

    /// Stores a value in an object that no other code has yet, without calling accessors: not atomically, and without
    /// notifying observers. The ivar must have the type of the value.
    @inlinable package func initialize<Value: MessageValue>(_ object: UnmanagedObject, _ value: Value) {
        let argument = value.messageArgument
        let place = object.address + offset
        if Value.isObject {
            withExtendedLifetime(argument.owner) {
                own(withUnsafeBytes(of: argument.raw) { $0.load(as: OpaquePointer?.self) }, at: place)
            }
        } else {
            place.storeBytes(of: argument.raw, as: Value.Raw.self)
        }
    }

    /// Stores an object as the ivar owns it, and releases the old value, because an object may be initialized twice.
    @usableFromInline func own(_ object: OpaquePointer?, at place: UnsafeMutableRawPointer) {
        let place = place.assumingMemoryBound(to: OpaquePointer?.self)
        switch storage {
        case .strong, .copy: objc_storeStrong(place, object)
        case .weak: objc_storeWeakOrNil(place, object)
        case .assign: place.pointee = object
        }
    }
}

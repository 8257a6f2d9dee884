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
        class_getInstanceVariable(pointer, name).map(Ivar.init)
    }
}

extension Object {
    /// Reads an ivar without calling accessors. An object is returned retained.
    /// Throws ``RuntimeError/noIvar(_:class:)`` or ``RuntimeError/encodingMismatch(_:expected:given:)``.
    /// Objective-C: `object_getIvar`, and pointer arithmetic.
    public func ivar<Value: MessageValue>(_ name: String, as type: Value.Type) throws -> Value {
        let ivar = try checkedIvar(name, type)
        let value: Value?
        if Value.isObject {
            value = autoreleasepool {
                withUnsafeBytes(of: object_getIvar(pointer, ivar.pointer)) {
                    type.fromMessage($0.load(as: Value.Raw.self), retained: false)
                }
            }
        } else {
            value = type.fromMessage((address(of: ivar)).load(as: Value.Raw.self), retained: false)
        }
        guard let value else { throw RuntimeError.unexpectedNil(name) }
        return value
    }

    /// Writes an ivar without calling accessors, so no observer is notified. An object is stored with the ownership
    /// that the ivar was declared with. Throws like ``ivar(_:as:)``. Objective-C: `object_setIvar`, and pointer
    /// arithmetic.
    public func setIvar<Value: MessageValue>(_ name: String, to value: Value) throws {
        let ivar = try checkedIvar(name, Value.self)
        let argument = value.messageArgument
        withExtendedLifetime(argument.owner) {
            if Value.isObject {
                withUnsafeBytes(of: argument.raw) {
                    object_setIvar(pointer, ivar.pointer, $0.load(as: OpaquePointer?.self))
                }
            } else {
                address(of: ivar).storeBytes(of: argument.raw, as: Value.Raw.self)
            }
        }
    }

    /// Writes a field of object type, which is retained unless its class declares that it is weak or unretained.
    ///
    /// A ``ClassBuilder`` declares that of each; a class that was made by `class_addIvar` alone declares nothing. Throws as ``ivar(_:as:)``.
    /// Objective-C: `object_setIvarWithStrongDefault`.
    public func setIvarWithStrongDefault(_ name: String, to value: Object?) throws {
        let ivar = try checkedIvar(name, Object?.self)
        withExtendedLifetime(value) { object_setIvarWithStrongDefault(pointer, ivar.pointer, value?.pointer) }
    }

    private func address(of ivar: Ivar) -> UnsafeMutableRawPointer { unmanaged.address + ivar.offset }

    private func checkedIvar<Value: MessageValue>(_ name: String, _ type: Value.Type) throws -> Ivar {
        guard !isTagged, let ivar = isa.instanceVariable(name) else { throw RuntimeError.noIvar(name, class: isa.name) }
        guard TypeChecker.fits(type, ivar_getTypeEncoding(ivar.pointer)) else {
            throw RuntimeError.encodingMismatch(name, expected: ivar.typeEncoding, given: type.encoding)
        }
        return ivar
    }
}

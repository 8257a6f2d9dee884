// Ivar.swift - stored fields of objects, read and written by name.
import CMiniRuntime

/// A stored field of a class's instances. Lives as long as its class. Objective-C: `Ivar`.
public struct Ivar: Hashable, @unchecked Sendable {
    // Sendable: nothing about an ivar changes once its class is registered.
    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) {
        self.pointer = pointer
    }

    /// Objective-C: `ivar_getName`.
    public var name: String { ivar_getName(pointer).map { String(cString: $0) } ?? "" }
    /// Objective-C: `ivar_getTypeEncoding`.
    public var typeEncoding: String { ivar_getTypeEncoding(pointer).map { String(cString: $0) } ?? "" }
    /// Bytes from the isa to the field. Objective-C: `ivar_getOffset`.
    public var offset: Int { ivar_getOffset(pointer) }
}

/// What a field of object type means for the life of the object in it.
public enum IvarOwnership: Sendable {
    /// Retains it, and releases it when the owner dies. Objective-C: `__strong`.
    case strong
    /// Reads nil once it is gone. Objective-C: `__weak`.
    case weak
    /// Nothing: dangling is the programmer's business. Objective-C: `__unsafe_unretained`.
    case unretained
}

extension Class {
    /// The class's own ivars, in order. Objective-C: `class_copyIvarList`.
    public var ivars: [Ivar] { copiedList { class_copyIvarList(pointer, $0) }.map(Ivar.init) }

    /// The ivar of that name, of this class or a superclass. Objective-C: `class_getInstanceVariable`.
    public func instanceVariable(_ name: String) -> Ivar? {
        class_getInstanceVariable(pointer, name).map(Ivar.init)
    }
}

extension Object {
    /// Reads a field, past all accessors. An object read is owned by the caller.
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

    /// Writes a field, past all accessors: nobody is notified. Ownership is as the ivar was declared.
    /// Throws as ``ivar(_:as:)``. Objective-C: `object_setIvar`, and pointer arithmetic.
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

    private func address(of ivar: Ivar) -> UnsafeMutableRawPointer { unmanaged.address + ivar.offset }

    private func checkedIvar<Value: MessageValue>(_ name: String, _ type: Value.Type) throws -> Ivar {
        guard !isTagged, let ivar = isa.instanceVariable(name) else { throw RuntimeError.noIvar(name, class: isa.name) }
        guard TypeChecker.fits(type, ivar_getTypeEncoding(ivar.pointer)) else {
            throw RuntimeError.encodingMismatch(name, expected: ivar.typeEncoding, given: type.encoding)
        }
        return ivar
    }
}

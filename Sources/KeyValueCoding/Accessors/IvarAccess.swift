// IvarAccess.swift - reads and writes the ivar of a key without accessors. Objects are owned as the ivar declares; an
// ivar without a declared ownership is strong.
import MiniFoundation
import MiniRuntime

final class IvarAccess: Sendable {
    /// Only valid with instances of its class, which keep the class alive.
    private let ivar: Ivar
    private let name: String
    let type: ValueType

    /// nil for an ivar whose value objects cannot represent: an array, a bit-field, a type without known size. nil also
    /// for the isa of a root class, which is no property of the program's.
    init?(_ ivar: Ivar) {
        guard ivar.offset > 0, let type = ValueType(encoding: ivar.typeEncoding) else { return nil }
        self.ivar = ivar
        name = ivar.name
        self.type = type
    }

    /// Returns the value as an object, borrowed.
    func value(of object: UnmanagedObject) -> UnmanagedObject? {
        guard type.isObject else { return scalar(of: object)?.autorelease() }
        do {
            return try object.retained().ivar(name, as: Object?.self)?.autoreleased()
        } catch {
            RuntimeException.raise(error)
            return nil
        }
    }

    private func scalar(of object: UnmanagedObject) -> UnmanagedObject? {
        withUnsafeTemporaryAllocation(byteCount: type.size, alignment: 16) { place in
            ivar.load(place.baseAddress!, size: type.size, from: object)
            return type.box(place.baseAddress!)
        }
    }

    /// Stores the value at `bytes`, which has the type of the ivar.
    func store(_ bytes: UnsafeMutableRawPointer, in object: UnmanagedObject) {
        guard type.isObject else {
            return ivar.store(bytes, size: type.size, in: object)
        }
        object.setIvar(
            ivar, withStrongDefault: UnmanagedObject(bytes.load(as: UnsafeMutableRawPointer?.self)))
    }
}

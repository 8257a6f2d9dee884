// IvarAccess.swift - reads and writes the ivar of a key without accessors. Objects are owned as the ivar declares.
import MiniFoundation
import MiniRuntime

final class IvarAccess: Sendable {
    private let name: String
    private let offset: Int
    let type: ValueType

    /// nil for an ivar whose value objects cannot represent: an array, a bit-field, a type without known size.
    init?(_ ivar: Ivar) {
        guard let type = ValueType(encoding: ivar.typeEncoding) else { return nil }
        name = ivar.name
        offset = ivar.offset
        self.type = type
    }

    /// Returns the value as an object, borrowed.
    func value(of object: UnmanagedObject) -> UnmanagedObject? {
        guard case .object = type.shape else { return type.box(object.address + offset)?.autorelease() }
        do {
            return try object.retained().ivar(name, as: Object?.self)?.autoreleased()
        } catch {
            CodingException.raise(error)
            return nil
        }
    }

    /// Stores the value at `bytes`, which has the type of the ivar.
    func store(_ bytes: UnsafeMutableRawPointer, in object: UnmanagedObject) {
        guard case .object = type.shape else {
            return (object.address + offset).copyMemory(from: bytes, byteCount: type.size)
        }
        let value = UnmanagedObject(bytes.load(as: UnsafeMutableRawPointer?.self))
        do {
            try object.retained().setIvarWithStrongDefault(name, to: value?.retained())
        } catch {
            CodingException.raise(error)
        }
    }
}

// Boxing.swift - C values as objects and back, going by their type encodings: what key-value coding is made of.
//
//      c C s S i I l L q Q B f d      NSNumber of exactly that type
//      @ #                            the object or class itself
//      everything with a size         NSValue with the declared encoding
import MiniRuntime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Boxes and unboxes C values. Any thread.
public enum Boxing {
    /// The value at `bytes` as an object, owned by the caller. nil for a nil object, and for an encoding that is malformed or has no size.
    public static func object(from bytes: UnsafeRawPointer, encoding: String) -> Object? {
        let type = unqualified(encoding)
        switch type.first {
        case UInt8(ascii: "@"), UInt8(ascii: "#"):
            return UnmanagedObject(bytes.loadUnaligned(as: ID?.self))?.retained()
        case let first? where type.count == 1:
            if let number = NumberType(encoding: first) { return NSNumber.object(NumberValue(type: number, at: bytes)) }
            fallthrough
        default:
            return NSValue.object(bytes: bytes, encoding: encoding)
        }
    }

    /// Stores what an object stands for as a C value.
    ///
    /// Numbers are converted as a C cast does. An object is stored as its address, and not retained. A value must have an
    /// equivalent encoding. Throws ``BridgingError``: nil is no scalar and no structure.
    public static func store(_ object: Object?, at destination: UnsafeMutableRawPointer, encoding: String) throws {
        let type = unqualified(encoding)
        switch type.first {
        case UInt8(ascii: "@"):
            destination.storeBytes(of: object?.receiverAddress, as: ID?.self)
        case UInt8(ascii: "#"):
            if let object, !object.isClass { throw BridgingError.wrongType(expected: "Class", found: typeName(of: object)) }
            destination.storeBytes(of: object?.receiverAddress, as: ID?.self)
        case let first? where type.count == 1 && NumberType(encoding: first) != nil:
            try store(number: object, at: destination, NumberType(encoding: first)!)
        default:
            try store(value: object, at: destination, encoding)
        }
    }

    private static func store(number object: Object?, at destination: UnsafeMutableRawPointer, _ type: NumberType) throws {
        guard let object, let number = NSNumber.value(of: object.unmanaged.address) else {
            throw BridgingError.wrongType(expected: type.name, found: typeName(of: object))
        }
        withUnsafeBytes(of: number.converted(to: type).bits) {
            destination.copyMemory(from: $0.baseAddress!, byteCount: type.size)
        }
    }

    private static func store(value object: Object?, at destination: UnsafeMutableRawPointer, _ encoding: String) throws {
        guard let wanted = try? TypeEncoding(encoding), let (size, _) = wanted.layout, size > 0 else {
            throw BridgingError.unsupportedEncoding(encoding)
        }
        guard let object, let found = NSValue.encoding(of: object), try TypeEncoding(found).isEquivalent(to: wanted) else {
            let found = object.flatMap { NSValue.encoding(of: $0) } ?? typeName(of: object)
            throw BridgingError.wrongType(expected: encoding, found: found)
        }
        NSValue.withBytes(of: object) { destination.copyMemory(from: $0.baseAddress!, byteCount: size) }
    }

    /// Without the qualifiers in front: const, in, out, oneway, atomic ...
    private static func unqualified(_ encoding: String) -> Substring.UTF8View {
        encoding.utf8.drop { "rnNoORVA".utf8.contains($0) }
    }
}

extension NumberType {
    /// The Swift type that it is.
    var name: String {
        switch self {
        case .bool: "Bool"
        case .int8: "Int8"
        case .uint8: "UInt8"
        case .int16: "Int16"
        case .uint16: "UInt16"
        case .int32: "Int32"
        case .uint32: "UInt32"
        case .int64: "Int64"
        case .uint64: "UInt64"
        case .float: "Float"
        case .double: "Double"
        }
    }
}

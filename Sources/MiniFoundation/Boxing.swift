// Boxing.swift - C values as objects and back, going by their type encodings: what key-value coding is made of.
//
//      c C s S i I l L q Q B f d      NSNumber of exactly that type
//      @ #                            the object or class itself
//      everything with a size         NSValue with the declared encoding
import MiniRuntime

/// Boxes and unboxes C values. Any thread.
public enum Boxing {
    /// The value at `bytes` as an object, owned by the caller. nil for a nil object, and for an encoding that is
    /// malformed or has no size.
    public static func object(from bytes: UnsafeRawPointer, encoding: String) -> Object? {
        Box(encoding: encoding).object(from: bytes)?.takeOwnership()
    }

    /// How values of one type are boxed, found out beforehand.
    public struct Box: Sendable {
        private let encoding: String
        private let kind: Kind

        /// Boxes values of that type.
        public init(encoding: String) {
            self.encoding = encoding
            kind = Boxing.kind(of: encoding)
        }

        /// As ``Boxing/object(from:encoding:)``, as a plain pointer: +1.
        public func object(from bytes: UnsafeRawPointer) -> UnmanagedObject? {
            switch kind {
            case .object, .cls: UnmanagedObject(bytes.loadUnaligned(as: ID?.self))?.retain()
            case .number(let type): UnmanagedObject(NSNumber.create(NumberValue(type: type, at: bytes)))
            case .value:
                encoding.withCString { NSValue.create(allocate(NSValue.cls), bytes, $0) }.map(UnmanagedObject.init)
            }
        }
    }

    /// Stores what an object stands for as a C value.
    ///
    /// Numbers are converted as a C cast does. An object is stored as its address, and not retained. A value must have
    /// an equivalent encoding. Throws ``BridgingError``: nil is no scalar and no structure.
    public static func store(_ object: Object?, at destination: UnsafeMutableRawPointer, encoding: String) throws {
        switch kind(of: encoding) {
        case .object:
            destination.storeBytes(of: object?.receiverAddress, as: ID?.self)
        case .cls:
            if let object, !object.isClass {
                throw BridgingError.wrongType(expected: "Class", found: typeName(of: object))
            }
            destination.storeBytes(of: object?.receiverAddress, as: ID?.self)
        case .number(let type):
            try store(number: object, at: destination, type)
        case .value:
            try store(value: object, at: destination, encoding)
        }
    }

    private static func store(number object: Object?, at destination: UnsafeMutableRawPointer, _ type: NumberType)
        throws
    {
        guard let object, let number = NSNumber.value(of: object.unmanaged.address) else {
            throw BridgingError.wrongType(expected: type.name, found: typeName(of: object))
        }
        withUnsafeBytes(of: number.converted(to: type).bits) {
            destination.copyMemory(from: $0.baseAddress!, byteCount: type.size)
        }
    }

    private static func store(value object: Object?, at destination: UnsafeMutableRawPointer, _ encoding: String) throws
    {
        guard let wanted = try? TypeEncoding(encoding), let (size, _) = wanted.layout, size > 0 else {
            throw BridgingError.unsupportedEncoding(encoding)
        }
        guard let object, let found = NSValue.encoding(of: object), try TypeEncoding(found).isEquivalent(to: wanted)
        else {
            let found = object.flatMap { NSValue.encoding(of: $0) } ?? typeName(of: object)
            throw BridgingError.wrongType(expected: encoding, found: found)
        }
        NSValue.withBytes(of: object) { destination.copyMemory(from: $0.baseAddress!, byteCount: size) }
    }

    fileprivate enum Kind: Sendable {
        case object, cls, number(NumberType), value
    }

    /// Qualifiers in front, such as const and atomic, do not count.
    fileprivate static func kind(of encoding: String) -> Kind {
        var units = encoding.utf8.makeIterator()
        while let unit = units.next() {
            switch unit {
            case UInt8(ascii: "r"), UInt8(ascii: "n"), UInt8(ascii: "N"), UInt8(ascii: "o"), UInt8(ascii: "O"),
                UInt8(ascii: "R"), UInt8(ascii: "V"), UInt8(ascii: "A"):
                continue
            case UInt8(ascii: "@"): return .object
            case UInt8(ascii: "#"): return .cls
            default:
                guard let type = NumberType(encoding: unit), units.next() == nil else { return .value }
                return .number(type)
            }
        }
        return .value
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

// Boxing.swift - converts C values to objects and back, by their type encodings; key-value coding is built on it.
//
//      c C s S i I l L q Q B f d      NSNumber of exactly that type
//      @ #                            the object or class itself
//      any other type with a size     NSValue with the declared encoding
import MiniRuntime

/// Converts between C values and objects (boxing). Any thread.
package enum Boxing {
    /// Returns the value at `bytes` as an object owned by the caller. nil for a nil object, and for an encoding that is
    /// malformed or has no size.
    package static func object(from bytes: UnsafeRawPointer, encoding: String) -> Object? {
        Box(encoding: encoding).object(from: bytes)?.takeOwnership()
    }

    /// The boxing of values of one type, whose encoding is parsed only once.
    package struct Box: Sendable {
        private let kind: Kind
        /// Of values that become an NSValue.
        private let form: NSValue.Form?

        /// Creates a box for values with that encoding.
        package init(encoding: String) {
            kind = Boxing.kind(of: encoding)
            form = if case .value = kind { NSValue.Form(encoding) } else { nil }
        }

        /// Like ``Boxing/object(from:encoding:)``, but returns a plain pointer at +1.
        package func object(from bytes: UnsafeRawPointer) -> UnmanagedObject? {
            switch kind {
            case .object, .cls: UnmanagedObject(bytes.loadUnaligned(as: ID?.self))?.retain()
            case .number(let type): UnmanagedObject(NSNumber.create(NumberValue(type: type, at: bytes)))
            case .value: form.map { UnmanagedObject(NSValue.create(allocate(NSValue.cls), bytes, $0)) }
            }
        }
    }

    /// Returns the number that an object gives of itself, by a message such as `intValue`, if the encoding is that of a
    /// number and the object is none. Otherwise returns the object. An exception may be pending afterwards: an object
    /// that does not implement the message raises "unrecognized selector".
    package static func converted(_ object: UnmanagedObject, to encoding: String) -> Object {
        guard case .number(let type) = kind(of: encoding), NSNumber.value(of: object.address) == nil else {
            return object.retained()
        }
        return UnmanagedObject(NSNumber.create(type.value(sentTo: object))).takeOwnership()
    }

    /// Converts an object to a C value and stores it.
    ///
    /// Numbers are converted as by a C cast. An object is stored as its address and not retained. An NSValue must have
    /// an equivalent encoding. Throws ``BridgingError`` if the object does not fit; nil fits only object and class
    /// types.
    package static func store(_ object: Object?, at destination: UnsafeMutableRawPointer, encoding: String) throws {
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

    /// Ignores qualifiers, such as const and atomic.
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
    /// Sends the object the message that returns a number of this type, and returns the number.
    fileprivate func value(sentTo object: UnmanagedObject) -> NumberValue {
        let function = object.isa.methodImplementation(getter).address
        switch self {
        case .float:
            typealias Getter = @convention(c) (ID, SEL) -> Float
            return NumberValue(unsafeBitCast(function, to: Getter.self)(object.address, getter.address))
        case .double:
            typealias Getter = @convention(c) (ID, SEL) -> Double
            return NumberValue(unsafeBitCast(function, to: Getter.self)(object.address, getter.address))
        default:
            return withUnsafeBytes(of: object.sendWords(getter)) { NumberValue(type: self, at: $0.baseAddress!) }
        }
    }

    private var getter: Selector {
        switch self {
        case .bool: "boolValue"
        case .int8: "charValue"
        case .uint8: "unsignedCharValue"
        case .int16: "shortValue"
        case .uint16: "unsignedShortValue"
        case .int32: "intValue"
        case .uint32: "unsignedIntValue"
        case .int64: "longLongValue"
        case .uint64: "unsignedLongLongValue"
        case .float: "floatValue"
        case .double: "doubleValue"
        }
    }

    /// The name of the Swift type.
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

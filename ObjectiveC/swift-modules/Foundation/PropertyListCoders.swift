// PropertyListCoders.swift - PropertyListEncoder and PropertyListDecoder, over the module FoundationCoders.
import FoundationCoders

/// Writes values as property lists.
open class PropertyListEncoder: @unchecked Sendable {
    private var writer = PropertyListWriter()

    /// Creates an encoder.
    public init() {}

    /// The format of the lists: `.binary`, as at first, or `.xml`.
    open var outputFormat: PropertyListSerialization.PropertyListFormat {
        get { writer.isBinary ? .binary : .xml }
        set { writer.isBinary = newValue == .binary }
    }
    /// What the value's own code can ask of the encoder.
    open var userInfo: [CodingUserInfoKey: any Sendable] {
        get { writer.userInfo }
        set { writer.userInfo = newValue }
    }

    /// Returns a value as a property list. Throws an `EncodingError`, or what the value's own code throws.
    open func encode<Value: Encodable>(_ value: Value) throws -> Data { try writer.encode(value) }
}

/// Reads values from property lists.
open class PropertyListDecoder: @unchecked Sendable {
    private var reader = PropertyListReader()

    /// Creates a decoder.
    public init() {}

    /// What the value's own code can ask of the decoder.
    open var userInfo: [CodingUserInfoKey: any Sendable] {
        get { reader.userInfo }
        set { reader.userInfo = newValue }
    }

    /// Returns a value of a type from a property list. Throws a `DecodingError`, or what the value's own code throws.
    open func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        try reader.decode(type, from: data).0
    }

    /// The same; `format` is then the format of the list.
    open func decode<Value: Decodable>(
        _ type: Value.Type, from data: Data, format: inout PropertyListSerialization.PropertyListFormat
    ) throws -> Value {
        let (value, isBinary) = try reader.decode(type, from: data)
        format = isBinary ? .binary : .xml
        return value
    }
}

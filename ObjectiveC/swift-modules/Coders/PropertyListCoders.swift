// PropertyListCoders.swift - property lists from values, and back, with the coders of Swift's Foundation.
import FoundationEssentials

/// The options of a `PropertyListEncoder`.
public struct PropertyListWriter {
    /// Whether the list is written in the binary format, or as XML.
    public var isBinary = true
    /// What the value's own code can ask of the encoder.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// Creates the options that an encoder has at first.
    public init() {}

    /// Returns a value as a property list. Throws an `EncodingError`, or what the value's own code throws.
    public func encode(_ value: some Encodable) throws -> Data {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = isBinary ? .binary : .xml
        encoder.userInfo = userInfo
        return try encoder.encode(value)
    }
}

/// The options of a `PropertyListDecoder`.
public struct PropertyListReader {
    /// What the value's own code can ask of the decoder.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// Creates the options that a decoder has at first.
    public init() {}

    /// Returns a value of a type from a property list, and whether the list was in the binary format. Throws a
    /// `DecodingError`, or what the value's own code throws.
    public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> (Value, isBinary: Bool) {
        let decoder = PropertyListDecoder()
        decoder.userInfo = userInfo
        var format = PropertyListDecoder.PropertyListFormat.xml
        return (try decoder.decode(type, from: data, format: &format), isBinary: format == .binary)
    }
}

// JSONReader.swift - values from JSON, with the decoder of Swift's Foundation.
import FoundationEssentials

/// The options of a `JSONDecoder`. Each value is read by a decoder of Swift's Foundation.
public struct JSONReader {
    /// How dates are read.
    public enum DateStrategy: Sendable {
        /// As a date decodes itself, as seconds, as milliseconds, or as text in the format of ISO 8601.
        case deferredToDate, secondsSince1970, millisecondsSince1970, iso8601
        /// By a function.
        case custom(@Sendable (any Decoder) throws -> Date)
    }

    /// How data are read.
    public enum DataStrategy: Sendable {
        /// As an array of numbers, or as text.
        case deferredToData, base64
        /// By a function.
        case custom(@Sendable (any Decoder) throws -> Data)
    }

    /// How keys are read.
    public enum KeyStrategy: Sendable {
        /// As they are, or with `_` between their words.
        case useDefaultKeys, convertFromSnakeCase
        /// By a function of the keys that lead to the value.
        case custom(@Sendable ([any CodingKey]) -> any CodingKey)
    }

    /// How numbers are read that JSON does not have.
    public enum FloatStrategy: Sendable {
        /// A `DecodingError`.
        case `throw`
        /// From text.
        case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }

    /// How dates are read.
    public var dates = DateStrategy.deferredToDate
    /// How data are read.
    public var data = DataStrategy.base64
    /// How keys are read.
    public var keys = KeyStrategy.useDefaultKeys
    /// How numbers are read that JSON does not have.
    public var floats = FloatStrategy.throw
    /// Whether comments, single quotes and the rest of JSON5 are read.
    public var allowsJSON5 = false
    /// Whether the text may be a dictionary without its braces.
    public var assumesTopLevelDictionary = false
    /// What the value's own code can ask of the decoder.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// Creates the options that a decoder has at first.
    public init() {}

    /// Returns a value of a type from JSON. Throws a `DecodingError`, or what the value's own code throws.
    public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        let decoder = JSONDecoder()
        switch dates {
        case .deferredToDate: decoder.dateDecodingStrategy = .deferredToDate
        case .secondsSince1970: decoder.dateDecodingStrategy = .secondsSince1970
        case .millisecondsSince1970: decoder.dateDecodingStrategy = .millisecondsSince1970
        case .iso8601: decoder.dateDecodingStrategy = .iso8601
        case .custom(let body): decoder.dateDecodingStrategy = .custom(body)
        }
        switch self.data {
        case .deferredToData: decoder.dataDecodingStrategy = .deferredToData
        case .base64: decoder.dataDecodingStrategy = .base64
        case .custom(let body): decoder.dataDecodingStrategy = .custom(body)
        }
        switch keys {
        case .useDefaultKeys: decoder.keyDecodingStrategy = .useDefaultKeys
        case .convertFromSnakeCase: decoder.keyDecodingStrategy = .convertFromSnakeCase
        case .custom(let body): decoder.keyDecodingStrategy = .custom(body)
        }
        if case .convertFromString(let infinity, let negative, let nan) = floats {
            decoder.nonConformingFloatDecodingStrategy = .convertFromString(
                positiveInfinity: infinity, negativeInfinity: negative, nan: nan)
        }
        decoder.allowsJSON5 = allowsJSON5
        decoder.assumesTopLevelDictionary = assumesTopLevelDictionary
        decoder.userInfo = userInfo
        return try decoder.decode(type, from: data)
    }
}

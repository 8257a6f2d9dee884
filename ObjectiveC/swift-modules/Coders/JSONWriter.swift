// JSONWriter.swift - JSON from values, with the encoder of Swift's Foundation.
import FoundationEssentials

/// The options of a `JSONEncoder`. Each value is written by an encoder of Swift's Foundation.
public struct JSONWriter {
    /// How the text is laid out.
    public struct OutputFormatting: OptionSet, Sendable {
        /// The bits, which are those of the encoder's own options.
        public let rawValue: UInt
        /// Creates options from bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// One line for each key and element.
        public static let prettyPrinted = Self(rawValue: 1 << 0)
        /// Dictionaries in the order of their keys.
        public static let sortedKeys = Self(rawValue: 1 << 1)
        /// `/` as it is, in place of `\/`.
        public static let withoutEscapingSlashes = Self(rawValue: 1 << 3)
    }

    /// How dates are written.
    public enum DateStrategy: Sendable {
        /// As a date encodes itself, as seconds, as milliseconds, or as text in the format of ISO 8601.
        case deferredToDate, secondsSince1970, millisecondsSince1970, iso8601
        /// By a function.
        case custom(@Sendable (Date, any Encoder) throws -> Void)
    }

    /// How data are written.
    public enum DataStrategy: Sendable {
        /// As an array of numbers, or as text.
        case deferredToData, base64
        /// By a function.
        case custom(@Sendable (Data, any Encoder) throws -> Void)
    }

    /// How keys are written.
    public enum KeyStrategy: Sendable {
        /// As they are, or with `_` between their words.
        case useDefaultKeys, convertToSnakeCase
        /// By a function of the keys that lead to the value.
        case custom(@Sendable ([any CodingKey]) -> any CodingKey)
    }

    /// How numbers are written that JSON does not have.
    public enum FloatStrategy: Sendable {
        /// An `EncodingError`.
        case `throw`
        /// As text.
        case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }

    /// How the text is laid out.
    public var formatting: OutputFormatting = []
    /// How dates are written.
    public var dates = DateStrategy.deferredToDate
    /// How data are written.
    public var data = DataStrategy.base64
    /// How keys are written.
    public var keys = KeyStrategy.useDefaultKeys
    /// How numbers are written that JSON does not have.
    public var floats = FloatStrategy.throw
    /// What the value's own code can ask of the encoder.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// Creates the options that an encoder has at first.
    public init() {}

    /// Returns a value as JSON. Throws an `EncodingError`, or what the value's own code throws.
    public func encode(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .init(rawValue: formatting.rawValue)
        switch dates {
        case .deferredToDate: encoder.dateEncodingStrategy = .deferredToDate
        case .secondsSince1970: encoder.dateEncodingStrategy = .secondsSince1970
        case .millisecondsSince1970: encoder.dateEncodingStrategy = .millisecondsSince1970
        case .iso8601: encoder.dateEncodingStrategy = .iso8601
        case .custom(let body): encoder.dateEncodingStrategy = .custom(body)
        }
        switch data {
        case .deferredToData: encoder.dataEncodingStrategy = .deferredToData
        case .base64: encoder.dataEncodingStrategy = .base64
        case .custom(let body): encoder.dataEncodingStrategy = .custom(body)
        }
        switch keys {
        case .useDefaultKeys: encoder.keyEncodingStrategy = .useDefaultKeys
        case .convertToSnakeCase: encoder.keyEncodingStrategy = .convertToSnakeCase
        case .custom(let body): encoder.keyEncodingStrategy = .custom(body)
        }
        if case .convertToString(let infinity, let negative, let nan) = floats {
            encoder.nonConformingFloatEncodingStrategy = .convertToString(
                positiveInfinity: infinity, negativeInfinity: negative, nan: nan)
        }
        encoder.userInfo = userInfo
        return try encoder.encode(value)
    }
}

// JSONCoders.swift - JSONEncoder and JSONDecoder. The module FoundationCoders does the work with the classes of Swift's
// Foundation that have these names: code with the flag cannot use those.
public import FoundationCoders

/// Writes values as JSON.
open class JSONEncoder: @unchecked Sendable {
    /// How the text is laid out.
    public typealias OutputFormatting = JSONWriter.OutputFormatting
    /// How dates are written.
    public typealias DateEncodingStrategy = JSONWriter.DateStrategy
    /// How data are written.
    public typealias DataEncodingStrategy = JSONWriter.DataStrategy
    /// How keys are written.
    public typealias KeyEncodingStrategy = JSONWriter.KeyStrategy
    /// How numbers are written that JSON does not have.
    public typealias NonConformingFloatEncodingStrategy = JSONWriter.FloatStrategy

    private var writer = JSONWriter()

    /// Creates an encoder.
    public init() {}

    /// How the text is laid out. At first on one line.
    open var outputFormatting: OutputFormatting {
        get { writer.formatting }
        set { writer.formatting = newValue }
    }
    /// How dates are written. At first as they encode themselves.
    open var dateEncodingStrategy: DateEncodingStrategy {
        get { writer.dates }
        set { writer.dates = newValue }
    }
    /// How data are written. At first as text in base 64.
    open var dataEncodingStrategy: DataEncodingStrategy {
        get { writer.data }
        set { writer.data = newValue }
    }
    /// How keys are written. At first as they are.
    open var keyEncodingStrategy: KeyEncodingStrategy {
        get { writer.keys }
        set { writer.keys = newValue }
    }
    /// How numbers are written that JSON does not have. At first they throw.
    open var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy {
        get { writer.floats }
        set { writer.floats = newValue }
    }
    /// What the value's own code can ask of the encoder.
    open var userInfo: [CodingUserInfoKey: any Sendable] {
        get { writer.userInfo }
        set { writer.userInfo = newValue }
    }

    /// Returns a value as JSON. Throws an `EncodingError`, or what the value's own code throws.
    open func encode<Value: Encodable>(_ value: Value) throws -> Data { try writer.encode(value) }
}

/// Reads values from JSON.
open class JSONDecoder: @unchecked Sendable {
    /// How dates are read.
    public typealias DateDecodingStrategy = JSONReader.DateStrategy
    /// How data are read.
    public typealias DataDecodingStrategy = JSONReader.DataStrategy
    /// How keys are read.
    public typealias KeyDecodingStrategy = JSONReader.KeyStrategy
    /// How numbers are read that JSON does not have.
    public typealias NonConformingFloatDecodingStrategy = JSONReader.FloatStrategy

    private var reader = JSONReader()

    /// Creates a decoder.
    public init() {}

    /// How dates are read. At first as they decode themselves.
    open var dateDecodingStrategy: DateDecodingStrategy {
        get { reader.dates }
        set { reader.dates = newValue }
    }
    /// How data are read. At first from text in base 64.
    open var dataDecodingStrategy: DataDecodingStrategy {
        get { reader.data }
        set { reader.data = newValue }
    }
    /// How keys are read. At first as they are.
    open var keyDecodingStrategy: KeyDecodingStrategy {
        get { reader.keys }
        set { reader.keys = newValue }
    }
    /// How numbers are read that JSON does not have. At first their texts throw.
    open var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy {
        get { reader.floats }
        set { reader.floats = newValue }
    }
    /// Whether comments, single quotes and the rest of JSON5 are read.
    open var allowsJSON5: Bool {
        get { reader.allowsJSON5 }
        set { reader.allowsJSON5 = newValue }
    }
    /// Whether the text may be a dictionary without its braces.
    open var assumesTopLevelDictionary: Bool {
        get { reader.assumesTopLevelDictionary }
        set { reader.assumesTopLevelDictionary = newValue }
    }
    /// What the value's own code can ask of the decoder.
    open var userInfo: [CodingUserInfoKey: any Sendable] {
        get { reader.userInfo }
        set { reader.userInfo = newValue }
    }

    /// Returns a value of a type from JSON. Throws a `DecodingError`, or what the value's own code throws.
    open func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        try reader.decode(type, from: data)
    }
}

extension JSONWriter.DateStrategy {
    /// Writes dates as the texts of a formatter.
    public static func formatted(_ formatter: DateFormatter) -> Self {
        nonisolated(unsafe) let formatter = formatter
        return .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(formatter.string(from: date))
        }
    }
}

extension JSONReader.DateStrategy {
    /// Reads dates from the texts of a formatter.
    public static func formatted(_ formatter: DateFormatter) -> Self {
        nonisolated(unsafe) let formatter = formatter
        return .custom { decoder in
            let container = try decoder.singleValueContainer()
            if let date = formatter.date(from: try container.decode(String.self)) { return date }
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "Date string does not match format expected by formatter.")
        }
    }
}

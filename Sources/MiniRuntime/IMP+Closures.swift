// IMP+Closures.swift - closures of few parameters as methods.
//
// Written out and inlinable, because they are compiled for their types then: closure-imp takes 327 instructions, and
// 489 through a pack of types.
import CMiniRuntime

extension IMP {
    /// Of a closure without further parameters.
    @inlinable public init<Receiver: MessageValue, Result: MessageValue>(
        types: String? = nil, _ body: @escaping @Sendable (Receiver) throws -> Result
    ) throws {
        self = try Self.closure(Self.encoding(types, returning: Result.self)) { message in
            try body(message.receiver(Receiver.self, returning: Result.self)).returnAsMessageResult(of: message)
        }
    }

    /// Of a closure with one further parameter.
    @inlinable public init<Receiver: MessageValue, Argument: MessageValue, Result: MessageValue>(
        types: String? = nil, _ body: @escaping @Sendable (Receiver, Argument) throws -> Result
    ) throws {
        self = try Self.closure(Self.encoding(types, returning: Result.self, Argument.self)) { message in
            let result = try body(
                message.receiver(Receiver.self, returning: Result.self),
                Argument.fromArgument(2, of: message, retained: false))
            result.returnAsMessageResult(of: message)
        }
    }

    /// Of a closure with two further parameters.
    @inlinable
    public init<
        Receiver: MessageValue, First: MessageValue, Second: MessageValue, Result: MessageValue
    >(
        types: String? = nil, _ body: @escaping @Sendable (Receiver, First, Second) throws -> Result
    ) throws {
        self = try Self.closure(Self.encoding(types, returning: Result.self, First.self, Second.self)) { message in
            let result = try body(
                message.receiver(Receiver.self, returning: Result.self),
                First.fromArgument(2, of: message, retained: false),
                Second.fromArgument(3, of: message, retained: false))
            result.returnAsMessageResult(of: message)
        }
    }

    /// Of a closure without further parameters that returns nothing.
    @inlinable public init<Receiver: MessageValue>(
        types: String? = nil, _ body: @escaping @Sendable (Receiver) throws -> Void
    ) throws {
        self = try Self.closure(Self.encoding(types)) { message in
            try body(Receiver.fromArgument(0, of: message, retained: false))
        }
    }

    /// Of a closure with one further parameter that returns nothing.
    @inlinable public init<Receiver: MessageValue, Argument: MessageValue>(
        types: String? = nil, _ body: @escaping @Sendable (Receiver, Argument) throws -> Void
    ) throws {
        self = try Self.closure(Self.encoding(types, Argument.self)) { message in
            try body(
                Receiver.fromArgument(0, of: message, retained: false),
                Argument.fromArgument(2, of: message, retained: false))
        }
    }

    /// Of a closure with two further parameters that returns nothing.
    @inlinable public init<Receiver: MessageValue, First: MessageValue, Second: MessageValue>(
        types: String? = nil, _ body: @escaping @Sendable (Receiver, First, Second) throws -> Void
    ) throws {
        self = try Self.closure(Self.encoding(types, First.self, Second.self)) { message in
            try body(
                Receiver.fromArgument(0, of: message, retained: false),
                First.fromArgument(2, of: message, retained: false),
                Second.fromArgument(3, of: message, retained: false))
        }
    }

    @usableFromInline static func encoding<each Argument: MessageValue, Result: MessageValue>(
        _ given: String?, returning type: Result.Type, _ types: repeat (each Argument).Type
    ) throws -> String {
        try encoding(given, returning: type.encoding, fits: { TypeChecker.fits(type, $0) }, repeat each types)
    }

    @usableFromInline static func encoding<each Argument: MessageValue>(
        _ given: String?, _ types: repeat (each Argument).Type
    ) throws -> String {
        try encoding(
            given, returning: "v", fits: { $0.pointee == CChar(bitPattern: UInt8(ascii: "v")) }, repeat each types)
    }
}

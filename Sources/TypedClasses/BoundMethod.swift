// BoundMethod.swift - the value of `person.greet`: a receiver and a selector, to be called with arguments.
//
// The calls are written out for up to two arguments, as the methods are (TypedMethod+Bodies.swift).
import MiniRuntime

/// A method of one object, ready to be called.
public struct BoundMethod<Result, Arguments> {
    @usableFromInline let selector: Selector
    @usableFromInline let object: Object

    @inlinable init(_ selector: Selector, _ object: Object) {
        self.selector = selector
        self.object = object
    }
}

extension Ref {
    /// A method of the object, ready to be called: `person.greet`.
    @inlinable
    public subscript<Result, Arguments>(
        dynamicMember member: KeyPath<Description, TypedMethod<Result, Arguments>>
    ) -> BoundMethod<Result, Arguments> {
        BoundMethod(described.read { $0[keyPath: member].selector }, object)
    }
}

extension BoundMethod where Result: MessageValue {
    /// Sends the message. Throws the error that the method throws, or an exception that it raises.
    @inlinable public func callAsFunction() throws -> Result where Arguments == Void {
        try RuntimeException.unwrapping { try object.send(selector, as: Result.self) }
    }

    /// Sends the message with its argument. Throws the error that the method throws, or an exception that it raises.
    @inlinable public func callAsFunction(_ argument: Arguments) throws -> Result where Arguments: MessageValue {
        try RuntimeException.unwrapping { try object.send(selector, argument, as: Result.self) }
    }

    /// Sends the message with its arguments. Throws the error that the method throws, or an exception that it raises.
    @inlinable public func callAsFunction<First: MessageValue, Second: MessageValue>(
        _ first: First, _ second: Second
    ) throws -> Result where Arguments == (First, Second) {
        try RuntimeException.unwrapping { try object.send(selector, first, second, as: Result.self) }
    }

    /// Sends the message with its arguments. Throws the error that the method throws, or an exception that it raises.
    @inlinable
    public func callAsFunction<
        First: MessageValue, Second: MessageValue, Third: MessageValue, each Other: MessageValue
    >(
        _ first: First, _ second: Second, _ third: Third, _ others: repeat each Other
    ) throws -> Result where Arguments == (First, Second, Third, repeat each Other) {
        try RuntimeException.unwrapping {
            try object.send(selector, first, second, third, repeat each others, as: Result.self)
        }
    }
}

extension BoundMethod where Result == Void {
    /// Sends the message. Throws the error that the method throws, or an exception that it raises.
    @inlinable public func callAsFunction() throws where Arguments == Void {
        try RuntimeException.unwrapping { try object.send(selector) }
    }

    /// Sends the message with its argument. Throws the error that the method throws, or an exception that it raises.
    @inlinable public func callAsFunction(_ argument: Arguments) throws where Arguments: MessageValue {
        try RuntimeException.unwrapping { try object.send(selector, argument) }
    }

    /// Sends the message with its arguments. Throws the error that the method throws, or an exception that it raises.
    @inlinable public func callAsFunction<First: MessageValue, Second: MessageValue>(
        _ first: First, _ second: Second
    ) throws where Arguments == (First, Second) {
        try RuntimeException.unwrapping { try object.send(selector, first, second) }
    }

    /// Sends the message with its arguments. Throws the error that the method throws, or an exception that it raises.
    @inlinable
    public func callAsFunction<
        First: MessageValue, Second: MessageValue, Third: MessageValue, each Other: MessageValue
    >(
        _ first: First, _ second: Second, _ third: Third, _ others: repeat each Other
    ) throws where Arguments == (First, Second, Third, repeat each Other) {
        try RuntimeException.unwrapping { try object.send(selector, first, second, third, repeat each others) }
    }
}

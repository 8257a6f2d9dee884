// BoundSuperMethod.swift - the value of `me.super.greet`: a message to super, to be called with arguments.
import MiniRuntime

/// A superclass's method of one object, ready to be called.
public struct BoundSuperMethod<Result, Arguments> {
    private let selector: Selector
    private let object: Object
    private let cls: Class

    init(_ selector: Selector, _ object: Object, of cls: Class) {
        self.selector = selector
        self.object = object
        self.cls = cls
    }
}

extension BoundSuperMethod where Result: MessageValue {
    /// Sends the message to super. Throws the error that the method throws, or an exception that it raises.
    public func callAsFunction() throws -> Result where Arguments == Void {
        try RuntimeException.unwrapping { try object.sendSuper(of: cls, selector, as: Result.self) }
    }

    /// Sends the message to super with its argument. Throws the error that the method throws, or an exception that it
    /// raises.
    public func callAsFunction(_ argument: Arguments) throws -> Result where Arguments: MessageValue {
        try RuntimeException.unwrapping { try object.sendSuper(of: cls, selector, argument, as: Result.self) }
    }

    /// Sends the message to super with its arguments. Throws the error that the method throws, or an exception that it
    /// raises.
    public func callAsFunction<First: MessageValue, Second: MessageValue, each Other: MessageValue>(
        _ first: First, _ second: Second, _ others: repeat each Other
    ) throws -> Result where Arguments == (First, Second, repeat each Other) {
        try RuntimeException.unwrapping {
            try object.sendSuper(of: cls, selector, first, second, repeat each others, as: Result.self)
        }
    }
}

extension BoundSuperMethod where Result == Void {
    /// Sends the message to super. Throws the error that the method throws, or an exception that it raises.
    public func callAsFunction() throws where Arguments == Void {
        try RuntimeException.unwrapping { try object.sendSuper(of: cls, selector) }
    }

    /// Sends the message to super with its argument. Throws the error that the method throws, or an exception that it
    /// raises.
    public func callAsFunction(_ argument: Arguments) throws where Arguments: MessageValue {
        try RuntimeException.unwrapping { try object.sendSuper(of: cls, selector, argument) }
    }

    /// Sends the message to super with its arguments. Throws the error that the method throws, or an exception that it
    /// raises.
    public func callAsFunction<First: MessageValue, Second: MessageValue, each Other: MessageValue>(
        _ first: First, _ second: Second, _ others: repeat each Other
    ) throws where Arguments == (First, Second, repeat each Other) {
        try RuntimeException.unwrapping { try object.sendSuper(of: cls, selector, first, second, repeat each others) }
    }
}

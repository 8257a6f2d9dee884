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
    /// Sends the message to super with its arguments. Throws the error that the method throws, or an exception that it
    /// raises.
    public func callAsFunction<each Argument: MessageValue>(
        _ arguments: repeat each Argument
    ) throws -> Result where Arguments == (repeat each Argument) {
        try RuntimeException.unwrapping {
            try object.sendSuper(of: cls, selector, repeat each arguments, as: Result.self)
        }
    }
}

extension BoundSuperMethod where Result == Void {
    /// Sends the message to super with its arguments. Throws the error that the method throws, or an exception that it
    /// raises.
    public func callAsFunction<each Argument: MessageValue>(
        _ arguments: repeat each Argument
    ) throws where Arguments == (repeat each Argument) {
        try RuntimeException.unwrapping { try object.sendSuper(of: cls, selector, repeat each arguments) }
    }
}

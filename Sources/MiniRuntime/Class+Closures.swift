// Class+Closures.swift - closures of few parameters as methods of a class: compiled for their types, as those of
// IMP+Closures.swift are.

extension Class {
    /// Checks the number of arguments, and then calls `make`, which checks the types.
    @usableFromInline func addClosure(_ selector: Selector, arguments: Int, _ make: () throws -> IMP) throws -> IMP {
        try checkCount(selector, arguments)
        return try add(selector, make())
    }
}

extension Class {
    /// A method that is a closure without further parameters.
    @discardableResult
    @inlinable public func addMethod<Receiver: MessageValue, Result: MessageValue>(
        _ selector: Selector, types: String? = nil,
        _ body: @escaping @Sendable (Receiver) throws -> Result
    ) throws -> IMP {
        try addClosure(selector, arguments: 0) { try IMP(types: types, body) }
    }

    /// A method that is a closure with one further parameter.
    @discardableResult
    @inlinable public func addMethod<Receiver: MessageValue, Argument: MessageValue, Result: MessageValue>(
        _ selector: Selector, types: String? = nil,
        _ body: @escaping @Sendable (Receiver, Argument) throws -> Result
    ) throws -> IMP {
        try addClosure(selector, arguments: 1) { try IMP(types: types, body) }
    }

    /// A method that is a closure with two further parameters.
    @discardableResult
    @inlinable
    public func addMethod<Receiver: MessageValue, First: MessageValue, Second: MessageValue, Result: MessageValue>(
        _ selector: Selector, types: String? = nil,
        _ body: @escaping @Sendable (Receiver, First, Second) throws -> Result
    ) throws -> IMP {
        try addClosure(selector, arguments: 2) { try IMP(types: types, body) }
    }

    /// A method that is a closure without further parameters, and returns nothing.
    @discardableResult
    @inlinable public func addMethod<Receiver: MessageValue>(
        _ selector: Selector, types: String? = nil,
        _ body: @escaping @Sendable (Receiver) throws -> Void
    ) throws -> IMP {
        try addClosure(selector, arguments: 0) { try IMP(types: types, body) }
    }

    /// A method that is a closure with one further parameter, and returns nothing.
    @discardableResult
    @inlinable public func addMethod<Receiver: MessageValue, Argument: MessageValue>(
        _ selector: Selector, types: String? = nil,
        _ body: @escaping @Sendable (Receiver, Argument) throws -> Void
    ) throws -> IMP {
        try addClosure(selector, arguments: 1) { try IMP(types: types, body) }
    }

    /// A method that is a closure with two further parameters, and returns nothing.
    @discardableResult
    @inlinable public func addMethod<Receiver: MessageValue, First: MessageValue, Second: MessageValue>(
        _ selector: Selector, types: String? = nil,
        _ body: @escaping @Sendable (Receiver, First, Second) throws -> Void
    ) throws -> IMP {
        try addClosure(selector, arguments: 2) { try IMP(types: types, body) }
    }
}

extension ClassBuilder {
    /// A method that is a closure without further parameters.
    @discardableResult
    @inlinable public func addMethod<Receiver: MessageValue, Result: MessageValue>(
        _ selector: Selector, types: String? = nil,
        _ body: @escaping @Sendable (Receiver) throws -> Result
    ) throws -> IMP {
        try cls.addMethod(selector, types: types, body)
    }

    /// A method that is a closure with one further parameter.
    @discardableResult
    @inlinable public func addMethod<Receiver: MessageValue, Argument: MessageValue, Result: MessageValue>(
        _ selector: Selector, types: String? = nil,
        _ body: @escaping @Sendable (Receiver, Argument) throws -> Result
    ) throws -> IMP {
        try cls.addMethod(selector, types: types, body)
    }

    /// A method that is a closure with two further parameters.
    @discardableResult
    @inlinable
    public func addMethod<Receiver: MessageValue, First: MessageValue, Second: MessageValue, Result: MessageValue>(
        _ selector: Selector, types: String? = nil,
        _ body: @escaping @Sendable (Receiver, First, Second) throws -> Result
    ) throws -> IMP {
        try cls.addMethod(selector, types: types, body)
    }

    /// A method that is a closure without further parameters, and returns nothing.
    @discardableResult
    @inlinable public func addMethod<Receiver: MessageValue>(
        _ selector: Selector, types: String? = nil,
        _ body: @escaping @Sendable (Receiver) throws -> Void
    ) throws -> IMP {
        try cls.addMethod(selector, types: types, body)
    }

    /// A method that is a closure with one further parameter, and returns nothing.
    @discardableResult
    @inlinable public func addMethod<Receiver: MessageValue, Argument: MessageValue>(
        _ selector: Selector, types: String? = nil,
        _ body: @escaping @Sendable (Receiver, Argument) throws -> Void
    ) throws -> IMP {
        try cls.addMethod(selector, types: types, body)
    }

    /// A method that is a closure with two further parameters, and returns nothing.
    @discardableResult
    @inlinable public func addMethod<Receiver: MessageValue, First: MessageValue, Second: MessageValue>(
        _ selector: Selector, types: String? = nil,
        _ body: @escaping @Sendable (Receiver, First, Second) throws -> Void
    ) throws -> IMP {
        try cls.addMethod(selector, types: types, body)
    }
}

// Class+Closures.swift - closures with few parameters as methods of a class. The compiler specializes them for their
// types, like those in IMP+Closures.swift.

extension Class {
    /// Adds a method whose IMP is the result of `make`. Checks the number of arguments; `make` checks the types.
    @usableFromInline func addClosure(_ selector: Selector, arguments: Int, _ make: () throws -> IMP) throws -> IMP {
        try checkCount(selector, arguments)
        return try add(selector, make())
    }
}

extension Class {
    /// Adds a method whose closure has no parameter but the receiver.
    @discardableResult
    @inlinable public func addMethod<Receiver: MessageValue, Result: MessageValue>(
        _ selector: Selector, types: String? = nil,
        _ body: @escaping @Sendable (Receiver) throws -> Result
    ) throws -> IMP {
        try addClosure(selector, arguments: 0) { try IMP(types: types, body) }
    }

    /// Adds a method whose closure has the receiver and one argument as parameters.
    @discardableResult
    @inlinable public func addMethod<Receiver: MessageValue, Argument: MessageValue, Result: MessageValue>(
        _ selector: Selector, types: String? = nil,
        _ body: @escaping @Sendable (Receiver, Argument) throws -> Result
    ) throws -> IMP {
        try addClosure(selector, arguments: 1) { try IMP(types: types, body) }
    }

    /// Adds a method whose closure has the receiver and two arguments as parameters.
    @discardableResult
    @inlinable
    public func addMethod<Receiver: MessageValue, First: MessageValue, Second: MessageValue, Result: MessageValue>(
        _ selector: Selector, types: String? = nil,
        _ body: @escaping @Sendable (Receiver, First, Second) throws -> Result
    ) throws -> IMP {
        try addClosure(selector, arguments: 2) { try IMP(types: types, body) }
    }

    /// Adds a method that returns nothing, and whose closure has no parameter but the receiver.
    @discardableResult
    @inlinable public func addMethod<Receiver: MessageValue>(
        _ selector: Selector, types: String? = nil,
        _ body: @escaping @Sendable (Receiver) throws -> Void
    ) throws -> IMP {
        try addClosure(selector, arguments: 0) { try IMP(types: types, body) }
    }

    /// Adds a method that returns nothing, and whose closure has the receiver and one argument as parameters.
    @discardableResult
    @inlinable public func addMethod<Receiver: MessageValue, Argument: MessageValue>(
        _ selector: Selector, types: String? = nil,
        _ body: @escaping @Sendable (Receiver, Argument) throws -> Void
    ) throws -> IMP {
        try addClosure(selector, arguments: 1) { try IMP(types: types, body) }
    }

    /// Adds a method that returns nothing, and whose closure has the receiver and two arguments as parameters.
    @discardableResult
    @inlinable public func addMethod<Receiver: MessageValue, First: MessageValue, Second: MessageValue>(
        _ selector: Selector, types: String? = nil,
        _ body: @escaping @Sendable (Receiver, First, Second) throws -> Void
    ) throws -> IMP {
        try addClosure(selector, arguments: 2) { try IMP(types: types, body) }
    }
}

extension ClassBuilder {
    /// Adds a method whose closure has no parameter but the receiver.
    @discardableResult
    @inlinable public func addMethod<Receiver: MessageValue, Result: MessageValue>(
        _ selector: Selector, types: String? = nil,
        _ body: @escaping @Sendable (Receiver) throws -> Result
    ) throws -> IMP {
        try cls.addMethod(selector, types: types, body)
    }

    /// Adds a method whose closure has the receiver and one argument as parameters.
    @discardableResult
    @inlinable public func addMethod<Receiver: MessageValue, Argument: MessageValue, Result: MessageValue>(
        _ selector: Selector, types: String? = nil,
        _ body: @escaping @Sendable (Receiver, Argument) throws -> Result
    ) throws -> IMP {
        try cls.addMethod(selector, types: types, body)
    }

    /// Adds a method whose closure has the receiver and two arguments as parameters.
    @discardableResult
    @inlinable
    public func addMethod<Receiver: MessageValue, First: MessageValue, Second: MessageValue, Result: MessageValue>(
        _ selector: Selector, types: String? = nil,
        _ body: @escaping @Sendable (Receiver, First, Second) throws -> Result
    ) throws -> IMP {
        try cls.addMethod(selector, types: types, body)
    }

    /// Adds a method that returns nothing, and whose closure has no parameter but the receiver.
    @discardableResult
    @inlinable public func addMethod<Receiver: MessageValue>(
        _ selector: Selector, types: String? = nil,
        _ body: @escaping @Sendable (Receiver) throws -> Void
    ) throws -> IMP {
        try cls.addMethod(selector, types: types, body)
    }

    /// Adds a method that returns nothing, and whose closure has the receiver and one argument as parameters.
    @discardableResult
    @inlinable public func addMethod<Receiver: MessageValue, Argument: MessageValue>(
        _ selector: Selector, types: String? = nil,
        _ body: @escaping @Sendable (Receiver, Argument) throws -> Void
    ) throws -> IMP {
        try cls.addMethod(selector, types: types, body)
    }

    /// Adds a method that returns nothing, and whose closure has the receiver and two arguments as parameters.
    @discardableResult
    @inlinable public func addMethod<Receiver: MessageValue, First: MessageValue, Second: MessageValue>(
        _ selector: Selector, types: String? = nil,
        _ body: @escaping @Sendable (Receiver, First, Second) throws -> Void
    ) throws -> IMP {
        try cls.addMethod(selector, types: types, body)
    }
}

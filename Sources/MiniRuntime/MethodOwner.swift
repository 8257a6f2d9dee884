// MethodOwner.swift - closures as methods of a class, before or after its registration.
//
// The compiler specializes closures with few parameters for their types, like those in IMP+Closures.swift.

/// A class that methods can be added to: a ``Class``, or the ``ClassBuilder`` of one.
public protocol MethodOwner: ~Copyable {
    /// The class that gets the methods.
    var cls: Class { get }
}

extension Class: MethodOwner {
    /// The class itself.
    @inlinable public var cls: Class { self }

    /// Adds a method whose IMP is the result of `make`. Checks the number of arguments; `make` checks the types.
    @usableFromInline func addClosure(_ selector: Selector, arguments: Int, _ make: () throws -> IMP) throws -> IMP {
        try checkCount(selector, arguments)
        return try add(selector, make())
    }

    func checkCount(_ selector: Selector, _ given: Int) throws {
        guard selector.argumentCount == given else {
            throw RuntimeError.argumentCount(selector.name, expected: selector.argumentCount, given: given)
        }
    }

    func add(_ selector: Selector, _ implementation: IMP) throws -> IMP {
        guard addMethod(selector, implementation, types: implementation.closureTypes!) else {
            implementation.remove()
            throw RuntimeError.alreadyPresent(selector.name, class: name)
        }
        return implementation
    }
}

extension MethodOwner where Self: ~Copyable {
    /// Adds a method, before or after registration.
    ///
    /// - Parameters:
    ///   - selector: the method's name, with one colon for each parameter that `body` has after the receiver.
    ///   - types: the method's encoding, if it must be more precise than the Swift types.
    ///   - body: the implementation. Runs on the sender's thread; an error that it throws is raised as an exception.
    /// - Returns: the closure's IMP, which lives until ``IMP/remove()``.
    ///
    /// Throws ``RuntimeError/alreadyPresent(_:class:)``, ``RuntimeError/argumentCount(_:expected:given:)`` or
    /// ``RuntimeError/encodingMismatch(_:expected:given:)``. Objective-C: `class_addMethod`.
    @discardableResult
    public func addMethod<Receiver: MessageValue, each Argument: MessageValue, Result: MessageValue>(
        _ selector: Selector, types: String? = nil,
        _ body: @escaping @Sendable (Receiver, repeat each Argument) throws -> Result
    ) throws -> IMP {
        try cls.checkCount(selector, encodings(repeat (each Argument).self).count)
        return try cls.add(selector, IMP(types: types, body))
    }

    /// Adds a method that returns nothing; otherwise like the other `addMethod(_:types:_:)`.
    @discardableResult
    public func addMethod<Receiver: MessageValue, each Argument: MessageValue>(
        _ selector: Selector, types: String? = nil,
        _ body: @escaping @Sendable (Receiver, repeat each Argument) throws -> Void
    ) throws -> IMP {
        try cls.checkCount(selector, encodings(repeat (each Argument).self).count)
        return try cls.add(selector, IMP(types: types, body))
    }

    /// Adds a method whose closure has no parameter but the receiver.
    @discardableResult
    @inlinable public func addMethod<Receiver: MessageValue, Result: MessageValue>(
        _ selector: Selector, types: String? = nil,
        _ body: @escaping @Sendable (Receiver) throws -> Result
    ) throws -> IMP {
        try cls.addClosure(selector, arguments: 0) { try IMP(types: types, body) }
    }

    /// Adds a method whose closure has the receiver and one argument as parameters.
    @discardableResult
    @inlinable public func addMethod<Receiver: MessageValue, Argument: MessageValue, Result: MessageValue>(
        _ selector: Selector, types: String? = nil,
        _ body: @escaping @Sendable (Receiver, Argument) throws -> Result
    ) throws -> IMP {
        try cls.addClosure(selector, arguments: 1) { try IMP(types: types, body) }
    }

    /// Adds a method whose closure has the receiver and two arguments as parameters.
    @discardableResult
    @inlinable
    public func addMethod<Receiver: MessageValue, First: MessageValue, Second: MessageValue, Result: MessageValue>(
        _ selector: Selector, types: String? = nil,
        _ body: @escaping @Sendable (Receiver, First, Second) throws -> Result
    ) throws -> IMP {
        try cls.addClosure(selector, arguments: 2) { try IMP(types: types, body) }
    }

    /// Adds a method that returns nothing, and whose closure has no parameter but the receiver.
    @discardableResult
    @inlinable public func addMethod<Receiver: MessageValue>(
        _ selector: Selector, types: String? = nil,
        _ body: @escaping @Sendable (Receiver) throws -> Void
    ) throws -> IMP {
        try cls.addClosure(selector, arguments: 0) { try IMP(types: types, body) }
    }

    /// Adds a method that returns nothing, and whose closure has the receiver and one argument as parameters.
    @discardableResult
    @inlinable public func addMethod<Receiver: MessageValue, Argument: MessageValue>(
        _ selector: Selector, types: String? = nil,
        _ body: @escaping @Sendable (Receiver, Argument) throws -> Void
    ) throws -> IMP {
        try cls.addClosure(selector, arguments: 1) { try IMP(types: types, body) }
    }

    /// Adds a method that returns nothing, and whose closure has the receiver and two arguments as parameters.
    @discardableResult
    @inlinable public func addMethod<Receiver: MessageValue, First: MessageValue, Second: MessageValue>(
        _ selector: Selector, types: String? = nil,
        _ body: @escaping @Sendable (Receiver, First, Second) throws -> Void
    ) throws -> IMP {
        try cls.addClosure(selector, arguments: 2) { try IMP(types: types, body) }
    }
}

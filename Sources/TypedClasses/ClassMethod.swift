// ClassMethod.swift - class methods that a description declares.
import MiniRuntime

/// A class method: a method of the metaclass, which subclasses inherit.
///
///     let format = ClassMethod { (me: ClassRef<Account>, amount: Int) in "\(amount) \(me.currency)" }
///
///     try Account.class.format(3)         // [Account format: 3]
///
/// The selector is the name with a colon for each argument, unless one is given. A subclass overrides the method with
/// an ``Override``. Objective-C: a method with a `+`.
///
/// `Arguments` is as in ``TypedMethod``.
public final class ClassMethod<Result, Arguments>: @unchecked Sendable {
    // Sendable: the selector is written once, while the class is made, before other threads can reach the method.
    /// The selector. "none" until the class is made, unless one was given.
    private(set) var selector: Selector
    private let isNamed: Bool
    private let argumentCount: Int
    private let add: MethodMaker

    private init(_ selector: Selector?, arguments: Int, add: @escaping MethodMaker) {
        (self.selector, isNamed) = (selector ?? "none", selector != nil)
        argumentCount = arguments
        self.add = add
    }

    /// Declares a class method with a return value. An error that the closure throws is raised.
    /// - Parameters:
    ///   - selector: the selector; nil for the name with a colon for each argument.
    ///   - body: receives the class that the message was sent to.
    public convenience init<Description: ClassDescription, each Argument: MessageValue>(
        _ selector: Selector? = nil,
        _ body: @escaping @Sendable (ClassRef<Description>, repeat each Argument) throws -> Result
    ) where Result: MessageValue, Arguments == (repeat each Argument) {
        self.init(selector, arguments: count(repeat (each Argument).self)) { selector, builder, declaring in
            let described = try Described<Description>(whileMaking: declaring)
            try builder.addClassMethod(selector) { (me: Class, arguments: repeat each Argument) throws -> Result in
                try body(ClassRef(me, described), repeat each arguments)
            }
        }
    }

    /// Declares a class method without a return value. An error that the closure throws is raised.
    /// - Parameters:
    ///   - selector: the selector; nil for the name with a colon for each argument.
    ///   - body: receives the class that the message was sent to.
    public convenience init<Description: ClassDescription, each Argument: MessageValue>(
        _ selector: Selector? = nil,
        _ body: @escaping @Sendable (ClassRef<Description>, repeat each Argument) throws -> Void
    ) where Result == Void, Arguments == (repeat each Argument) {
        self.init(selector, arguments: count(repeat (each Argument).self)) { selector, builder, declaring in
            let described = try Described<Description>(whileMaking: declaring)
            try builder.addClassMethod(selector) { (me: Class, arguments: repeat each Argument) throws -> Void in
                try body(ClassRef(me, described), repeat each arguments)
            }
        }
    }
}

extension ClassMethod: DeclaredMember {
    func declare(
        _ name: String, in builder: borrowing ClassBuilder, of description: ClassDescription, below superclass: Class
    ) throws {
        self.name(name)
        try description.checkClassMember(name)
        try add(selector, builder, description)
    }

    func name(_ name: String) {
        if !isNamed { selector = Selector(name, arguments: argumentCount) }
    }
}

extension Override {
    /// Overrides a class method. An error that the closure throws is raised; `me.super` calls the overridden method.
    public convenience init<
        Above: ClassDescription, Description: ClassDescription, each Argument: MessageValue, Result: MessageValue
    >(
        _ method: KeyPath<Above, ClassMethod<Result, (repeat each Argument)>>,
        _ body: @escaping @Sendable (ClassRef<Description>, repeat each Argument) throws -> Result
    ) {
        self.init { overriding, builder in
            let (_, selector) = try overriding.find(method, takenAs: Description.self, isOfClass: true) { $0.selector }
            let own = ClassMethod<Result, (repeat each Argument)>(selector, body)
            try own.declare(overriding.name, in: builder, of: overriding.description, below: overriding.superclass)
        }
    }

    /// Overrides a class method without a return value. An error that the closure throws is raised.
    public convenience init<Above: ClassDescription, Description: ClassDescription, each Argument: MessageValue>(
        _ method: KeyPath<Above, ClassMethod<Void, (repeat each Argument)>>,
        _ body: @escaping @Sendable (ClassRef<Description>, repeat each Argument) throws -> Void
    ) {
        self.init { overriding, builder in
            let (_, selector) = try overriding.find(method, takenAs: Description.self, isOfClass: true) { $0.selector }
            let own = ClassMethod<Void, (repeat each Argument)>(selector, body)
            try own.declare(overriding.name, in: builder, of: overriding.description, below: overriding.superclass)
        }
    }
}

/// A class method, ready to be called.
public struct BoundClassMethod<Result, Arguments> {
    private let message: ClassMessage

    init(_ message: ClassMessage) {
        self.message = message
    }
}

extension BoundClassMethod where Result: MessageValue {
    /// Sends the message with its arguments. Throws the error that the method throws, or an exception that it raises.
    public func callAsFunction<each Argument: MessageValue>(
        _ arguments: repeat each Argument
    ) throws -> Result where Arguments == (repeat each Argument) {
        try RuntimeException.unwrapping { try message.send(repeat each arguments, as: Result.self) }
    }
}

extension BoundClassMethod where Result == Void {
    /// Sends the message with its arguments. Throws the error that the method throws, or an exception that it raises.
    public func callAsFunction<each Argument: MessageValue>(
        _ arguments: repeat each Argument
    ) throws where Arguments == (repeat each Argument) {
        try RuntimeException.unwrapping { try message.send(repeat each arguments) }
    }
}

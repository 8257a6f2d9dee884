// Override+Methods.swift - overrides of methods, written out for up to two arguments, as TypedMethod+Bodies.swift.
import MiniRuntime

extension Override {
    private convenience init<Above: ClassDescription, Result, Arguments>(
        _ method: KeyPath<Above, TypedMethod<Result, Arguments>>, takenAs closure: ClassDescription.Type,
        _ make: @escaping (Selector) -> TypedMethod<Result, Arguments>
    ) {
        self.init { overriding, builder in
            let (_, selector) = try overriding.find(method, takenAs: closure) { $0.selector }
            try make(selector).declare(overriding.name, in: builder, overriding.description)
        }
    }

    /// Overrides a method without arguments. An error that the closure throws is raised.
    public convenience init<Above: ClassDescription, Description: ClassDescription, Result: MessageValue>(
        _ method: KeyPath<Above, TypedMethod<Result, Void>>,
        _ body: @escaping @Sendable (Ref<Description>) throws -> Result
    ) {
        self.init(method, takenAs: Description.self) { TypedMethod($0, body) }
    }

    /// Overrides a method with one argument. An error that the closure throws is raised.
    public convenience init<
        Above: ClassDescription, Description: ClassDescription, Argument: MessageValue, Result: MessageValue
    >(
        _ method: KeyPath<Above, TypedMethod<Result, Argument>>,
        _ body: @escaping @Sendable (Ref<Description>, Argument) throws -> Result
    ) {
        self.init(method, takenAs: Description.self) { TypedMethod($0, body) }
    }

    /// Overrides a method with two arguments. An error that the closure throws is raised.
    public convenience init<
        Above: ClassDescription, Description: ClassDescription, First: MessageValue, Second: MessageValue,
        Result: MessageValue
    >(
        _ method: KeyPath<Above, TypedMethod<Result, (First, Second)>>,
        _ body: @escaping @Sendable (Ref<Description>, First, Second) throws -> Result
    ) {
        self.init(method, takenAs: Description.self) { TypedMethod($0, body) }
    }

    /// Overrides a method with three or more arguments. An error that the closure throws is raised.
    public convenience init<
        Above: ClassDescription, Description: ClassDescription, First: MessageValue, Second: MessageValue,
        Third: MessageValue, each Other: MessageValue, Result: MessageValue
    >(
        _ method: KeyPath<Above, TypedMethod<Result, (First, Second, Third, repeat each Other)>>,
        _ body: @escaping @Sendable (Ref<Description>, First, Second, Third, repeat each Other) throws -> Result
    ) {
        self.init(method, takenAs: Description.self) { TypedMethod($0, body) }
    }

    /// Overrides a method without arguments or a return value. If the method is `dealloc`, the superclass's `dealloc`
    /// is called after the closure.
    public convenience init<Above: ClassDescription, Description: ClassDescription>(
        _ method: KeyPath<Above, TypedMethod<Void, Void>>,
        _ body: @escaping @Sendable (Ref<Description>) throws -> Void
    ) {
        self.init(method, takenAs: Description.self) { TypedMethod($0, body) }
    }

    /// Overrides a method with one argument and no return value. An error that the closure throws is raised.
    public convenience init<Above: ClassDescription, Description: ClassDescription, Argument: MessageValue>(
        _ method: KeyPath<Above, TypedMethod<Void, Argument>>,
        _ body: @escaping @Sendable (Ref<Description>, Argument) throws -> Void
    ) {
        self.init(method, takenAs: Description.self) { TypedMethod($0, body) }
    }

    /// Overrides a method with two arguments and no return value. An error that the closure throws is raised.
    public convenience init<
        Above: ClassDescription, Description: ClassDescription, First: MessageValue, Second: MessageValue
    >(
        _ method: KeyPath<Above, TypedMethod<Void, (First, Second)>>,
        _ body: @escaping @Sendable (Ref<Description>, First, Second) throws -> Void
    ) {
        self.init(method, takenAs: Description.self) { TypedMethod($0, body) }
    }

    /// Overrides a method with three or more arguments and no return value. An error that the closure throws is raised.
    public convenience init<
        Above: ClassDescription, Description: ClassDescription, First: MessageValue, Second: MessageValue,
        Third: MessageValue, each Other: MessageValue
    >(
        _ method: KeyPath<Above, TypedMethod<Void, (First, Second, Third, repeat each Other)>>,
        _ body: @escaping @Sendable (Ref<Description>, First, Second, Third, repeat each Other) throws -> Void
    ) {
        self.init(method, takenAs: Description.self) { TypedMethod($0, body) }
    }
}

// Override+Methods.swift - overrides of methods, written out as the methods are (TypedMethod+Bodies.swift), which they become.
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

    /// A method without arguments. What the closure throws is raised.
    public convenience init<Above: ClassDescription, Description: ClassDescription, Result: MessageValue>(
        _ method: KeyPath<Above, TypedMethod<Result, Void>>,
        _ body: @escaping @Sendable (Ref<Description>) throws -> Result
    ) {
        self.init(method, takenAs: Description.self) { TypedMethod($0, body) }
    }

    /// A method with one argument. What the closure throws is raised.
    public convenience init<
        Above: ClassDescription, Description: ClassDescription, Argument: MessageValue, Result: MessageValue
    >(
        _ method: KeyPath<Above, TypedMethod<Result, Argument>>,
        _ body: @escaping @Sendable (Ref<Description>, Argument) throws -> Result
    ) {
        self.init(method, takenAs: Description.self) { TypedMethod($0, body) }
    }

    /// A method with two arguments. What the closure throws is raised.
    public convenience init<
        Above: ClassDescription, Description: ClassDescription, First: MessageValue, Second: MessageValue,
        Result: MessageValue
    >(
        _ method: KeyPath<Above, TypedMethod<Result, (First, Second)>>,
        _ body: @escaping @Sendable (Ref<Description>, First, Second) throws -> Result
    ) {
        self.init(method, takenAs: Description.self) { TypedMethod($0, body) }
    }

    /// A method with three or more arguments. What the closure throws is raised.
    public convenience init<
        Above: ClassDescription, Description: ClassDescription, First: MessageValue, Second: MessageValue,
        Third: MessageValue, each Other: MessageValue, Result: MessageValue
    >(
        _ method: KeyPath<Above, TypedMethod<Result, (First, Second, Third, repeat each Other)>>,
        _ body: @escaping @Sendable (Ref<Description>, First, Second, Third, repeat each Other) throws -> Result
    ) {
        self.init(method, takenAs: Description.self) { TypedMethod($0, body) }
    }

    /// A method without arguments that returns nothing. Of one that is `dealloc`, super's is called for it.
    public convenience init<Above: ClassDescription, Description: ClassDescription>(
        _ method: KeyPath<Above, TypedMethod<Void, Void>>,
        _ body: @escaping @Sendable (Ref<Description>) throws -> Void
    ) {
        self.init(method, takenAs: Description.self) { TypedMethod($0, body) }
    }

    /// A method with one argument that returns nothing.
    public convenience init<Above: ClassDescription, Description: ClassDescription, Argument: MessageValue>(
        _ method: KeyPath<Above, TypedMethod<Void, Argument>>,
        _ body: @escaping @Sendable (Ref<Description>, Argument) throws -> Void
    ) {
        self.init(method, takenAs: Description.self) { TypedMethod($0, body) }
    }

    /// A method with two arguments that returns nothing.
    public convenience init<
        Above: ClassDescription, Description: ClassDescription, First: MessageValue, Second: MessageValue
    >(
        _ method: KeyPath<Above, TypedMethod<Void, (First, Second)>>,
        _ body: @escaping @Sendable (Ref<Description>, First, Second) throws -> Void
    ) {
        self.init(method, takenAs: Description.self) { TypedMethod($0, body) }
    }

    /// A method with three or more arguments that returns nothing.
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

// TypedMethod+Bodies.swift - methods whose bodies are closures.
//
// The initializers are written out for up to two arguments, and inlinable: Swift calls each opened element of a
// parameter pack through its witness table, even in specialized code. The benchmark row typed-method measures the
// result. An error that a closure throws is raised as an exception.
import MiniRuntime

extension TypedMethod where Result: MessageValue {
    /// Declares a method without arguments. An error that the closure throws is raised.
    @inlinable public convenience init<Description: ClassDescription>(
        _ selector: Selector? = nil, _ body: @escaping @Sendable (Ref<Description>) throws -> Result
    ) where Arguments == Void {
        self.init(selector, arguments: 0) { selector, builder, declaring in
            let described = try Described<Description>(whileMaking: declaring)
            try builder.addMethod(selector) { (me: Object) throws -> Result in
                try body(Ref(unchecked: me, described))
            }
        }
    }

    /// Declares a method with one argument. An error that the closure throws is raised.
    @inlinable public convenience init<Description: ClassDescription>(
        _ selector: Selector? = nil, _ body: @escaping @Sendable (Ref<Description>, Arguments) throws -> Result
    ) where Arguments: MessageValue {
        self.init(selector, arguments: 1) { selector, builder, declaring in
            let described = try Described<Description>(whileMaking: declaring)
            try builder.addMethod(selector) { (me: Object, argument: Arguments) throws -> Result in
                try body(Ref(unchecked: me, described), argument)
            }
        }
    }

    /// Declares a method with two arguments. An error that the closure throws is raised.
    @inlinable public convenience init<Description: ClassDescription, First: MessageValue, Second: MessageValue>(
        _ selector: Selector? = nil, _ body: @escaping @Sendable (Ref<Description>, First, Second) throws -> Result
    ) where Arguments == (First, Second) {
        self.init(selector, arguments: 2) { selector, builder, declaring in
            let described = try Described<Description>(whileMaking: declaring)
            try builder.addMethod(selector) { (me: Object, first: First, second: Second) throws -> Result in
                try body(Ref(unchecked: me, described), first, second)
            }
        }
    }

    /// Declares a method with three or more arguments. An error that the closure throws is raised.
    public convenience init<
        Description: ClassDescription, First: MessageValue, Second: MessageValue, Third: MessageValue,
        each Other: MessageValue
    >(
        _ selector: Selector? = nil,
        _ body: @escaping @Sendable (Ref<Description>, First, Second, Third, repeat each Other) throws -> Result
    ) where Arguments == (First, Second, Third, repeat each Other) {
        self.init(selector, arguments: 3 + count(repeat (each Other).self)) { selector, builder, declaring in
            let described = try Described<Description>(whileMaking: declaring)
            try builder.addMethod(selector) {
                (me: Object, first: First, second: Second, third: Third, others: repeat each Other) throws -> Result in
                try body(Ref(unchecked: me, described), first, second, third, repeat each others)
            }
        }
    }
}

extension TypedMethod where Result == Void {
    /// Declares a method without arguments or a return value. Only such a method may be `dealloc`. An error that the
    /// closure throws is raised.
    @inlinable public convenience init<Description: ClassDescription>(
        _ selector: Selector? = nil, _ body: @escaping @Sendable (Ref<Description>) throws -> Void
    ) where Arguments == Void {
        self.init(selector, arguments: 0) { selector, builder, declaring in
            let described = try Described<Description>(whileMaking: declaring)
            guard selector != "dealloc" else { return try builder.addDealloc(described, body) }
            try builder.addMethod(selector) { (me: Object) throws -> Void in try body(Ref(unchecked: me, described)) }
        }
    }

    /// Declares a method with one argument and no return value. An error that the closure throws is raised.
    @inlinable public convenience init<Description: ClassDescription>(
        _ selector: Selector? = nil, _ body: @escaping @Sendable (Ref<Description>, Arguments) throws -> Void
    ) where Arguments: MessageValue {
        self.init(selector, arguments: 1) { selector, builder, declaring in
            let described = try Described<Description>(whileMaking: declaring)
            try builder.addMethod(selector) { (me: Object, argument: Arguments) throws -> Void in
                try body(Ref(unchecked: me, described), argument)
            }
        }
    }

    /// Declares a method with two arguments and no return value. An error that the closure throws is raised.
    @inlinable public convenience init<Description: ClassDescription, First: MessageValue, Second: MessageValue>(
        _ selector: Selector? = nil, _ body: @escaping @Sendable (Ref<Description>, First, Second) throws -> Void
    ) where Arguments == (First, Second) {
        self.init(selector, arguments: 2) { selector, builder, declaring in
            let described = try Described<Description>(whileMaking: declaring)
            try builder.addMethod(selector) { (me: Object, first: First, second: Second) throws -> Void in
                try body(Ref(unchecked: me, described), first, second)
            }
        }
    }

    /// Declares a method with three or more arguments and no return value. An error that the closure throws is raised.
    public convenience init<
        Description: ClassDescription, First: MessageValue, Second: MessageValue, Third: MessageValue,
        each Other: MessageValue
    >(
        _ selector: Selector? = nil,
        _ body: @escaping @Sendable (Ref<Description>, First, Second, Third, repeat each Other) throws -> Void
    ) where Arguments == (First, Second, Third, repeat each Other) {
        self.init(selector, arguments: 3 + count(repeat (each Other).self)) { selector, builder, declaring in
            let described = try Described<Description>(whileMaking: declaring)
            try builder.addMethod(selector) {
                (me: Object, first: First, second: Second, third: Third, others: repeat each Other) throws -> Void in
                try body(Ref(unchecked: me, described), first, second, third, repeat each others)
            }
        }
    }
}

extension ClassBuilder {
    /// Adds a method `dealloc` that calls `body`, and then the superclass's `dealloc`.
    @usableFromInline func addDealloc<Description: ClassDescription>(
        _ described: Described<Description>, _ body: @escaping @Sendable (Ref<Description>) throws -> Void
    ) throws {
        let cls = cls
        try addMethod("dealloc") { (me: UnmanagedObject) throws -> Void in
            try me.dealloc(in: cls) { try body(Ref(unchecked: $0, described)) }
        }
    }
}

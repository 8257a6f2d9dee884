// TypedMethod+Bodies.swift - how methods are made of closures.
//
// Written out for up to two arguments, and inlinable, because a pack of types is not compiled for its types: typed-method
// takes 110 ns through one.
import MiniRuntime

extension TypedMethod where Result: MessageValue {
    /// A method without arguments. What the closure throws is raised.
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

    /// A method with one argument. What the closure throws is raised.
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

    /// A method with two arguments. What the closure throws is raised.
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

    /// A method with three or more arguments. What the closure throws is raised.
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
    /// A method without arguments that returns nothing: the one that may be `dealloc`.
    @inlinable public convenience init<Description: ClassDescription>(
        _ selector: Selector? = nil, _ body: @escaping @Sendable (Ref<Description>) throws -> Void
    ) where Arguments == Void {
        self.init(selector, arguments: 0) { selector, builder, declaring in
            let described = try Described<Description>(whileMaking: declaring)
            guard selector != "dealloc" else { return try builder.addDealloc(described, body) }
            try builder.addMethod(selector) { (me: Object) throws -> Void in try body(Ref(unchecked: me, described)) }
        }
    }

    /// A method with one argument that returns nothing.
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

    /// A method with two arguments that returns nothing.
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

    /// A method with three or more arguments that returns nothing.
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
    /// A method `dealloc` that calls `body`, and then the superclass's.
    @usableFromInline func addDealloc<Description: ClassDescription>(
        _ described: Described<Description>, _ body: @escaping @Sendable (Ref<Description>) throws -> Void
    ) throws {
        let cls = cls
        try addMethod("dealloc") { (me: UnmanagedObject) throws -> Void in
            try me.dealloc(in: cls) { try body(Ref(unchecked: $0, described)) }
        }
    }
}

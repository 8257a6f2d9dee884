// Initializer.swift - initializers with arguments: `Account.new(\.initWithOwner, "Eve", 5)`.
import MiniFoundation
import MiniRuntime

/// An initializer that a description declares.
///
///     let initWithOwner = Initializer { (me: Ref<Account>, owner: String, balance: Int) in
///         guard balance >= 0 else { throw AccountError.overdrawn(balance) }
///         (me.owner, me.balance) = (owner, balance)
///     }
///
///     let eve = try Account.new(\.initWithOwner, "Eve", 5)
///
/// It sends `init` to the object, which stores the default values, and then calls the closure. The selector is the name
/// with a colon for each argument, unless one is given; it must begin with `init`. Subclasses inherit the initializer,
/// and can call it in their own: `try me.super.initWithOwner(owner, 0)`. If the closure throws, the allocated object is
/// released.
///
/// `Arguments` is as in ``TypedMethod``. Objective-C: a method of the init family.
public final class Initializer<Arguments>: @unchecked Sendable {
    // Sendable: the selector is written once, while the class is made, before other threads can reach the initializer.
    /// The selector. "none" until the class is made, unless one was given.
    private(set) var selector: Selector
    private let isNamed: Bool
    private let argumentCount: Int
    private let add: MethodMaker

    /// Declares an initializer. An error that the closure throws is raised, and `new` throws it unchanged.
    /// - Parameters:
    ///   - selector: the selector; nil for the name with a colon for each argument.
    ///   - body: receives the object with its default values.
    public init<Description: ClassDescription, each Argument: MessageValue>(
        _ selector: Selector? = nil,
        _ body: @escaping @Sendable (Ref<Description>, repeat each Argument) throws -> Void
    ) where Arguments == (repeat each Argument) {
        (self.selector, isNamed) = (selector ?? "none", selector != nil)
        argumentCount = count(repeat (each Argument).self)
        add = { selector, builder, declaring in
            let described = try Described<Description>(whileMaking: declaring)
            try builder.addMethod(selector) { (me: Object, arguments: repeat each Argument) throws -> Object in
                let made = try me.send(defaultInit, as: Object.self)
                try body(Ref(unchecked: made, described), repeat each arguments)
                return made
            }
        }
    }
}

private let defaultInit: Selector = "init"

extension Initializer: DeclaredMember {
    func declare(
        _ name: String, in builder: borrowing ClassBuilder, of description: ClassDescription, below superclass: Class
    ) throws {
        self.name(name)
        guard selector.consumesReceiver, selector != defaultInit else {
            throw ClassDescriptionError.noInitializer(
                name, description: "\(type(of: description))", selector: selector.name)
        }
        try add(selector, builder, description)
    }

    func name(_ name: String) {
        if !isNamed { selector = Selector(name, arguments: argumentCount) }
    }
}

extension DescribesClass {
    /// Creates an object with an initializer of the class or of a superclass. The compiler checks the arguments.
    ///
    ///     let eve = try Account.new(\.initWithOwner, "Eve", 5)
    ///
    /// Throws the Swift error that the initializer throws. Ends the process if the class cannot be made. Objective-C:
    /// `[[Account alloc] initWithOwner: @"Eve" balance: 5]`.
    public static func new<each Argument: MessageValue>(
        _ initializer: KeyPath<Self, Initializer<(repeat each Argument)>>, _ arguments: repeat each Argument
    ) throws -> Ref<Self> {
        let described = Described<Self>()
        let (cls, selector) = described.read { ($0.runtimeClass, $0[keyPath: initializer].selector) }
        return try RuntimeException.unwrapping {
            let allocated = try cls.send("alloc", as: Object.self)
            return Ref(
                unchecked: try allocated.send(selector, repeat each arguments, as: Object.self), described)
        }
    }

    /// Creates an object and sets some of its properties. The compiler checks names and types.
    ///
    ///     let ann = Account.new { $0.owner = "Ann"; $0.balance = 100 }
    ///
    /// - Parameter configure: receives the object, and sets its properties by messages. If it throws an error, `new`
    ///   throws that error.
    ///
    /// Ends the process if the class cannot be made, or `init` raises. Objective-C: `[Account new]`, and setters.
    public static func new(_ configure: (Ref<Self>) throws -> Void) rethrows -> Ref<Self> {
        let object = new()
        try configure(object)
        return object
    }
}

// TypedMethod.swift - what a class description says of one method.
import MiniFoundation
import MiniRuntime

/// What the builder of a class asks of every method in its description.
protocol DeclaredMethod: AnyObject {
    func declare(_ name: String, in builder: borrowing ClassBuilder) throws
    func name(_ name: String)
}

/// A method: a selector, and what it does.
///
///     let greet = TypedMethod { (me: Ref<Person>, whom: String) in "\(me.name) greets \(whom)" }
///
///     try person.greet("Bob")         // [person greet: @"Bob"]
///
/// The selector is the name with a colon for each argument, unless one is given. To override an inherited method,
/// declare one with its selector under another name. A method named `dealloc` is followed by the superclass's, as a
/// `deinit` is: it must not call that itself.
public final class TypedMethod<Result, each Argument: MessageValue>: @unchecked Sendable {
    // Sendable: the selector is written once, while the class is made, before anybody else can reach the method.
    private var selector: Selector?
    private let add: @Sendable (Selector, borrowing ClassBuilder) throws -> Void
    private let call: @Sendable (Object, Selector, repeat each Argument) throws -> Result

    /// A method with this body, which may throw: what it throws is raised.
    public init<Description: ClassDescription>(
        _ selector: Selector? = nil,
        _ body: @escaping @Sendable (Ref<Description>, repeat each Argument) throws -> Result
    ) where Result: MessageValue {
        self.selector = selector
        add = { selector, builder in
            try builder.addMethod(selector) { (me: Object, arguments: repeat each Argument) throws -> Result in
                try body(Ref(unchecked: me), repeat each arguments)
            }
        }
        call = { (object: Object, selector: Selector, arguments: repeat each Argument) throws -> Result in
            let send = { try object.send(selector, repeat each arguments, as: Result.self) }
            return Result.isBorrowed ? try send() : try autoreleasepool(send)
        }
    }

    /// A method that returns nothing.
    public init<Description: ClassDescription>(
        _ selector: Selector? = nil,
        _ body: @escaping @Sendable (Ref<Description>, repeat each Argument) throws -> Void
    ) where Result == Void {
        self.selector = selector
        add = { selector, builder in
            if selector == "dealloc" {
                let cls = builder.cls
                try builder.addMethod(selector) {
                    (me: UnmanagedObject, arguments: repeat each Argument) throws -> Void in
                    // The object is let go of before it is freed.
                    let outcome = Swift.Result { try body(Ref(unchecked: me.retained()), repeat each arguments) }
                    try me.sendSuper(of: cls, selector)
                    try outcome.get()
                }
                return
            }
            try builder.addMethod(selector) { (me: Object, arguments: repeat each Argument) throws -> Void in
                try body(Ref(unchecked: me), repeat each arguments)
            }
        }
        call = { (object: Object, selector: Selector, arguments: repeat each Argument) throws -> Void in
            try autoreleasepool { try object.send(selector, repeat each arguments) }
        }
    }

    /// Sends the message. Throws what the method raises.
    func send(to object: Object, _ arguments: repeat each Argument) throws -> Result {
        try call(object, selector!, repeat each arguments)
    }
}

extension TypedMethod: DeclaredMethod {
    func declare(_ name: String, in builder: borrowing ClassBuilder) throws {
        self.name(name)
        try add(selector!, builder)
    }

    func name(_ name: String) {
        selector = selector ?? Selector(name + String(repeating: ":", count: count(repeat (each Argument).self)))
    }
}

/// A method of one object, ready to be called.
public struct BoundMethod<Result, each Argument: MessageValue> {
    let method: TypedMethod<Result, repeat each Argument>
    let object: Object

    /// Sends the message. Throws what the method raises.
    public func callAsFunction(_ arguments: repeat each Argument) throws -> Result {
        try method.send(to: object, repeat each arguments)
    }
}

extension Ref {
    /// A method of the object.
    public subscript<Result, each Argument>(
        dynamicMember member: KeyPath<Description, TypedMethod<Result, repeat each Argument>>
    ) -> BoundMethod<Result, repeat each Argument> {
        BoundMethod(method: Description.description[keyPath: member], object: object)
    }
}

private func count<each Element>(_ types: repeat (each Element).Type) -> Int {
    var count = 0
    for _ in repeat each types { count += 1 }
    return count
}

// TypedMethod.swift - what a class description says of one method.
import MiniFoundation
import MiniRuntime

/// What the builder of a class asks of every method in its description.
protocol DeclaredMethod: AnyObject {
    func declare(_ name: String, in builder: borrowing ClassBuilder, _ description: ClassDescription) throws
    func name(_ name: String)
    /// Once it is named.
    var declaredSelector: Selector { get }
}

extension Selector {
    /// The name of a member, with a colon for each argument.
    init(_ name: String, arguments: Int) {
        self.init(name + String(repeating: ":", count: arguments))
    }
}

/// How many types.
func count<each Element>(_ types: repeat (each Element).Type) -> Int {
    var count = 0
    for _ in repeat each types { count += 1 }
    return count
}

/// Adds a method to the class of a description, which is being made.
@usableFromInline typealias MethodMaker = @Sendable (Selector, borrowing ClassBuilder, ClassDescription) throws -> Void

/// A method: a selector, and what it does.
///
///     let greet = TypedMethod { (me: Ref<Person>, whom: String) in "\(me.name) greets \(whom)" }
///
///     try person.greet("Bob")         // [person greet: @"Bob"]
///
/// The selector is the name with a colon for each argument, unless one is given. To override an inherited method,
/// declare an ``Override``; or, where no description has the method, one with its selector under another name.
///
/// A method `dealloc` runs when the object dies, before that of the superclass, which is called for it, whatever the
/// method throws. It must not keep the object.
///
/// `Arguments` is the type of the one argument, or a tuple: `TypedMethod<String, (String, Int)>`, and
/// `TypedMethod<Void, Void>` for a method that neither takes nor returns anything.
public final class TypedMethod<Result, Arguments>: @unchecked Sendable {
    // Sendable: the selector is written once, while the class is made, before anybody else can reach the method.
    /// "none" until the class is made, unless one was given.
    @exclusivity(unchecked) @usableFromInline private(set) var selector: Selector
    private let isNamed: Bool
    private let argumentCount: Int
    private let add: MethodMaker?  // nil for a method of an existing class

    @usableFromInline init(_ selector: Selector?, arguments: Int, _ add: MethodMaker?) {
        (self.selector, isNamed) = (selector ?? "none", selector != nil)
        argumentCount = arguments
        self.add = add
    }
}

extension TypedMethod: DeclaredMethod {
    func declare(_ name: String, in builder: borrowing ClassBuilder, _ description: ClassDescription) throws {
        self.name(name)
        try add?(selector, builder, description)
    }

    var isOfExistingClass: Bool { add == nil }

    var declaredSelector: Selector { selector }

    func name(_ name: String) {
        if !isNamed { selector = Selector(name, arguments: argumentCount) }
    }
}

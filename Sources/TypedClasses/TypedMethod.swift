// TypedMethod.swift - the methods that a class description declares.
import MiniFoundation
import MiniRuntime

/// The part of a method that `ClassDescription` uses while it makes the class.
protocol DeclaredMethod: AnyObject {
    func declare(_ name: String, in builder: borrowing ClassBuilder, _ description: ClassDescription) throws
    func name(_ name: String)
    /// The selector, after `name(_:)`.
    var declaredSelector: Selector { get }
}

extension Selector {
    /// The selector with this name, and a colon for each argument.
    init(_ name: String, arguments: Int) {
        self.init(name + String(repeating: ":", count: arguments))
    }
}

/// Returns the number of types in a pack.
func count<each Element>(_ types: repeat (each Element).Type) -> Int {
    var count = 0
    for _ in repeat each types { count += 1 }
    return count
}

/// Adds a method with a selector to the class of a description while that class is being made.
@usableFromInline typealias MethodMaker = @Sendable (Selector, borrowing ClassBuilder, ClassDescription) throws -> Void

/// A method that a description declares: a selector and a closure.
///
///     let greet = TypedMethod { (me: Ref<Person>, whom: String) in "\(me.name) greets \(whom)" }
///
///     try person.greet("Bob")         // [person greet: @"Bob"]
///
/// The selector is the name with a colon for each argument, unless one is given. To override an inherited method,
/// declare an ``Override``; if no description declares the inherited method, declare a method with its selector and
/// another name.
///
/// A method named `dealloc` runs when the object dies. The superclass's `dealloc` is called after it, even if it
/// throws. It must not retain the object.
///
/// `Arguments` is the type of the only argument, or a tuple: `TypedMethod<String, (String, Int)>`. A method without
/// arguments or a return value is a `TypedMethod<Void, Void>`.
public final class TypedMethod<Result, Arguments>: @unchecked Sendable {
    // Sendable: the selector is written once, while the class is made, before other threads can reach the method.
    // unchecked: it is never written while it is read.
    @exclusivity(unchecked) @usableFromInline var storedSelector: Selector
    private let isNamed: Bool
    private let argumentCount: Int
    private let add: MethodMaker?  // nil for a method of an existing class

    @usableFromInline init(_ selector: Selector?, arguments: Int, _ add: MethodMaker?) {
        unsafe storedSelector = selector ?? "none"
        isNamed = selector != nil
        argumentCount = arguments
        self.add = add
    }

    /// The selector. "none" until the class is made, unless one was given.
    @inlinable @inline(__always) var selector: Selector { unsafe storedSelector }
}

extension TypedMethod: DeclaredMethod {
    func declare(_ name: String, in builder: borrowing ClassBuilder, _ description: ClassDescription) throws {
        self.name(name)
        try add?(selector, builder, description)
    }

    var isOfExistingClass: Bool { add == nil }

    var declaredSelector: Selector { selector }

    func name(_ name: String) {
        if !isNamed { unsafe storedSelector = Selector(name, arguments: argumentCount) }
    }
}

// Functions.swift - C functions as methods: their types, the functions that add them to classes and find them again,
// and the exception for bad arguments.
//
// Such a function gets objects as plain pointers, borrowed. It cannot throw: it makes an exception pending, and returns
// zero.
import MiniFoundation
import MiniRuntime

/// The function of a method without arguments that returns BOOL.
package typealias Predicate = @convention(c) (ID, SEL) -> Bool

extension IMP {
    /// The IMP of a C function.
    fileprivate init<Function>(function: Function) {
        self.init(address: unsafeBitCast(function, to: UnsafeRawPointer.self))
    }
}

extension Class {
    /// Adds a C function as a method. The type encoding `types` must match the function's type.
    package func addFunction<Function>(_ selector: Selector, _ types: String, _ function: Function) {
        addMethod(selector, IMP(function: function), types: types)
    }

    /// Adds a closure literal as a method, as a C function of the type `type`.
    package func addFunction<Function>(
        _ selector: Selector, _ types: String, as type: Function.Type, _ function: Function
    ) {
        addFunction(selector, types, function)
    }
}

extension Class {
    /// Returns the method of that name, after method resolution if necessary; nil if there is none. Registers no
    /// selector if possible: selectors live for ever, and names made from keys may be unlimited in number. An unknown
    /// selector is registered only for a class that resolves methods.
    package func resolvedMethod(named name: String) -> Method? {
        if let selector = Selector(registered: name) { return instanceMethod(selector) }
        return resolvesMethods && !name.utf8.contains(0) ? instanceMethod(Selector(name)) : nil
    }
}

extension RuntimeException {
    /// `-[Person valueForKey:]: the key is nil`
    package static func badArgument(_ object: UnmanagedObject, _ message: Selector, _ why: String) -> RuntimeException {
        RuntimeException("NSInvalidArgumentException", "-[\(object.reportedClass.name) \(message)]: \(why)")
    }
}

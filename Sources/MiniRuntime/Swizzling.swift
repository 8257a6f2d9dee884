// Swizzling.swift - method swizzling: replaces a method and keeps the original callable.
import CMiniRuntime

extension Class {
    /// Replaces a method by one that may call the original (method swizzling).
    ///
    ///     try person.swizzle("setAge:") { (original: @escaping @Sendable (Object, Int32) throws -> Void) in
    ///         { (self: Object, age: Int32) in try original(self, age + 1) }
    ///     }
    ///
    /// If the method is inherited, it is overridden in this class; the superclass keeps its own method.
    ///
    /// - Parameters:
    ///   - selector: the method's selector.
    ///   - replacement: takes the original implementation and returns the new one. Called once.
    /// - Returns: the replaced IMP. ``Method/setImplementation(_:)`` restores it.
    ///
    /// Throws ``RuntimeError/noMethod(_:class:)`` or ``RuntimeError/encodingMismatch(_:expected:given:)``.
    /// Objective-C: `class_replaceMethod`, `method_setImplementation`.
    @discardableResult
    public func swizzle<each Argument: MessageValue, Result: MessageValue>(
        _ selector: Selector,
        _ replacement: (@escaping @Sendable (Object, repeat each Argument) throws -> Result) -> (
            @Sendable (Object, repeat each Argument) throws -> Result
        )
    ) throws -> IMP {
        let (original, types) = try implementation(toSwizzle: selector)
        let body: @Sendable (Object, repeat each Argument) throws -> Result = replacement {
            (object: Object, arguments: repeat each Argument) in
            try original.call(object, selector, repeat each arguments, as: Result.self)
        }
        let implementation = try IMP(types: types, body)
        return replace(selector, original, by: implementation, types)
    }

    /// Replaces a method that returns nothing.
    @discardableResult
    public func swizzle<each Argument: MessageValue>(
        _ selector: Selector,
        _ replacement: (@escaping @Sendable (Object, repeat each Argument) throws -> Void) -> (
            @Sendable (Object, repeat each Argument) throws -> Void
        )
    ) throws -> IMP {
        let (original, types) = try implementation(toSwizzle: selector)
        let body: @Sendable (Object, repeat each Argument) throws -> Void = replacement {
            (object: Object, arguments: repeat each Argument) in
            try original.call(object, selector, repeat each arguments)
        }
        let implementation = try IMP(types: types, body)
        return replace(selector, original, by: implementation, types)
    }

    private func implementation(toSwizzle selector: Selector) throws -> (IMP, types: String?) {
        guard let method = instanceMethod(selector) else { throw RuntimeError.noMethod(selector.name, class: name) }
        return (method.implementation, method.typeEncoding)
    }

    private func replace(_ selector: Selector, _ original: IMP, by implementation: IMP, _ types: String?) -> IMP {
        replaceMethod(selector, implementation, types: types ?? implementation.closureTypes!)
        return original
    }
}

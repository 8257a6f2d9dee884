// Dealloc.swift - runs the body of a dealloc method, then the superclass's dealloc.
import CMiniRuntime

extension UnmanagedObject {
    /// Runs the body of a `dealloc` method of `cls`, then the superclass's `dealloc`, as compiled code does under ARC.
    ///
    ///     try cls.addMethod("dealloc") { (me: UnmanagedObject) in
    ///         try me.dealloc(in: cls) { me in print("gone: \(me)") }
    ///     }
    ///
    /// - Parameters:
    ///   - cls: the class that has the method.
    ///   - body: must not keep the object; if it does, the process ends with one line on standard error. If it sends
    ///     `dealloc` to super itself, the superclass's method runs at that point only, and the memory is freed after
    ///     `body`.
    ///
    /// Runs the superclass's `dealloc` even if `body` throws. Throws the error of `body`; otherwise the exception that
    /// the superclass's method raises.
    public func dealloc(in cls: Class, _ body: (Object) throws -> Void) throws {
        var scope = mr_dealloc_scope()
        let outcome = withUnsafeMutablePointer(to: &scope) { scope in
            mr_dealloc_begin(scope, pointer)
            defer { mr_dealloc_end(scope) }
            return Result { try body(retained()) }
        }
        let next = Result {
            if scope.disposed {
                try RuntimeException.catching { _ = object_dispose(pointer) }
            } else {
                try sendSuper(of: cls, "dealloc")
            }
        }
        try outcome.get()
        try next.get()
    }
}

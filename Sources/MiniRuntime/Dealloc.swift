// Dealloc.swift - the body of a dealloc method, with the superclass's behind it.
import CMiniRuntime

extension UnmanagedObject {
    /// Runs the body of a `dealloc` of `cls`, and then that of the superclass: what a compiler makes of `dealloc` under
    /// ARC.
    ///
    ///     try cls.addMethod("dealloc") { (me: UnmanagedObject) in
    ///         try me.dealloc(in: cls) { me in print("gone: \(me)") }
    ///     }
    ///
    /// - Parameters:
    ///   - cls: the class whose method this is said in.
    ///   - body: must not keep the object: a process that does ends, with a line that says so. If it sends `dealloc` to
    ///     super by itself, the superclass's runs at that point, and not again; the memory is freed after the body.
    ///
    /// Throws what the body throws, after the superclass's dealloc; else what that one raises.
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

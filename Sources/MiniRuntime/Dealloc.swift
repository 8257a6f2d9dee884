// Dealloc.swift - runs the body of a dealloc method, then the superclass's dealloc; passes on what an object leaves.
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
            mr_dealloc_begin(scope, pointer, MR_DEALLOC_DEFERS_DISPOSAL)
            defer { mr_dealloc_end(scope) }
            return Result { try body(retained()) }
        }
        let next = Result {
            if scope.is_disposed {
                try RuntimeException.catching { _ = object_dispose(pointer) }
            } else {
                try sendSuper(of: cls, "dealloc")
            }
        }
        try outcome.get()
        try next.get()
    }

    /// Calls `dealloc`, which ends the object. Returns what the object has left (``leaveRemains(_:)``), or nil.
    package func remains(after dealloc: () -> Void) -> Object? {
        var scope = mr_dealloc_scope()
        withUnsafeMutablePointer(to: &scope) { scope in
            mr_dealloc_begin(scope, pointer, MR_DEALLOC_TAKES_REMAINS)
            dealloc()
            mr_dealloc_end(scope)
        }
        return scope.remains.map { UnmanagedObject($0).takeOwnership() }
    }

    /// Called when the object is dead, and its memory not yet freed: leaves something to the code that waits for it in
    /// ``remains(after:)``. Does nothing if there is none.
    package func leaveRemains(_ remains: Object) {
        mr_dealloc_leave(pointer, remains.unmanaged.pointer)
    }
}

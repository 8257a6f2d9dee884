// Prelude.swift - methods that the language adds to classes of the runtime: real ones, as a category adds them.
import MiniFoundation
import MiniRuntime

enum Prelude {
    /// Adds the methods, once in a process. Throws ``RuntimeError`` if a class has one of them already.
    static func load() throws {
        try loaded.get()
    }

    private static let loaded = Result<Void, any Error> {
        // An observer without context.
        try Class.nsObject.addMethod("addObserver:forKeyPath:options:") {
            (me: UnmanagedObject, observer: UnmanagedObject?, keyPath: UnmanagedObject?, options: UInt) in
            let noContext: UnsafeMutableRawPointer? = nil
            try me.send("addObserver:forKeyPath:options:context:", observer, keyPath, options, noContext)
        }
        // Something to throw.
        try Class(named: "NSException")?.isa.addMethod("exceptionWithName:reason:userInfo:") {
            (_: UnmanagedObject, name: String?, reason: String?, _: Object?) -> Object in
            RuntimeException(name ?? "NSGenericException", reason ?? "").exceptionObject
        }
    }
}

// Prelude.swift - the methods that the language adds to classes of the runtime, as a category would.
import MiniFoundation
import MiniRuntime

enum Prelude {
    /// Adds the methods, once per process. Throws ``RuntimeError`` if a class already has one of them.
    static func load() throws {
        try loaded.get()
    }

    private static let loaded = Result<Void, any Error> {
        // Registers an observer without a context.
        let implementation = try Class.nsObject.addMethod("addObserver:forKeyPath:options:") {
            (me: UnmanagedObject, observer: UnmanagedObject?, keyPath: UnmanagedObject?, options: UInt) in
            let noContext: UnsafeMutableRawPointer? = nil
            try me.send("addObserver:forKeyPath:options:context:", observer, keyPath, options, noContext)
        }
        implementation.setPurpose("method of the script language")
        // Creates exceptions for @throw.
        try Class(named: "NSException")?.isa.addMethod("exceptionWithName:reason:userInfo:") {
            (_: UnmanagedObject, name: String?, reason: String?, _: Object?) -> Object in
            RuntimeException(name ?? "NSGenericException", reason ?? "").exceptionObject
        }
    }
}

// CallStack.swift - the depth of script methods on this thread, and the script error behind an exception.
import MiniRuntime

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The state of a thread that runs scripts. Each thread has its own.
final class CallStack {
    static let maximumDepth = 200
    /// Half of a thread's stack: the other half is for the callers of the script, and for the methods that it calls.
    private static let maximumBytes: UInt = {
        var attributes = pthread_attr_t()
        var size = 0
        pthread_attr_init(&attributes)
        pthread_attr_getstacksize(&attributes, &size)
        pthread_attr_destroy(&attributes)
        return UInt(size) / 2
    }()

    private static let threadValue = ThreadLocal<CallStack>()

    static var current: CallStack {
        if let known = threadValue.value { return known }
        let new = CallStack()
        threadValue.value = new
        return new
    }

    private var sessions: [Session] = []
    /// The stack pointer when the first session began. The stack grows downwards.
    private var base: UInt = 0
    /// The error that was raised as this exception. Code that catches the exception gets the error back.
    private var passing: (exception: Object, error: ScriptError)?

    /// The session whose script is running.
    var session: Session? { sessions.last }

    /// Runs `body` one level deeper. Returns nil without running it if the stack would be too deep.
    func deeper<Result>(_ session: Session, _ body: () throws -> Result) rethrows -> Result? {
        let address = stackAddress()
        if sessions.isEmpty { base = address }
        guard sessions.count < Self.maximumDepth, base < address + Self.maximumBytes else { return nil }
        sessions.append(session)
        defer {
            sessions.removeLast()
            if sessions.isEmpty { passing = nil }
        }
        return try body()
    }

    // ── Errors as exceptions ────────────────────────────────────────────────────────────────────────

    /// Raises an error as an exception, because methods cannot throw.
    func raise(_ error: ScriptError) {
        let exception = error.exception ?? RuntimeException("ScriptError", error.summary)
        let object = exception.exceptionObject
        if !sessions.isEmpty { passing = (object, error) }
        object.raise()
    }

    /// Returns the error that an exception was made from, or else a new error that describes the exception.
    func error(_ exception: RuntimeException, at position: Position, hint: String = "") -> ScriptError {
        if let passing, passing.exception == exception.object { return passing.error }
        return position.error(exception.description + hint, exception: exception)
    }
}

// CallStack.swift - how deep this thread is in methods of scripts, and an error on its way out through the runtime.
import MiniRuntime

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What a thread that runs scripts knows. Each thread has its own.
final class CallStack {
    static let maximumDepth = 200
    /// Half of the stack that threads have: the other half is for what called, and for what methods call.
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
    /// Where the stack was when the first of them began. It grows downwards.
    private var base: UInt = 0
    /// The error that was raised as this exception: whoever catches the exception finds the error again.
    private var passing: (exception: Object, error: ScriptError)?

    /// Whose script runs.
    var session: Session? { sessions.last }

    /// Runs `body` one level deeper. nil, without running it, if that would be too deep.
    func deeper<Result>(_ session: Session, _ body: () throws -> Result) rethrows -> Result? {
        var here: UInt8 = 0
        let address = withUnsafeMutablePointer(to: &here) { UInt(bitPattern: $0) }
        if sessions.isEmpty { base = address }
        guard sessions.count < Self.maximumDepth, base < address + Self.maximumBytes else { return nil }
        sessions.append(session)
        defer {
            sessions.removeLast()
            if sessions.isEmpty { passing = nil }
        }
        return try body()
    }

    // ── Errors on their way out ─────────────────────────────────────────────────────────────────────

    /// Raises an error as an exception: methods cannot throw.
    func raise(_ error: ScriptError) {
        let exception = error.exception ?? RuntimeException("ScriptError", error.summary)
        let object = exception.exceptionObject
        if !sessions.isEmpty { passing = (object, error) }
        object.raise()
    }

    /// The error that an exception was made of; else a new one, about the exception.
    func error(_ exception: RuntimeException, at position: Position, hint: String = "") -> ScriptError {
        if let passing, passing.exception == exception.object { return passing.error }
        return position.error(exception.description + hint, exception: exception)
    }
}

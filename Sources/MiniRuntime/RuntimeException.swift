// RuntimeException.swift - what a method raised, as a Swift error; and the end of the process where nobody can catch
// one.
import CMiniRuntime

/// An exception that a method raised.
///
/// It waits in a slot of its thread while the methods on the way return zero; the outermost `try` send throws it. A
/// closure used as a method raises by throwing:
///
///     builder.addMethod("setAge:") { (self: Object, age: Int32) throws in
///         guard age >= 0 else { throw RuntimeException("NSInvalidArgumentException", "age must not be negative") }
///     }
///
/// Objective-C: `NSException`.
public struct RuntimeException: Error, Equatable, Sendable {
    /// `NSRangeException`, `NSInvalidArgumentException` ...
    public let name: String
    /// The sentence for the reader.
    public let reason: String
    /// The object that was raised, when it came out of the runtime.
    public let object: Object?

    /// An exception to be thrown out of a method.
    public init(_ name: String, _ reason: String) {
        self.name = name
        self.reason = reason
        object = nil
    }

    init(taking exception: OpaquePointer) {
        let object = Object(owned: exception)
        name = mr_exception_name(exception).map { String(cString: $0) } ?? object.isa.name
        reason = mr_exception_reason(exception).map { String(cString: $0) } ?? object.description
        self.object = object
    }

    /// The same, as the type's description says.
    public static func == (lhs: RuntimeException, rhs: RuntimeException) -> Bool {
        lhs.name == rhs.name && lhs.reason == rhs.reason
    }

    /// Puts the exception into this thread's slot. For C functions used as methods, which cannot throw. If one is
    /// pending already, that one stays. Objective-C: `-[NSException raise]`.
    public func raise() {
        if let object {
            objc_exception_throw(object.pointer)
        } else {
            let exception = mr_exception_create(name, reason)
            objc_exception_throw(exception)
            objc_release(exception)
        }
    }

    /// Whether this thread has one pending. Code that sends several messages from a C function asks between them.
    @inlinable public static var isPending: Bool { mr_exception_pending() != nil }

    /// Takes the pending one out of the slot.
    public static func takePending() -> RuntimeException? {
        mr_exception_take().map(RuntimeException.init(taking:))
    }

    /// Throws the pending one.
    public static func throwIfPending() throws {
        if mr_exception_pending() != nil, let exception = takePending() { throw exception }
    }

    /// For places that cannot throw. If one is pending and no `try` send is under way on this thread that will throw
    /// it, calls the handler, prints `*** Terminating app due to uncaught exception 'NAME', reason: 'REASON'` and
    /// aborts.
    public static func terminateIfUncaught() {
        if mr_exception_pending() != nil && mr_catch_depth() == 0 { mr_exception_uncaught() }
    }

    /// Raises what was thrown, where throwing on is not possible. An error that is no exception is raised under the name
    /// of its type.
    public static func raise(_ error: any Error) {
        let exception = error as? RuntimeException ?? RuntimeException("\(type(of: error))", "\(error)")
        exception.raise()
    }

    /// Replaces the function that is called with an exception nobody caught, before the process aborts. Process-wide;
    /// runs on the thread of the exception. Objective-C: `NSSetUncaughtExceptionHandler`.
    public static func setUncaughtHandler(_ handler: (@Sendable (RuntimeException) -> Void)?) {
        uncaughtHandler.withLock { $0 = handler }
        objc_setUncaughtExceptionHandler(handler == nil ? nil : callUncaughtHandler)
    }
}

private let uncaughtHandler = Locked<(@Sendable (RuntimeException) -> Void)?>(nil)

private let callUncaughtHandler: objc_uncaught_exception_handler = { exception in
    guard let exception, let handler = uncaughtHandler.withLock({ $0 }) else { return }
    handler(RuntimeException(taking: objc_retain(exception)))
}

extension RuntimeException: CustomStringConvertible {
    /// `NAME: REASON`
    public var description: String { "\(name): \(reason)" }
}

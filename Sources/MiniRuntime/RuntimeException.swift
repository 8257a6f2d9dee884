// RuntimeException.swift - raised exceptions as Swift errors, and the end of the process if one cannot be caught.
import CMiniRuntime

/// An exception raised by a method.
///
/// A raised exception is pending in a slot of its thread, while the methods on the stack return zero, until the nearest
/// `try` send on that stack throws it. A closure used as a method raises an exception by throwing an error:
///
///     builder.addMethod("setAge:") { (self: Object, age: Int32) throws in
///         guard age >= 0 else { throw RuntimeException("NSInvalidArgumentException", "age must not be negative") }
///     }
///
/// Objective-C: `NSException`.
public struct RuntimeException: Error, Equatable, Sendable {
    /// The exception's name, such as `NSRangeException` or `NSInvalidArgumentException`.
    public let name: String
    /// The message for the reader.
    public let reason: String
    /// The object that was raised; nil if the exception was created in Swift and not raised yet.
    public let object: Object?

    /// Creates an exception, to be thrown from a method.
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

    /// Whether name and reason are equal; the objects may differ.
    public static func == (lhs: RuntimeException, rhs: RuntimeException) -> Bool {
        lhs.name == rhs.name && lhs.reason == rhs.reason
    }

    /// Makes the exception this thread's pending exception, unless one is pending already: for C functions used as
    /// methods, which cannot throw. Objective-C: `-[NSException raise]`.
    public func raise() {
        if let object {
            mr_exception_raise(object.pointer)
        } else {
            let exception = mr_exception_create(name, reason)
            mr_exception_raise(exception)
            objc_release(exception)
        }
    }

    /// Whether this thread has a pending exception. C functions that send several messages test this after each.
    @inlinable public static var isPending: Bool { mr_exception_pending() != nil }

    /// Removes this thread's pending exception and returns it; nil if there is none.
    public static func takePending() -> RuntimeException? {
        mr_exception_take().map(RuntimeException.init(taking:))
    }

    /// Throws this thread's pending exception, if there is one.
    package static func throwIfPending() throws {
        if mr_exception_pending() != nil, let exception = takePending() { throw exception }
    }

    /// For code that cannot throw. If an exception is pending and no `try` send on this thread's stack can throw it,
    /// calls the uncaught handler, prints `*** Terminating app due to uncaught exception 'NAME', reason: 'REASON'` and
    /// aborts.
    package static func terminateIfUncaught() {
        if mr_exception_pending() != nil && mr_try_depth() == 0 { mr_exception_uncaught() }
    }

    /// Raises an error in code that cannot throw. An error that is not a ``RuntimeException`` is raised with the name
    /// of its type, and is the exception's ``underlyingError``.
    public static func raise(_ error: any Error) {
        (error as? RuntimeException ?? RuntimeException(representing: error)).raise()
    }

    /// Raises an error in code that cannot throw. Ends the process if no `try` send on this thread can catch it.
    @usableFromInline package static func raiseOrTerminate(_ error: any Error) {
        raise(error)
        terminateIfUncaught()
    }

    /// Sets the function that is called with an uncaught exception before the process aborts. Process-wide; it runs on
    /// the thread of the exception. Objective-C: `NSSetUncaughtExceptionHandler`.
    public static func setUncaughtHandler(_ handler: (@Sendable (RuntimeException) -> Void)?) {
        uncaughtHandler.exchange(handler.map(UncaughtHandler.init))
        objc_setUncaughtExceptionHandler(handler == nil ? nil : callUncaughtHandler)
    }
}

private struct UncaughtHandler: Lockable {
    let handle: @Sendable (RuntimeException) -> Void
}

private let uncaughtHandler = Locked<UncaughtHandler?>(nil, rank: .table)

private let callUncaughtHandler: objc_uncaught_exception_handler = { exception in
    guard let exception, let handler = uncaughtHandler.read({ copy $0 }) else { return }
    handler.handle(RuntimeException(taking: objc_retain(exception)))
}

extension RuntimeException: CustomStringConvertible {
    /// `NAME: REASON`
    public var description: String { "\(name): \(reason)" }
}

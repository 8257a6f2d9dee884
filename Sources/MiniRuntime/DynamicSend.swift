// DynamicSend.swift - for interpreters: messages whose types are known only at run time, and exceptions as values.
//
// These functions send no message besides the one requested, so that a trace of messages shows only what the program
// sends.
import CMiniRuntime

extension UnmanagedObject {
    /// Sends a message whose arguments lie in memory. The types are not compared with the method's and must be correct.
    ///
    /// - Parameters:
    ///   - selector: the message's name.
    ///   - signature: the types of the method.
    ///   - arguments: the addresses of the arguments after self and `_cmd`, of the types given by `signature`.
    ///   - result: zeroed memory with an alignment of 16 bytes, and a size of 16 bytes or that of a larger result. A
    ///     returned object is +1 if ``Selector/returnsOwnedObject``, else borrowed: put an ``autoreleasepool(_:)``
    ///     around the send and all code that uses the result. The receiver of an `init` message is not consumed.
    ///
    /// Throws ``RuntimeException`` if the method, or code that it calls, raises. Runs on the caller's thread.
    /// Objective-C: `objc_msgSend`, through a cast.
    public func send(
        _ selector: Selector, signature: MethodSignature, arguments: [UnsafeMutableRawPointer],
        result: UnsafeMutableRawPointer
    ) throws {
        try perform(selector, signature, arguments) { mr_send(signature.pointer, result, &$0) }
    }

    /// Like ``send(_:signature:arguments:result:)``, but the search starts at the superclass of `cls`.
    ///
    /// `cls` is the class whose method sends the message; in a class method, its metaclass.
    /// Objective-C: `objc_msgSendSuper2`.
    public func sendSuper(
        of cls: Class, _ selector: Selector, signature: MethodSignature, arguments: [UnsafeMutableRawPointer],
        result: UnsafeMutableRawPointer
    ) throws {
        try perform(selector, signature, arguments) { mr_send_super(cls.pointer, signature.pointer, result, &$0) }
    }

    private func perform(
        _ selector: Selector, _ signature: MethodSignature, _ arguments: [UnsafeMutableRawPointer],
        _ call: (inout [UnsafeMutableRawPointer?]) -> Void
    ) throws {
        precondition(
            arguments.count + 2 == signature.argumentCount, "\(selector) is given the wrong number of arguments")
        let consumesReceiver = selector.family == .initializer && signature.returnType?.unqualified.text.first == "@"
        if consumesReceiver { objc_retain(pointer) }
        try RuntimeException.catching {
            withUnsafePointer(to: pointer) { receiver in
                withUnsafePointer(to: selector.pointer) { name in
                    var places: [UnsafeMutableRawPointer?] = [
                        UnsafeMutableRawPointer(mutating: receiver), UnsafeMutableRawPointer(mutating: name),
                    ]
                    places += arguments
                    call(&places)
                }
            }
            // If there was no method, no code consumed the receiver.
            if consumesReceiver, RuntimeException.isPending, isa.lookUpMethod(selector) == nil {
                objc_release(pointer)
            }
        }
    }
}

extension Selector {
    /// Whether methods with this name return an object at +1: the families alloc, new, copy, mutableCopy and init.
    public var returnsOwnedObject: Bool { family != .none }

    /// Whether methods with this name consume a reference to their receiver: the family init.
    @usableFromInline package var consumesReceiver: Bool { family == .initializer }
}

extension MethodSignature {
    /// The signature of an NSMethodSignature; nil for an object of another class.
    public init?(_ object: Object) {
        guard let pointer = mr_method_signature_get(object.pointer) else { return nil }
        self.init(pointer)
    }
}

extension RuntimeException {
    /// Runs `body` and throws the exception that is pending when it returns. An exception that was pending before
    /// belongs to the caller: it is set aside while `body` runs. For code that releases objects or calls C functions
    /// that raise, where an exception would otherwise end the process.
    public static func catching<Result>(_ body: () throws -> Result) throws -> Result {
        let before = mr_try_begin()
        defer { mr_try_end(before) }
        let result: Result
        do {
            result = try body()
        } catch {
            // An error that the body throws takes precedence over a pending exception.
            _ = takePending()
            throw error
        }
        try throwIfPending()
        return result
    }

    /// Calls `body` with no exception pending. If an exception was pending before, makes it pending again, and drops an
    /// exception that `body` has raised.
    package static func keepingPending(_ body: () -> Void) {
        let before = mr_exception_take()
        body()
        mr_exception_put_back(before)
    }

    /// The object that was raised, or a new NSException with this name and reason.
    public var exceptionObject: Object { object ?? Object(owned: mr_exception_create(name, reason)) }
}

extension Object {
    /// Raises the object as an exception: it becomes this thread's pending exception unless one is pending already.
    /// Objective-C: `@throw`.
    public func raise() {
        mr_exception_raise(pointer)
    }
}

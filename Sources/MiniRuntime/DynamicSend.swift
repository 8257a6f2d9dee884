// DynamicSend.swift - messages whose types are known at run time only, and exceptions as values: for interpreters.
//
// Nothing is sent but the message itself: whoever watches messages sees what was asked for, and no more.
import CMiniRuntime

extension UnmanagedObject {
    /// Sends a message whose arguments lie in memory. Nothing is compared with the method: the types must be right.
    ///
    /// - Parameters:
    ///   - selector: the message's name.
    ///   - signature: the types that the method has.
    ///   - arguments: where each argument is, without self and `_cmd`; of the types that the signature says.
    ///   - result: 16 bytes, or as many as a larger result takes, zeroed, 16-byte aligned. An object comes as the
    ///     naming rules say: +1 if ``Selector/returnsOwnedObject``, else borrowed. The receiver of `init` is not
    ///     consumed.
    ///
    /// Throws ``RuntimeException`` if the method, or what it called, raised. Runs on the caller's thread.
    /// Objective-C: `objc_msgSend`, through a cast.
    public func send(
        _ selector: Selector, signature: MethodSignature, arguments: [UnsafeMutableRawPointer],
        result: UnsafeMutableRawPointer
    ) throws {
        try perform(selector, signature, arguments) { mr_send(signature.pointer, result, &$0) }
    }

    /// As ``send(_:signature:arguments:result:)``, beginning at the superclass of `cls`.
    ///
    /// `cls` is the class whose method this is said in; in a class method, the metaclass.
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
            // Nobody took the reference over if there was no method.
            if consumesReceiver, RuntimeException.isPending, isa.instanceMethod(selector) == nil {
                objc_release(pointer)
            }
        }
    }
}

extension Selector {
    /// Whether methods of this name return their caller a +1 of its own: alloc, new, copy, mutableCopy and init.
    public var returnsOwnedObject: Bool { family != .none }

    /// Whether methods of this name take over the reference to their receiver: init.
    public var consumesReceiver: Bool { family == .initializer }
}

extension MethodSignature {
    /// The types that an NSMethodSignature holds; nil for an object of another class.
    public init?(_ object: Object) {
        guard let pointer = mr_method_signature_get(object.pointer) else { return nil }
        self.init(pointer)
    }
}

extension RuntimeException {
    /// Runs code within which exceptions wait to be caught, and throws the one that is pending when it ends. One that was
    /// pending before is set aside meanwhile: it concerns whoever called. For code that releases objects, or calls C
    /// functions that raise, and would else end the process.
    public static func catching<Result>(_ body: () throws -> Result) throws -> Result {
        let before = mr_catch_begin()
        defer { mr_catch_end(before) }
        let result = try body()
        try throwIfPending()
        return result
    }

    /// The object that was raised, or a new NSException with this name and reason.
    public var exceptionObject: Object { object ?? Object(owned: mr_exception_create(name, reason)) }
}

extension Object {
    /// Raises the object as an exception: it is pending on this thread, unless another one is. Objective-C: `@throw`.
    public func raise() {
        objc_exception_throw(pointer)
    }
}

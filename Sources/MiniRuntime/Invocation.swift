// Invocation.swift - a message as an object.
import CMiniRuntime

/// A message that can be stored, changed and sent: receiver, selector, arguments and, after sending, the return value.
///
/// `forwardInvocation:` receives one. Use an invocation on one thread at a time. Objective-C: `NSInvocation`.
public struct Invocation {
    /// The NSInvocation object.
    public let object: Object

    /// Creates an invocation whose arguments are all zero.
    public init(_ signature: MethodSignature) {
        object = Object(owned: mr_invocation_create(signature.pointer))
    }

    /// Wraps an NSInvocation; nil if `object` is of another class.
    public init?(_ object: Object) {
        guard mr_invocation_signature(object.pointer) != nil else { return nil }
        self.object = object
    }

    /// The types of the message.
    public var signature: MethodSignature { MethodSignature(mr_invocation_signature(object.pointer)) }

    /// The receiver, argument 0. Objective-C: `target`.
    public var target: Object? {
        get { raw(at: 0).map(Object.init(borrowed:)) }
        nonmutating set { setRaw(newValue?.pointer, at: 0) }
    }

    /// The selector, argument 1. Objective-C: `selector`.
    public var selector: Selector? {
        get { raw(at: 1).map(Selector.init) }
        nonmutating set { setRaw(newValue?.pointer, at: 1) }
    }

    // Does not use argument(at:as:), whose error messages read the selector.
    private func raw(at index: UInt32) -> OpaquePointer? {
        var pointer: OpaquePointer?
        _ = withUnsafeMutablePointer(to: &pointer) { mr_invocation_get_argument(object.pointer, $0, index) }
        return pointer
    }

    private func setRaw(_ pointer: OpaquePointer?, at index: UInt32) {
        withUnsafePointer(to: pointer) { _ = mr_invocation_set_argument(object.pointer, $0, index) }
    }

    /// Reads an argument; 0 is the target, 1 the selector. Throws ``RuntimeError`` if there is no such argument or its
    /// type does not fit.
    public func argument<Value: MessageValue>(at index: Int, as type: Value.Type) throws -> Value {
        try check(type, signature.argumentType(at: index), index)
        return try value(type) { mr_invocation_get_argument(object.pointer, $0, UInt32(index)) }
    }

    /// Writes an argument. The invocation does not retain it until ``retainArguments()``: keep it alive until then.
    public func setArgument<Value: MessageValue>(_ value: Value, at index: Int) throws {
        try check(Value.self, signature.argumentType(at: index), index)
        withUnsafeBytes(of: value.messageArgument.raw) {
            _ = mr_invocation_set_argument(object.pointer, $0.baseAddress!, UInt32(index))
        }
    }

    /// Returns the return value of the method.
    public func returnValue<Value: MessageValue>(as type: Value.Type) throws -> Value {
        try check(type, signature.returnType, nil)
        return try value(type) { mr_invocation_get_return_value(object.pointer, $0) }
    }

    /// Sets the return value of a forwarded message.
    public func setReturnValue<Value: MessageValue>(_ value: Value) throws {
        try check(Value.self, signature.returnType, nil)
        let argument = value.messageArgument
        if Value.isObject, let owner = argument.owner as? Object.Reference {
            objc_retainAutorelease(owner.pointer)  // the sender borrows the result
        }
        withUnsafeBytes(of: argument.raw) { _ = mr_invocation_set_return_value(object.pointer, $0.baseAddress!) }
    }

    /// Retains object arguments and copies C strings, until the invocation dies.
    public func retainArguments() {
        mr_invocation_retain_arguments(object.pointer)
    }

    /// Sends the message to ``target``, or to `target`, which then becomes the invocation's target. Throws what the
    /// method raises.
    public func invoke(with target: Object? = nil) throws {
        if let target { self.target = target }
        try RuntimeException.catching { mr_invocation_invoke(object.pointer) }
    }

    private func check<Value: MessageValue>(_ type: Value.Type, _ declared: TypeEncoding?, _ index: Int?) throws {
        let name = selector?.name ?? "invocation"
        guard let declared else {
            throw RuntimeError.argumentCount(name, expected: signature.argumentCount - 2, given: (index ?? 0) - 1)
        }
        guard declared.text.withCString({ TypeChecker.fits(type, $0) }) else {
            guard let index else {
                throw RuntimeError.returnType(name, expected: declared.text, given: type.encoding)
            }
            throw RuntimeError.argumentType(name, index: index - 2, expected: declared.text, given: type.encoding)
        }
    }

    private func value<Value: MessageValue>(
        _ type: Value.Type, _ read: (UnsafeMutableRawPointer) -> Bool
    ) throws -> Value {
        let bytes = max(MemoryLayout<Value.Raw>.size, 16)
        return try withUnsafeTemporaryAllocation(byteCount: bytes, alignment: 16) { buffer in
            _ = read(buffer.baseAddress!)
            guard let value = type.fromMessage(buffer.load(as: Value.Raw.self), retained: false) else {
                throw RuntimeError.unexpectedNil(selector?.name ?? "invocation")
            }
            return value
        }
    }
}

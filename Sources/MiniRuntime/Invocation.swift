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
        let kind = try check(type, signature.argumentType(at: index), index)
        return try value(type, kind) { mr_invocation_get_argument(object.pointer, $0, UInt32(index)) }
    }

    /// Writes an argument. The invocation does not retain it until ``retainArguments()``: keep it alive until then.
    public func setArgument<Value: MessageValue>(_ value: Value, at index: Int) throws {
        let argument = value.messageArgument
        if try check(Value.self, signature.argumentType(at: index), index) == nil {
            withUnsafeBytes(of: argument.raw) { setBytes($0, at: index) }
        } else {
            let name = selector ?? "invocation"
            let number = try ArgumentConverter.convert(argument.raw, Value.self, name, signature.pointer, index)
            withUnsafeBytes(of: number?.bits ?? 0) { setBytes($0, at: index) }
        }
    }

    private func setBytes(_ bytes: UnsafeRawBufferPointer, at index: Int) {
        _ = mr_invocation_set_argument(object.pointer, bytes.baseAddress!, UInt32(index))
    }

    /// Returns the method's return value. The invocation owns an object until another return value replaces it. Throws
    /// ``RuntimeError`` if the type does not fit.
    public func returnValue<Value: MessageValue>(as type: Value.Type) throws -> Value {
        let kind = try check(type, signature.returnType, nil)
        return try value(type, kind) { mr_invocation_get_return_value(object.pointer, $0) }
    }

    /// Sets the return value of a forwarded message. The invocation retains an object.
    public func setReturnValue<Value: MessageValue>(_ value: Value) throws {
        let argument = value.messageArgument
        let kind = try check(Value.self, signature.returnType, nil)
        try withExtendedLifetime(argument.owner) {
            try withUnsafeBytes(of: argument.raw) { raw in
                guard let kind else { return setReturnBytes(raw) }
                let number = CarriedNumber(raw.baseAddress!, kind: Value.kind)
                guard let bits = number.bits(as: kind) else {
                    let (name, type) = (selector?.name ?? "invocation", String(UnicodeScalar(kind)))
                    throw RuntimeError.returnRange(name, value: "\(number)", type: type)
                }
                withUnsafeBytes(of: bits, setReturnBytes)
            }
        }
    }

    private func setReturnBytes(_ bytes: UnsafeRawBufferPointer) {
        _ = mr_invocation_set_return_value(object.pointer, bytes.baseAddress!)
    }

    /// Retains object arguments and copies C strings, until the invocation dies.
    public func retainArguments() {
        mr_invocation_retain_arguments(object.pointer)
    }

    /// Sends the message to ``target``, or to the argument `target`, which then becomes the invocation's target. Throws
    /// the exception that the method raises.
    public func invoke(with target: Object? = nil) throws {
        if let target { self.target = target }
        var scope = CallScope()
        defer { scope.end() }
        mr_invocation_invoke(object.pointer)
        try scope.drain()
    }

    /// - Returns: the encoding of the declared number, if it must be converted from or to `type`; otherwise nil.
    private func check<Value: MessageValue>(
        _ type: Value.Type, _ declared: TypeEncoding?, _ index: Int?
    ) throws -> UInt8? {
        guard let declared else {
            let name = selector?.name ?? "invocation"
            throw RuntimeError.argumentCount(name, expected: signature.argumentCount - 2, given: (index ?? 0) - 1)
        }
        if declared.text.withCString({ TypeChecker.fits(type, $0) }) { return nil }
        let text = declared.unqualified.text.utf8
        guard text.count == 1, let kind = text.first, CarriedNumber.converts(type.kind, to: kind) else {
            try refuse(type, declared, index)
        }
        return kind
    }

    private func refuse<Value: MessageValue>(
        _ type: Value.Type, _ declared: TypeEncoding, _ index: Int?
    ) throws -> Never {
        let name = selector?.name ?? "invocation"
        guard let index else { throw RuntimeError.returnType(name, expected: declared.text, given: type.encoding) }
        throw RuntimeError.argumentType(name, index: index - 2, expected: declared.text, given: type.encoding)
    }

    private func value<Value: MessageValue>(
        _ type: Value.Type, _ kind: UInt8?, _ read: (UnsafeMutableRawPointer) -> Bool
    ) throws -> Value {
        let bytes = max(MemoryLayout<Value.Raw>.size, 16)
        return try withUnsafeTemporaryAllocation(byteCount: bytes, alignment: 16) { buffer in
            _ = read(buffer.baseAddress!)
            if let kind, let unfit = CarriedNumber.convert(buffer.baseAddress!, kind, to: type.kind) {
                throw RuntimeError.returnRange(selector?.name ?? "invocation", value: "\(unfit)", type: type.encoding)
            }
            guard let value = type.fromMessage(buffer.load(as: Value.Raw.self), retained: false) else {
                throw RuntimeError.unexpectedNil(selector?.name ?? "invocation")
            }
            return value
        }
    }
}

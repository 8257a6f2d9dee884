// IMP.swift - the function that implements a method: a C function, or a Swift closure with an entry point of its own.
import CMiniRuntime

/// The function that a message calls. Objective-C: `IMP`.
public struct IMP: Hashable, @unchecked Sendable {
    // Sendable: an address. Whoever removes a closure's IMP must make sure that no thread still calls it.
    @usableFromInline let pointer: OpaquePointer

    @inlinable init(_ pointer: OpaquePointer) {
        self.pointer = pointer
    }

    /// The C function `ret (*)(id self, SEL _cmd, ...)` at an address.
    @inlinable public init(address: UnsafeRawPointer) {
        pointer = OpaquePointer(address)
    }

    /// The address of the function.
    @inlinable public var address: UnsafeRawPointer { UnsafeRawPointer(pointer) }

    /// The IMP that starts forwarding. A class returns it for messages that it does not implement.
    public static let forward = Class.nsObject.methodImplementation("noMethodHasThisNameInAnyClass")

    /// Whether the IMP was created from a closure and not removed yet.
    public var isClosure: Bool { imp_getBlock(pointer) != nil }

    /// The type encoding of a closure; nil for a C function.
    public var closureTypes: String? { blockTypes.map { String(cString: $0) } }

    var blockTypes: UnsafePointer<CChar>? { imp_getBlock(pointer).flatMap { mr_block_types($0) } }

    /// Frees a closure and its IMP. Remove the IMP from every method first, and make sure that no other thread can
    /// still be about to call it: one that does ends the process, or enters a closure made later at the same address.
    /// - Returns: false if the IMP has no closure, or was removed before. Objective-C: `imp_removeBlock`.
    @discardableResult
    public func remove() -> Bool { imp_removeBlock(pointer) }

    /// The number of live closure IMPs in the process.
    public static var closureCount: Int { mr_closure_count() }
}

extension IMP: CustomStringConvertible {
    /// The address in hexadecimal: `0x7f01…`.
    public var description: String { "0x" + String(UInt(bitPattern: pointer), radix: 16) }
}

extension IMP {
    /// Creates an IMP with its own address for a closure. The closure's parameters are self and the message's
    /// arguments, without `_cmd`.
    ///
    ///     let imp = try IMP { (self: Object, years: Int32) -> Int32 in
    ///         try self.send("age", as: Int32.self) + years
    ///     }
    ///
    /// An error that the closure throws is raised as an exception, and the method returns zero. The closure runs on the
    /// sender's thread, with no lock held. The IMP retains it until ``remove()``.
    ///
    /// - Parameters:
    ///   - types: the method's type encoding, if it must be more precise than the Swift types. Throws
    ///     ``RuntimeError/encodingMismatch(_:expected:given:)`` if it contradicts them.
    ///   - body: a closure of any arity, whose parameters and result are ``MessageValue``s.
    ///
    /// Objective-C: `imp_implementationWithBlock`.
    public init<Receiver: MessageValue, each Argument: MessageValue, Result: MessageValue>(
        types: String? = nil, _ body: @escaping @Sendable (Receiver, repeat each Argument) throws -> Result
    ) throws {
        self = try Self.closure(Self.encoding(types, returning: Result.self, repeat (each Argument).self)) { message in
            var arguments = IncomingArguments(message)
            let receiver = try message.receiver(Receiver.self, returning: Result.self)
            try body(receiver, repeat arguments.next((each Argument).self)).returnAsMessageResult(of: message)
        }
    }

    /// Like `init(types:_:)`, for methods that return nothing.
    public init<Receiver: MessageValue, each Argument: MessageValue>(
        types: String? = nil, _ body: @escaping @Sendable (Receiver, repeat each Argument) throws -> Void
    ) throws {
        self = try Self.closure(Self.encoding(types, repeat (each Argument).self)) { message in
            var arguments = IncomingArguments(message)
            let receiver = try Receiver.fromArgument(0, of: message, retained: false)
            try body(receiver, repeat arguments.next((each Argument).self))
        }
    }

    /// Creates an IMP for a closure that receives the unconverted message: for methods whose types are known only at
    /// run time.
    ///
    /// Throws ``RuntimeError/malformedEncoding(_:)``.
    public init(types: String, messageHandler: @escaping @Sendable (IncomingMessage) throws -> Void) throws {
        self = try Self.closure(types, messageHandler)
    }

    /// Creates an IMP for a C function that also receives `context` with each message: the fastest kind of closure. The
    /// IMP retains `context` until ``remove()``. A C function cannot throw; it raises exceptions instead.
    ///
    /// Throws ``RuntimeError/malformedEncoding(_:)``.
    package init(types: String, context: AnyObject, _ function: @escaping ContextFunction) throws {
        let context = Unmanaged.passRetained(context).toOpaque()
        guard let block = mr_block_create(types, function, context, releaseContext) else {
            releaseContext(context)
            throw RuntimeError.malformedEncoding(types)
        }
        defer { objc_release(block) }
        self.init(imp_implementationWithBlock(block))
    }

    /// A C function that receives the context, the address of the result, and pointers to self, `_cmd` and the
    /// arguments. ``IncomingMessage`` wraps the last two.
    package typealias ContextFunction =
        @convention(c) (
            UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutablePointer<UnsafeMutableRawPointer?>?
        ) -> Void

    /// Returns `given` if it fits the Swift types, or builds the encoding from the Swift types if `given` is nil.
    static func encoding<each Argument: MessageValue>(
        _ given: String?, returning: String, fits: (UnsafePointer<CChar>) -> Bool, _ types: repeat (each Argument).Type
    ) throws -> String {
        let own = try MethodSignature.encoding(returning: returning, arguments: encodings(repeat each types))
        guard let given else { return own }
        let signature = try MethodSignature(given)
        var checker = TypeChecker("closure", signature.pointer)
        do {
            repeat try checker.checkArgument(each types)
            try checker.checkCount()
        } catch is RuntimeError {
            throw RuntimeError.encodingMismatch("closure", expected: given, given: own)
        }
        guard fits(objc_skip_type_qualifiers(mr_signature_return_type(signature.pointer))) else {
            throw RuntimeError.encodingMismatch("closure", expected: given, given: own)
        }
        return given
    }

    @usableFromInline static func closure(
        _ types: String, _ body: @escaping @Sendable (IncomingMessage) throws -> Void
    ) throws -> IMP {
        try IMP(types: types, context: ClosureBox(body), runClosure)
    }
}

// ── Implementation ──────────────────────────────────────────────────────────────────────────────────

/// A message as the IMP of a closure receives it. Valid until the closure returns.
public struct IncomingMessage {
    /// Pointers to self, `_cmd` and the arguments, in order.
    public let arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    /// The address of the return value: zeroed memory, or nil for a method that returns nothing.
    public let result: UnsafeMutableRawPointer?

    /// Wraps the parameters of an `IMP.ContextFunction`.
    @inlinable package init(
        _ result: UnsafeMutableRawPointer?, _ arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    ) {
        self.arguments = arguments!
        self.result = result
    }

    /// The receiver, borrowed.
    @inlinable public var receiver: UnmanagedObject { UnmanagedObject(arguments[0]!.load(as: OpaquePointer.self)) }

    /// The selector of the message.
    public var selector: Selector { Selector(arguments[1]!.load(as: OpaquePointer.self)) }

    /// Calls another function with the same arguments. Its return value becomes this message's.
    ///
    /// `signature` is that of this closure; `implementation` must have the same types.
    public func pass(to implementation: IMP, _ signature: MethodSignature) {
        mr_call(implementation.pointer, signature.pointer, result, arguments)
    }
}

/// A Swift closure whose types are erased.
private final class ClosureBox: Sendable {
    typealias Body = @Sendable (IncomingMessage) throws -> Void
    let body: Body

    init(_ body: @escaping Body) {
        self.body = body
    }
}

// C functions rather than Swift closures, because C calls them.
private let runClosure: IMP.ContextFunction = { context, result, arguments in
    // The closure is retained, because it may remove the IMP that it is called through, and the box is not, which is
    // what the underscored function saves: closure-imp takes 26 ns with both.
    let body = Unmanaged<ClosureBox>.fromOpaque(context!)._withUnsafeGuaranteedRef { $0.body }
    do {
        try body(IncomingMessage(result, arguments))
    } catch {
        RuntimeException.raise(error)
    }
}

private let releaseContext: @convention(c) (UnsafeMutableRawPointer?) -> Void = { context in
    Unmanaged<AnyObject>.fromOpaque(context!).release()
}

// ── Arguments and results ───────────────────────────────────────────────────────────────────────────

extension MessageValue {
    /// Reads the argument from the message's memory.
    @inlinable public static func fromArgument(
        _ index: Int, of message: IncomingMessage, retained: Bool
    ) throws -> Self {
        let raw = message.arguments[index].unsafelyUnwrapped.load(as: Raw.self)
        guard let value = fromMessage(raw, retained: retained) else { throw message.missing(index) }
        return value
    }

    /// Stores the value in the message's result.
    @inlinable public func returnAsMessageResult(of message: IncomingMessage) {
        let (argument, result) = (messageArgument, message.result.unsafelyUnwrapped)
        result.storeBytes(of: argument.raw, as: Raw.self)
        guard Self.isObject else { return }
        withExtendedLifetime(argument.owner) { message.handOut(result.load(as: OpaquePointer?.self)) }
    }
}

extension IncomingMessage {
    /// Retains a result by the naming rules: it is autoreleased, or +1 from alloc, new, copy and init methods.
    @usableFromInline func handOut(_ object: OpaquePointer?) {
        guard let object else { return }
        objc_retain(object)
        if !selector.returnsOwnedObject { objc_autorelease(object) }
    }

    @usableFromInline func missing(_ index: Int) -> any Error {
        if index == 0 { return RuntimeError.unexpectedNil("receiver of \(selector)") }
        return RuntimeException(
            "NSInvalidArgumentException", "argument \(index - 1) of '\(selector)' is nil, but must not be")
    }

    /// Returns the receiver of a method with that result type. A method of the init family consumes its receiver.
    @inlinable @inline(__always) func receiver<Receiver: MessageValue, Result: MessageValue>(
        _ type: Receiver.Type, returning result: Result.Type
    ) throws -> Receiver {
        let consumed = result.isObject && type.isObject && selector.consumesReceiver
        return try type.fromArgument(0, of: self, retained: consumed)
    }
}

/// Reads the arguments of a message one after the other as Swift values.
private struct IncomingArguments {
    let message: IncomingMessage
    private var index = 2

    init(_ message: IncomingMessage) {
        self.message = message
    }

    mutating func next<Value: MessageValue>(_ type: Value.Type) throws -> Value {
        defer { index += 1 }
        return try type.fromArgument(index, of: message, retained: false)
    }
}

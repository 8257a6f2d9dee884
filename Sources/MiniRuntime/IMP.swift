// IMP.swift - the function behind a method: a C function, or a Swift closure with an entry of its own.
import CMiniRuntime

/// The function that a message jumps to. Objective-C: `IMP`.
public struct IMP: Hashable, @unchecked Sendable {
    // Sendable: an address. Who removes a closure's IMP answers for nobody calling it any more.
    @usableFromInline let pointer: OpaquePointer

    @inlinable init(_ pointer: OpaquePointer) {
        self.pointer = pointer
    }

    /// A C function `ret (*)(id self, SEL _cmd, ...)` that the caller has the address of.
    @inlinable public init(address: UnsafeRawPointer) {
        pointer = OpaquePointer(address)
    }

    /// What is called, as `printf` would show it.
    @inlinable public var address: UnsafeRawPointer { UnsafeRawPointer(pointer) }

    /// The IMP that begins forwarding: what a class answers for a message nobody implements.
    public static let forward = Class.nsObject.methodImplementation("noMethodHasThisNameInAnyClass")

    /// Whether the IMP is a closure, made here and not removed yet.
    public var isClosure: Bool { imp_getBlock(pointer) != nil }

    /// The type encoding of a closure.
    public var closureTypes: String? { blockTypes.map { String(cString: $0) } }

    var blockTypes: UnsafePointer<CChar>? { imp_getBlock(pointer).flatMap { mr_block_types($0) } }

    /// Frees a closure's IMP, and the closure. Take it out of every method first.
    /// - Returns: false if this is no closure, or was removed. Objective-C: `imp_removeBlock`.
    @discardableResult
    public func remove() -> Bool { imp_removeBlock(pointer) }

    /// How many closure IMPs are alive in the process.
    public static var closureCount: Int { mr_closure_count() }
}

extension IMP: CustomStringConvertible {
    /// `0x7f01…`
    public var description: String { "0x" + String(UInt(bitPattern: pointer), radix: 16) }
}

extension IMP {
    /// An IMP of its own address for a closure. Its parameters are self and the message's arguments, without `_cmd`.
    ///
    ///     let imp = try IMP { (self: Object, years: Int32) -> Int32 in
    ///         try self.send("age", as: Int32.self) + years
    ///     }
    ///
    /// What the closure throws is raised as an exception, and the method returns zero. The closure runs on the sender's
    /// thread, with no lock held. It is retained until ``remove()``.
    ///
    /// - Parameters:
    ///   - types: the method's type encoding, if it says more than the Swift types do. Throws
    ///     ``RuntimeError/encodingMismatch(_:expected:given:)`` if it contradicts them.
    ///   - body: any arity; each parameter and the result a ``MessageValue``.
    ///
    /// Objective-C: `imp_implementationWithBlock`.
    public init<Receiver: MessageValue, each Argument: MessageValue, Result: MessageValue>(
        types: String? = nil, _ body: @escaping @Sendable (Receiver, repeat each Argument) throws -> Result
    ) throws {
        let encoding = try Self.encoding(
            types, returning: Result.encoding, fits: { TypeChecker.fits(Result.self, $0) }, repeat (each Argument).self)
        self = try Self.closure(encoding) { message in
            var call = IncomingArguments(message)
            let receiver = try call.receiver(as: Receiver.self, consumed: Result.isObject)
            let value = try body(receiver, repeat call.next((each Argument).self))
            call.store(value)
        }
    }

    /// As ``init(types:_:)-(_,(Receiver,Argument)->Result)``, for methods that return nothing.
    public init<Receiver: MessageValue, each Argument: MessageValue>(
        types: String? = nil, _ body: @escaping @Sendable (Receiver, repeat each Argument) throws -> Void
    ) throws {
        let encoding = try Self.encoding(
            types, returning: "v", fits: { $0.pointee == CChar(bitPattern: UInt8(ascii: "v")) },
            repeat (each Argument).self)
        self = try Self.closure(encoding) { message in
            var call = IncomingArguments(message)
            let receiver = try call.receiver(as: Receiver.self, consumed: false)
            try body(receiver, repeat call.next((each Argument).self))
        }
    }

    /// An IMP for a closure that takes its message as it comes: for methods whose types are known at run time only.
    ///
    /// Throws ``RuntimeError/malformedEncoding(_:)``.
    public init(types: String, messageHandler: @escaping @Sendable (IncomingMessage) throws -> Void) throws {
        self = try Self.closure(types, messageHandler)
    }

    /// An IMP for a C function that is given an object of yours with each message: the shortest way in. `context` is
    /// retained until ``remove()``. The function cannot throw: it raises.
    ///
    /// Throws ``RuntimeError/malformedEncoding(_:)``.
    public init(types: String, context: AnyObject, _ function: @escaping ContextFunction) throws {
        let context = Unmanaged.passRetained(context).toOpaque()
        guard let block = mr_block_create(types, function, context, releaseContext) else {
            releaseContext(context)
            throw RuntimeError.malformedEncoding(types)
        }
        defer { objc_release(block) }
        self.init(imp_implementationWithBlock(block))
    }

    /// Takes the context, the place for the result, and pointers to self, `_cmd` and the arguments: what an
    /// ``IncomingMessage`` is made of.
    public typealias ContextFunction =
        @convention(c) (
            UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutablePointer<UnsafeMutableRawPointer?>?
        ) -> Void

    /// The encoding of the closure: what was given, if it fits; else what the Swift types say.
    private static func encoding<each Argument: MessageValue>(
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

    private static func closure(_ types: String, _ body: @escaping ClosureBox.Body) throws -> IMP {
        try IMP(types: types, context: ClosureBox(body), runClosure)
    }
}

// ── Inside ──────────────────────────────────────────────────────────────────────────────────────────

/// A message as it reaches an IMP made of a closure: valid until the closure returns.
public struct IncomingMessage {
    /// Pointers to self, `_cmd` and the arguments, in order.
    public let arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    /// Where the return value goes: zeroed, and nil for a method that returns nothing.
    public let result: UnsafeMutableRawPointer?

    /// A message as a ``IMP/ContextFunction`` is given it.
    @inlinable public init(
        _ result: UnsafeMutableRawPointer?, _ arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    ) {
        self.arguments = arguments!
        self.result = result
    }

    /// Borrowed, as self always is.
    @inlinable public var receiver: UnmanagedObject { UnmanagedObject(arguments[0]!.load(as: OpaquePointer.self)) }

    /// The name that the message was sent under.
    public var selector: Selector { Selector(arguments[1]!.load(as: OpaquePointer.self)) }

    /// Calls another function with the same arguments, which leaves its return value as this message's.
    ///
    /// `signature` says the types of the closure, which `implementation` must have as well.
    public func pass(to implementation: IMP, _ signature: MethodSignature) {
        mr_call(implementation.pointer, signature.pointer, result, arguments)
    }
}

/// A Swift closure, with its types wrapped away.
private final class ClosureBox: Sendable {
    typealias Body = @Sendable (IncomingMessage) throws -> Void
    let body: Body

    init(_ body: @escaping Body) {
        self.body = body
    }
}

// Not closures of Swift's but C functions, as entries made at run time call them.
private let runClosure: IMP.ContextFunction = { context, result, arguments in
    let box = Unmanaged<ClosureBox>.fromOpaque(context!).takeUnretainedValue()
    do {
        try box.body(IncomingMessage(result, arguments))
    } catch {
        RuntimeException.raise(error)
    }
}

private let releaseContext: @convention(c) (UnsafeMutableRawPointer?) -> Void = { context in
    Unmanaged<AnyObject>.fromOpaque(context!).release()
}

/// The arguments of a message, read one after the other as Swift values.
private struct IncomingArguments {
    let message: IncomingMessage
    private var index = 2

    init(_ message: IncomingMessage) {
        self.message = message
    }

    /// - Parameter consumed: whether an init method takes over the reference to its receiver.
    func receiver<Receiver: MessageValue>(as type: Receiver.Type, consumed: Bool) throws -> Receiver {
        let owned = consumed && Receiver.isObject && message.selector.family == .initializer
        let raw = message.arguments[0]!.load(as: Receiver.Raw.self)
        guard let receiver = type.fromMessage(raw, retained: owned) else {
            throw RuntimeError.unexpectedNil("receiver of \(message.selector)")
        }
        return receiver
    }

    mutating func next<Value: MessageValue>(_ type: Value.Type) throws -> Value {
        defer { index += 1 }
        let raw = message.arguments[index]!.load(as: Value.Raw.self)
        guard let value = type.fromMessage(raw, retained: false) else {
            throw RuntimeException(
                "NSInvalidArgumentException", "argument \(index - 1) of '\(message.selector)' is nil, but must not be")
        }
        return value
    }

    /// Hands a result out as the naming rules say: objects autoreleased, or +1 from alloc, new, copy and init methods.
    func store<Value: MessageValue>(_ value: Value) {
        let result = message.result!
        let argument = value.messageArgument
        withExtendedLifetime(argument.owner) {
            result.storeBytes(of: argument.raw, as: Value.Raw.self)
            guard Value.isObject, let object = result.load(as: OpaquePointer?.self) else { return }
            objc_retain(object)
            if message.selector.family == .none { objc_autorelease(object) }
        }
    }
}

// ShapedCall.swift - messages whose types are known where they are sent: the fast path of most messages from Swift.
//
//      the Swift types ──► the shape: one number, a constant ──► equal to the method's shape? ── yes ──► IMP
//                                                                                             └─ no ───► MessageCall
//
// MessageCall converts numbers, passes structures, and throws if a type is wrong. All functions here are inlinable, so
// that a caller in another module is compiled for its types: shapes and conversions are then constants. A generic
// function that is not inlinable looks up type metadata at each call.
import CMiniRuntime

/// A call that is being prepared: its shape, and its arguments as the contents of registers.
///
/// Only implementations of ``MessageValue`` use it.
@frozen public struct ShapedCall: BitwiseCopyable {
    // One letter per type; that of the result is in the lowest byte.
    @usableFromInline private(set) var shape: UInt64
    /// false if an argument is a structure, or if the arguments do not fit into the registers. MessageCall then sends
    /// the message.
    @usableFromInline private(set) var isShaped: Bool
    @usableFromInline private(set) var words: (UInt, UInt, UInt, UInt) = (0, 0, 0, 0)
    @usableFromInline private(set) var wordCount = 0
    @usableFromInline private(set) var reals: (Double, Double) = (0, 0)
    @usableFromInline private(set) var realCount = 0

    /// Creates a call that returns nothing.
    @inlinable @inline(__always) init() {
        shape = UInt64(UInt8(ascii: "v"))
        isShaped = true
    }

    /// Creates a call that returns a value of that type. MessageCall sends `init` messages, which consume their
    /// receiver.
    @inlinable @inline(__always) init<Result: MessageValue>(_ selector: Selector, returning type: Result.Type) {
        shape = UInt64(type.shapeLetter)
        isShaped = type.shapeLetter != 0
        guard type.isObject else { return }
        isShaped = !type.isBorrowed
        guard selector.mayBelongToFamily else { return }
        shape |= selector.returnsOwnedObject ? MR_SHAPE_OWNED : 0
        isShaped = isShaped && !selector.consumesReceiver
    }

    /// Makes the call release the objects that its method autoreleases, even if the thread has a pool.
    @inlinable @inline(__always) mutating func drain() {
        shape |= MR_SHAPE_DRAINS
    }

    @inlinable @inline(__always)
    mutating func add<Raw: BitwiseCopyable>(_ raw: Raw, _ letter: UInt8, _ passing: MessagePassing) {
        shape |= UInt64(letter) << (8 * (1 + wordCount + realCount))
        if passing == .float || passing == .double {
            add(real: Double(bitPattern: Self.word(raw, signed: false)))
        } else {
            add(word: UInt(Self.word(raw, signed: passing == .signed)))
        }
        isShaped = isShaped && letter != 0 && wordCount <= 4 && realCount <= 2
    }

    @inlinable @inline(__always) mutating func add(word: UInt) {
        switch wordCount {
        case 0: words.0 = word
        case 1: words.1 = word
        case 2: words.2 = word
        default: words.3 = word
        }
        wordCount += 1
    }

    @inlinable @inline(__always) mutating func add(real: Double) {
        if realCount == 0 { reals.0 = real } else { reals.1 = real }
        realCount += 1
    }

    /// Returns the contents of a register for a scalar.
    @inlinable @inline(__always)
    static func word<Raw: BitwiseCopyable>(_ raw: Raw, signed: Bool) -> UInt64 {
        withUnsafeBytes(of: raw) { bytes in
            switch (MemoryLayout<Raw>.size, signed) {
            case (1, true): UInt64(truncatingIfNeeded: bytes.load(as: Int8.self))
            case (1, false): UInt64(bytes.load(as: UInt8.self))
            case (2, true): UInt64(truncatingIfNeeded: bytes.load(as: Int16.self))
            case (2, false): UInt64(bytes.load(as: UInt16.self))
            case (4, true): UInt64(truncatingIfNeeded: bytes.load(as: Int32.self))
            case (4, false): UInt64(bytes.load(as: UInt32.self))
            case (8, _): bytes.load(as: UInt64.self)
            default: 0
            }
        }
    }

    /// Sends the message and returns the register of the result. nil if MessageCall must send the message. Throws the
    /// exception that the method raises.
    @inlinable @inline(__always)
    func send(to receiver: OpaquePointer?, _ selector: Selector) throws -> UInt64? {
        guard isShaped else { return nil }
        let result = result(receiver, selector.pointer)
        if result.end == MR_SENT { return result.value.word }
        if result.end == MR_RAISED { throw RuntimeException.takePending()! }
        return nil
    }

    @inlinable @inline(__always)
    func result(_ receiver: OpaquePointer?, _ selector: OpaquePointer) -> mr_shaped_result {
        if wordCount > 2 {
            return mr_send_shaped_long(
                receiver, selector, shape, words.0, words.1, words.2, words.3, reals.0, reals.1)
        }
        return switch UInt8(truncatingIfNeeded: shape) {
        case UInt8(ascii: "@"):
            mr_send_shaped_object(receiver, selector, shape, words.0, words.1, reals.0, reals.1)
        case UInt8(ascii: "d"), UInt8(ascii: "f"):
            mr_send_shaped_real(receiver, selector, shape, words.0, words.1, reals.0, reals.1)
        default:
            mr_send_shaped(receiver, selector, shape, words.0, words.1, reals.0, reals.1)
        }
    }
}

extension MessageValue {
    /// The encoding if it is one letter, `^` for a pointer, and 0 for a structure.
    @inlinable public static var shapeLetter: UInt8 {
        let letter = messageEncoding.utf8Start[0]
        let isLetter = messageEncoding.utf8CodeUnitCount == 1 || letter == UInt8(ascii: "^")
        return isLetter && messagePassing != .structure ? letter : 0
    }

    /// Adds the value's C representation to the call, and returns its owner.
    @inlinable @inline(__always) public func addMessageArgument(to call: inout ShapedCall) -> Object? {
        let argument = messageArgument
        call.add(argument.raw, Self.shapeLetter, Self.messagePassing)
        return argument.owner
    }

    /// Converts the register by ``fromMessage(_:retained:)``.
    @inlinable public static func fromResult(_ word: UInt64, _ selector: Selector) throws -> Self {
        let value = withUnsafeBytes(of: word) { fromMessage($0.load(as: Raw.self), retained: isObject) }
        guard let value else { throw selector.missingResult }
        return value
    }
}

extension Selector {
    @usableFromInline var missingResult: RuntimeError { .unexpectedNil(name) }
}

/// Keeps arguments, and the objects that they were converted to, alive while `body` runs. The calls are nested, because
/// a tuple would copy its elements. Benchmark row: `token`.
@inlinable @inline(__always)
func keeping<First, Second, Result>(
    _ first: First, _ firstOwner: Object?, _ second: Second, _ secondOwner: Object?, _ body: () throws -> Result
) rethrows -> Result {
    try keeping(first, firstOwner) { try keeping(second, secondOwner, body) }
}

@inlinable @inline(__always)
func keeping<Argument, Result>(_ argument: Argument, _ owner: Object?, _ body: () throws -> Result) rethrows -> Result {
    try withExtendedLifetime(argument) { try withExtendedLifetime(owner, body) }
}

// ── Messages of up to four arguments ────────────────────────────────────────────────────────────────
// One function per number of arguments: in a function with a pack of types, even a specialized one, the compiler calls
// each opened element through its witness table.

extension MessageReceiver {
    /// Sends a message without arguments and returns the result of the method.
    @inlinable public func send<Result: MessageValue>(_ selector: Selector, as type: Result.Type = Result.self) throws
        -> Result
    {
        let call = ShapedCall(selector, returning: type)
        guard let word = try call.send(to: receiverPointer, selector) else {
            return try sendAnyShape(selector, as: type)
        }
        return try type.fromResult(word, selector)
    }

    /// Sends a message with one argument and returns the result of the method.
    @inlinable public func send<Argument: MessageValue, Result: MessageValue>(
        _ selector: Selector, _ argument: Argument, as type: Result.Type = Result.self
    ) throws -> Result {
        var call = ShapedCall(selector, returning: type)
        let owner = argument.addMessageArgument(to: &call)
        let word = try withExtendedLifetime((argument, owner)) { try call.send(to: receiverPointer, selector) }
        guard let word else { return try sendAnyShape(selector, argument, as: type) }
        return try type.fromResult(word, selector)
    }

    /// Sends a message with two arguments and returns the result of the method.
    @inlinable public func send<First: MessageValue, Second: MessageValue, Result: MessageValue>(
        _ selector: Selector, _ first: First, _ second: Second, as type: Result.Type = Result.self
    ) throws -> Result {
        var call = ShapedCall(selector, returning: type)
        let owners = (first.addMessageArgument(to: &call), second.addMessageArgument(to: &call))
        let word = try withExtendedLifetime((first, second, owners)) { try call.send(to: receiverPointer, selector) }
        guard let word else { return try sendAnyShape(selector, first, second, as: type) }
        return try type.fromResult(word, selector)
    }

    /// Sends a message with three arguments and returns the result of the method.
    @inlinable
    public func send<First: MessageValue, Second: MessageValue, Third: MessageValue, Result: MessageValue>(
        _ selector: Selector, _ first: First, _ second: Second, _ third: Third, as type: Result.Type = Result.self
    ) throws -> Result {
        var call = ShapedCall(selector, returning: type)
        let owners = (
            first.addMessageArgument(to: &call), second.addMessageArgument(to: &call),
            third.addMessageArgument(to: &call)
        )
        let word = try keeping(first, owners.0, second, owners.1) {
            try keeping(third, owners.2) { try call.send(to: receiverPointer, selector) }
        }
        guard let word else { return try sendAnyShape(selector, first, second, third, as: type) }
        return try type.fromResult(word, selector)
    }

    /// Sends a message with four arguments and returns the result of the method.
    @inlinable
    public func send<
        First: MessageValue, Second: MessageValue, Third: MessageValue, Fourth: MessageValue, Result: MessageValue
    >(
        _ selector: Selector, _ first: First, _ second: Second, _ third: Third, _ fourth: Fourth,
        as type: Result.Type = Result.self
    ) throws -> Result {
        var call = ShapedCall(selector, returning: type)
        let owners = (
            first.addMessageArgument(to: &call), second.addMessageArgument(to: &call),
            third.addMessageArgument(to: &call), fourth.addMessageArgument(to: &call)
        )
        let word = try keeping(first, owners.0, second, owners.1) {
            try keeping(third, owners.2, fourth, owners.3) { try call.send(to: receiverPointer, selector) }
        }
        guard let word else { return try sendAnyShape(selector, first, second, third, fourth, as: type) }
        return try type.fromResult(word, selector)
    }

    /// Sends a message without arguments and discards the method's result, if any.
    @inlinable public func send(_ selector: Selector) throws {
        if try ShapedCall().send(to: receiverPointer, selector) == nil { try sendAnyShape(selector) }
    }

    /// Sends a message with one argument and discards the method's result, if any.
    @inlinable public func send<Argument: MessageValue>(_ selector: Selector, _ argument: Argument) throws {
        var call = ShapedCall()
        let owner = argument.addMessageArgument(to: &call)
        let word = try withExtendedLifetime((argument, owner)) { try call.send(to: receiverPointer, selector) }
        if word == nil { try sendAnyShape(selector, argument) }
    }

    /// Sends a message with two arguments and discards the method's result, if any.
    @inlinable public func send<First: MessageValue, Second: MessageValue>(
        _ selector: Selector, _ first: First, _ second: Second
    ) throws {
        var call = ShapedCall()
        let owners = (first.addMessageArgument(to: &call), second.addMessageArgument(to: &call))
        let word = try withExtendedLifetime((first, second, owners)) { try call.send(to: receiverPointer, selector) }
        if word == nil { try sendAnyShape(selector, first, second) }
    }

    /// Sends a message with three arguments and discards the method's result, if any.
    @inlinable public func send<First: MessageValue, Second: MessageValue, Third: MessageValue>(
        _ selector: Selector, _ first: First, _ second: Second, _ third: Third
    ) throws {
        var call = ShapedCall()
        let owners = (
            first.addMessageArgument(to: &call), second.addMessageArgument(to: &call),
            third.addMessageArgument(to: &call)
        )
        let word = try keeping(first, owners.0, second, owners.1) {
            try keeping(third, owners.2) { try call.send(to: receiverPointer, selector) }
        }
        if word == nil { try sendAnyShape(selector, first, second, third) }
    }

    /// Sends a message with four arguments and discards the method's result, if any.
    @inlinable
    public func send<First: MessageValue, Second: MessageValue, Third: MessageValue, Fourth: MessageValue>(
        _ selector: Selector, _ first: First, _ second: Second, _ third: Third, _ fourth: Fourth
    ) throws {
        var call = ShapedCall()
        let owners = (
            first.addMessageArgument(to: &call), second.addMessageArgument(to: &call),
            third.addMessageArgument(to: &call), fourth.addMessageArgument(to: &call)
        )
        let word = try keeping(first, owners.0, second, owners.1) {
            try keeping(third, owners.2, fourth, owners.3) { try call.send(to: receiverPointer, selector) }
        }
        if word == nil { try sendAnyShape(selector, first, second, third, fourth) }
    }
}

// ── For typed properties ────────────────────────────────────────────────────────────────────────────
// These calls release the objects that the accessor autoreleases, so that code that reads a property needs no pool.

extension Object {
    /// Like `send(_:as:)`, but leaves no object in an autorelease pool.
    @inlinable
    package func sendDraining<Result: MessageValue>(_ selector: Selector, as type: Result.Type) throws -> Result {
        var call = ShapedCall(selector, returning: type)
        call.drain()
        guard let word = try call.send(to: pointer, selector) else { return try sendInPool(selector, as: type) }
        return try type.fromResult(word, selector)
    }

    /// Like `send(_:_:)`, but leaves no object in an autorelease pool.
    @inlinable
    package func sendDraining<Argument: MessageValue>(_ selector: Selector, _ argument: Argument) throws {
        var call = ShapedCall()
        call.drain()
        let owner = argument.addMessageArgument(to: &call)
        let word = try withExtendedLifetime((argument, owner)) { try call.send(to: pointer, selector) }
        if word == nil { try sendInPool(selector, argument) }
    }

    @usableFromInline
    func sendInPool<Result: MessageValue>(_ selector: Selector, as type: Result.Type) throws -> Result {
        try RuntimeException.catching { try autoreleasepool { try sendAnyShape(selector, as: type) } }
    }

    @usableFromInline
    func sendInPool<Argument: MessageValue>(_ selector: Selector, _ argument: Argument) throws {
        try RuntimeException.catching { try autoreleasepool { try sendAnyShape(selector, argument) } }
    }
}

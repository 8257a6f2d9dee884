// Send.swift - sending messages from Swift.
import CMiniRuntime

extension MessageReceiver {
    /// Sends a message and returns the result of the method.
    ///
    ///     let age: Int32 = try person.send("age")
    ///     print(try person.send("age", as: Int32.self))
    ///
    /// The Swift types are compared with the method's encoding first, so a wrong type throws an error instead of
    /// crashing. An integer may have another size or sign than the method's, and a floating-point number another size:
    /// it is converted, and a value that does not fit throws an error. A message to nil returns zero; if the result
    /// type has no zero, as `Object` has none, it throws
    /// ``RuntimeError/unexpectedNil(_:)``.
    ///
    /// - Parameters:
    ///   - selector: the message's name.
    ///   - arguments: one for each colon in the name, of the types that the method takes.
    ///   - type: the type that the method returns; by default, inferred from the use of the result.
    /// - Returns: the result of the method. The caller owns a returned object, whatever the name of the method.
    ///
    /// Throws ``RuntimeError`` before the message is sent if the types do not fit; ``RuntimeException`` if the method,
    /// or code that it calls, raises.
    ///
    /// Objects that methods autorelease live until the thread's innermost ``autoreleasepool(_:)`` ends; on a thread
    /// without one, until the outermost call from Swift returns. The result itself is never left in a pool. An
    /// ``UnmanagedObject`` as result is borrowed: on a thread without a pool it may be dead when the send returns.
    /// Runs on the caller's thread. Objective-C: `[receiver message]`.
    public func send<each Argument: MessageValue, Result: MessageValue>(
        _ selector: Selector, _ arguments: repeat each Argument, as type: Result.Type = Result.self
    ) throws -> Result {
        var call = ShapedCall(selector, returning: type)
        var owners: [Object] = []
        repeat (each arguments).addMessageArgument(to: &call).map { owners.append($0) }
        let word = try withExtendedLifetime(owners) { try call.send(to: receiverPointer, selector) }
        guard let word else { return try sendAnyShape(selector, repeat each arguments, as: type) }
        return try type.fromResult(word, selector)
    }

    /// Sends a message and discards the method's result, if any.
    ///
    /// Otherwise like `send(_:_:as:)`.
    public func send<each Argument: MessageValue>(_ selector: Selector, _ arguments: repeat each Argument) throws {
        var call = ShapedCall()
        var owners: [Object] = []
        repeat (each arguments).addMessageArgument(to: &call).map { owners.append($0) }
        let word = try withExtendedLifetime(owners) { try call.send(to: receiverPointer, selector) }
        if word == nil { try sendAnyShape(selector, repeat each arguments) }
    }

    /// Sends a message to super from a method of `cls`.
    ///
    /// `cls` is the class whose method sends the message, not the class of the receiver. Otherwise like
    /// `send(_:_:as:)`.
    /// Objective-C: `[super message]`.
    public func sendSuper<each Argument: MessageValue, Result: MessageValue>(
        of cls: Class, _ selector: Selector, _ arguments: repeat each Argument, as type: Result.Type
    ) throws -> Result {
        try MessageCall(.superclass(of: cls), receiver: receiverPointer, selector: selector)
            .perform(repeat each arguments, as: type)
    }

    /// Like ``sendSuper(of:_:_:as:)``, but discards the method's result.
    public func sendSuper<each Argument: MessageValue>(
        of cls: Class, _ selector: Selector, _ arguments: repeat each Argument
    ) throws {
        try MessageCall(.superclass(of: cls), receiver: receiverPointer, selector: selector).perform(
            repeat each arguments)
    }

    /// Sends a message in code that cannot throw. If it raises an exception that no `try` send on this thread's stack
    /// can throw, or if its types do not fit, the process ends as for an uncaught exception.
    package func sendOrTerminate<each Argument: MessageValue>(_ selector: Selector, _ arguments: repeat each Argument) {
        do {
            try send(selector, repeat each arguments)
        } catch {
            RuntimeException.raiseOrTerminate(error)
        }
    }

    /// Whether the receiver returns true from `respondsToSelector:`. Objective-C: `-respondsToSelector:`.
    public func responds(to selector: Selector) -> Bool {
        (try? send("respondsToSelector:", selector, as: Bool.self)) ?? false
    }
}

extension IMP {
    /// Calls the function as a method of `receiver`, without a lookup. Objective-C: calling an `IMP` through a cast.
    ///
    /// A closure's types are checked. The types of a C function are unknown, and must be correct.
    public func call<Receiver: MessageReceiver, each Argument: MessageValue, Result: MessageValue>(
        _ receiver: Receiver, _ selector: Selector, _ arguments: repeat each Argument, as type: Result.Type
    ) throws -> Result {
        try MessageCall(.implementation(self), receiver: receiver.receiverPointer, selector: selector)
            .perform(repeat each arguments, as: type)
    }

    /// Like ``call(_:_:_:as:)``, but discards the result.
    public func call<Receiver: MessageReceiver, each Argument: MessageValue>(
        _ receiver: Receiver, _ selector: Selector, _ arguments: repeat each Argument
    ) throws {
        try MessageCall(.implementation(self), receiver: receiver.receiverPointer, selector: selector)
            .perform(repeat each arguments)
    }
}

// ── Messages of any shape ───────────────────────────────────────────────────────────────────────────

extension MessageReceiver {
    @usableFromInline func sendAnyShape<each Argument: MessageValue, Result: MessageValue>(
        _ selector: Selector, _ arguments: repeat each Argument, as type: Result.Type
    ) throws -> Result {
        try MessageCall(.message, receiver: receiverPointer, selector: selector)
            .perform(repeat each arguments, as: type)
    }

    @usableFromInline func sendAnyShape<each Argument: MessageValue>(
        _ selector: Selector, _ arguments: repeat each Argument
    ) throws {
        try MessageCall(.message, receiver: receiverPointer, selector: selector).perform(repeat each arguments)
    }
}

// ── Performing a call ───────────────────────────────────────────────────────────────────────────────

extension MessageCall {
    func perform<each Argument: MessageValue, Result: MessageValue>(
        _ arguments: repeat each Argument, as type: Result.Type
    ) throws -> Result {
        let converter = try checkTypes(repeat (each Argument).self)
        let returned = try signature.flatMap { try TypeChecker(selector, $0, receiver).checkReturn(type) }
        let size = max(MemoryLayout<Result.Raw>.size, 16)
        let result = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        defer { result.deallocate() }
        result.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        var scope = CallScope()
        defer { scope.end() }
        try call(
            repeat each arguments, converter: converter, returning: type.encoding,
            passing: returned.map { CarriedNumber.passing($0) } ?? type.messagePassing,
            consumesReceiver: Result.isObject && selector.family == .initializer, result: result)
        let unfit = returned.flatMap { CarriedNumber.convert(result, $0, to: type.kind) }
        let value = RuntimeException.isPending ? nil : value(type, result, scope)
        try scope.drain()
        if let unfit { throw RuntimeError.returnRange(selector.name, value: "\(unfit)", type: type.encoding) }
        guard let value else { throw RuntimeError.unexpectedNil(selector.name) }
        return value
    }

    private func value<Result: MessageValue>(
        _ type: Result.Type, _ result: UnsafeMutableRawPointer, _ scope: CallScope
    ) -> Result? {
        var retained = false
        if Result.isObject {
            retained = selector.family != .none
            if !retained, !Result.isBorrowed { retained = scope.takesOver(result.load(as: OpaquePointer?.self)) }
        }
        return type.fromMessage(result.load(as: Result.Raw.self), retained: retained)
    }

    func perform<each Argument: MessageValue>(_ arguments: repeat each Argument) throws {
        let converter = try checkTypes(repeat (each Argument).self)
        let declared = signature.map { String(cString: mr_signature_return_type($0)) } ?? "v"
        let size = max(signature.map { mr_signature_return_size($0) } ?? 0, 16)
        let result = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        defer { result.deallocate() }
        result.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        let inRegister = size <= 16 && "vcCsSiIlLqQfdB*@#:^".contains(declared.first ?? "?")
        let returnsObject = declared.hasPrefix("@")
        let returnsOwned = returnsObject && selector.family != .none
        var scope = CallScope()
        defer { scope.end() }
        try call(
            repeat each arguments, converter: converter, returning: declared,
            passing: inRegister ? .unsigned : .structure,
            consumesReceiver: returnsOwned && selector.family == .initializer, result: result)
        if returnsObject {
            let object = result.load(as: OpaquePointer?.self)
            if returnsOwned || scope.takesOver(object) { objc_release(object) }
        }
        try scope.drain()
    }

    /// Checks the number and the types of the arguments.
    /// - Returns: the converter for the arguments.
    private func checkTypes<each Argument: MessageValue>(
        _ types: repeat (each Argument).Type
    ) throws -> ArgumentConverter {
        guard let signature else { return ArgumentConverter(selector, nil) }
        var checker = TypeChecker(selector, signature, receiver)
        repeat try checker.checkSentArgument(each types)
        try checker.checkCount()
        return ArgumentConverter(selector, checker.findsOtherNumbers ? signature : nil)
    }

    /// - Parameter consumesReceiver: true for `init`, which consumes a reference to its receiver; the receiver is
    ///   retained for it.
    private func call<each Argument: MessageValue>(
        _ arguments: repeat each Argument, converter: ArgumentConverter, returning: String, passing: MessagePassing,
        consumesReceiver: Bool,
        result: UnsafeMutableRawPointer
    ) throws {
        if consumesReceiver { objc_retain(receiver) }
        let carried = (repeat (each arguments).messageArgument)
        try withExtendedLifetime(carried) {
            var registers = ArgumentRegisters()
            var forRegisters = converter
            repeat try registers.add((each carried).raw, (each Argument).self, &forRegisters)
            if registers.fits && passing != .structure {
                callInRegisters(&registers, returning: passing, result: result)
            } else {
                try callInMemory(
                    repeat (each carried).raw, types: repeat (each Argument).self, converter: converter, returning,
                    result)
            }
        }
        // If there was no method, no code consumed the receiver.
        if consumesReceiver, RuntimeException.isPending, signature == nil,
            !class_respondsToSelector(object_getClass(receiver), selector.pointer)
        {
            objc_release(receiver)
        }
    }

    private func callInMemory<each Value: MessageValue>(
        _ raws: repeat (each Value).Raw, types: repeat (each Value).Type, converter: ArgumentConverter,
        _ returning: String, _ result: UnsafeMutableRawPointer
    ) throws {
        let types = encodings(repeat each types)
        let signature =
            try signature ?? MethodSignature(MethodSignature.encoding(returning: returning, arguments: types)).pointer
        var converter = converter
        var frame = ArgumentFrame()
        defer { frame.free() }
        frame.add(receiver)
        frame.add(selector.pointer)
        repeat try frame.add(each raws, (each Value).self, &converter)
        frame.call(self, signature: signature, result: result)
    }
}

// ── Words ───────────────────────────────────────────────────────────────────────────────────────────

extension UnmanagedObject {
    /// Sends a message whose arguments and result are words: pointers, objects, integers up to 64 bits. Nothing is
    /// checked or retained, and an exception stays pending. For layers that send messages very often and know the
    /// types. The method ignores those of the `words` that it has no parameters for.
    @discardableResult @inlinable
    public func sendWords(_ selector: Selector, _ words: (UInt, UInt, UInt, UInt) = (0, 0, 0, 0)) -> UInt {
        UInt(mr_send_words(pointer, selector.pointer, words.0, words.1, words.2, words.3))
    }

    /// The pointer as a word, to pass it as an argument.
    @inlinable public var word: UInt { UInt(bitPattern: pointer) }
}

// Send.swift - sending messages from Swift.
import CMiniRuntime

extension MessageReceiver {
    /// Sends a message and returns the result of the method.
    ///
    ///     let age = try person.send("age", as: Int32.self)
    ///
    /// The Swift types are compared with the method's encoding first, so a wrong one is an error and not a crash. Integer
    /// types of the same width stand for each other, and an `Int` argument, as a literal is one, for all of them, if the
    /// value fits: else ``RuntimeError/outOfRange(_:value:type:)`` is thrown. nil as receiver answers zero; where the result type has no zero, as `Object` has none, it throws
    /// ``RuntimeError/unexpectedNil(_:)``.
    ///
    /// - Parameters:
    ///   - selector: the message's name.
    ///   - arguments: one for each colon in the name, of the types that the method takes.
    ///   - type: the type that the method returns.
    /// - Returns: the result; an object is always owned by the caller, whatever the naming rules give for `selector`.
    ///
    /// Throws ``RuntimeError`` before the message is sent if the types do not fit; ``RuntimeException`` if the method,
    /// or code that it calls, raises.
    ///
    /// What methods on the way autorelease lives until the innermost ``autoreleasepool(_:)`` ends: put one around a loop
    /// that sends many messages. On a thread without a pool it is released before this returns, unless the result is
    /// borrowed: an ``UnmanagedObject``, a pointer or a structure. Runs on the caller's thread. Objective-C:
    /// `[receiver message]`.
    public func send<each Argument: MessageValue, Result: MessageValue>(
        _ selector: Selector, _ arguments: repeat each Argument, as type: Result.Type
    ) throws -> Result {
        try MessageCall(.message, receiver: receiverPointer, selector: selector).perform(
            repeat each arguments, as: type)
    }

    /// Sends a message and discards the method's result, if any.
    ///
    /// Otherwise like ``send(_:_:as:)``.
    public func send<each Argument: MessageValue>(_ selector: Selector, _ arguments: repeat each Argument) throws {
        try MessageCall(.message, receiver: receiverPointer, selector: selector).perform(repeat each arguments)
    }

    /// Sends a message to super from a method of `cls`.
    ///
    /// `cls` is the class whose method sends the message, not the class of the receiver. Otherwise like
    /// ``send(_:_:as:)``.
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
    public func sendOrTerminate<each Argument: MessageValue>(_ selector: Selector, _ arguments: repeat each Argument) {
        do {
            try send(selector, repeat each arguments)
        } catch {
            RuntimeException.raise(error)
            RuntimeException.terminateIfUncaught()
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

extension IMP {
    /// Calls the function with the receiver and the selector as its only arguments, and calls `body` with the address
    /// of the result: for types known only at run time. An exception stays pending.
    public func call<Result>(
        _ receiver: UnmanagedObject, _ selector: Selector, _ signature: MethodSignature,
        _ body: (UnsafeRawPointer) throws -> Result
    ) rethrows -> Result {
        let size = max(mr_signature_return_size(signature.pointer), 16)
        return try withUnsafeTemporaryAllocation(byteCount: size, alignment: 16) { result in
            result.initializeMemory(as: UInt8.self, repeating: 0)
            withUnsafePointer(to: receiver.pointer) { receiver in
                withUnsafePointer(to: selector.pointer) { selector in
                    var places: (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) = (
                        UnsafeMutableRawPointer(mutating: receiver), UnsafeMutableRawPointer(mutating: selector)
                    )
                    withUnsafeMutablePointer(to: &places) {
                        $0.withMemoryRebound(to: UnsafeMutableRawPointer?.self, capacity: 2) {
                            mr_call(pointer, signature.pointer, result.baseAddress, $0)
                        }
                    }
                }
            }
            return try body(UnsafeRawPointer(result.baseAddress!))
        }
    }
}

// ── Performing a call ───────────────────────────────────────────────────────────────────────────────

extension MessageCall {
    func perform<each Argument: MessageValue, Result: MessageValue>(
        _ arguments: repeat each Argument, as type: Result.Type
    ) throws -> Result {
        let pool = Result.isBorrowed ? nil : mr_autorelease_push_outermost()
        defer { if let pool { objc_autoreleasePoolPop(pool) } }
        try checkTypes(repeat each arguments)
        let converted = try signature.flatMap { try TypeChecker(selector, $0).checkReturn(type) }
        let size = max(MemoryLayout<Result.Raw>.size, 16)
        let result = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        defer { result.deallocate() }
        result.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        try call(
            repeat each arguments, returning: type.encoding, passing: type.messagePassing,
            consumesReceiver: Result.isObject && selector.family == .initializer, result: result)
        let retained = Result.isObject && selector.family != .none
        guard let value = type.fromMessage(result.load(as: Result.Raw.self), retained: retained) else {
            throw RuntimeError.unexpectedNil(selector.name)
        }
        if let converted { try converted.checkResult(value, of: selector) }
        return value
    }

    func perform<each Argument: MessageValue>(_ arguments: repeat each Argument) throws {
        let pool = mr_autorelease_push_outermost()
        defer { if let pool { objc_autoreleasePoolPop(pool) } }
        try checkTypes(repeat each arguments)
        let declared = signature.map { String(cString: mr_signature_return_type($0)) } ?? "v"
        let size = max(signature.map { mr_signature_return_size($0) } ?? 0, 16)
        let result = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        defer { result.deallocate() }
        result.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        let inRegister = size <= 16 && "vcCsSiIlLqQfdB*@#:^".contains(declared.first ?? "?")
        let returnsOwned = declared.hasPrefix("@") && selector.family != .none
        try call(
            repeat each arguments, returning: declared, passing: inRegister ? .unsigned : .structure,
            consumesReceiver: returnsOwned && selector.family == .initializer, result: result)
        if returnsOwned { objc_release(result.load(as: OpaquePointer?.self)) }
    }

    private func checkTypes<each Argument: MessageValue>(_ arguments: repeat each Argument) throws {
        guard let signature else { return }
        var checker = TypeChecker(selector, signature)
        repeat try checker.checkArgument(each arguments)
        try checker.checkCount()
    }

    /// - Parameter consumesReceiver: true for `init`, which consumes a reference to its receiver; the receiver is
    ///   retained for it.
    private func call<each Argument: MessageValue>(
        _ arguments: repeat each Argument, returning: String, passing: MessagePassing, consumesReceiver: Bool,
        result: UnsafeMutableRawPointer
    ) throws {
        if consumesReceiver { objc_retain(receiver) }
        let before = mr_catch_begin()
        defer { mr_catch_end(before) }
        let carried = (repeat (each arguments).messageArgument)
        try withExtendedLifetime(carried) {
            var registers = ArgumentRegisters()
            repeat registers.add((each carried).raw, (each Argument).messagePassing)
            if registers.fits && passing != .structure {
                callInRegisters(&registers, returning: passing, result: result)
            } else {
                try callInMemory(
                    repeat (each carried).raw, types: encodings(repeat (each Argument).self), returning, result)
            }
        }
        guard RuntimeException.isPending else { return }
        // If there was no method, no code consumed the receiver.
        if consumesReceiver, signature == nil, !class_respondsToSelector(object_getClass(receiver), selector.pointer) {
            objc_release(receiver)
        }
        try RuntimeException.throwIfPending()
    }

    private func callInMemory<each Raw: BitwiseCopyable>(
        _ raws: repeat each Raw, types: [String], _ returning: String, _ result: UnsafeMutableRawPointer
    ) throws {
        let signature =
            try signature ?? MethodSignature(MethodSignature.encoding(returning: returning, arguments: types)).pointer
        var frame = ArgumentFrame()
        defer { frame.free() }
        frame.add(receiver)
        frame.add(selector.pointer)
        repeat frame.add(each raws)
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

// Calls.swift - messages, properties and function calls: everything that calls code outside the script.
import MiniRuntime

/// The receiver of a message.
struct Receiver {
    let value: ScriptValue
    /// For `super`: the class whose method contains it.
    let superclassOf: Class?
    let position: Position
}

extension Frame {
    func receiver(_ expression: Expression) throws(ScriptError) -> Receiver {
        guard case .superclass = expression.kind, let method else {
            return Receiver(value: try evaluate(expression), superclassOf: nil, position: expression.position)
        }
        // Another class may use the IMP of this method, and an init method may assign another object to 'self'.
        guard receiver.unmanaged?.isa.isSubclass(of: method.cls) ?? true else {
            throw expression.position.error("'self' is no \(method.cls), so that 'super' means nothing")
        }
        return Receiver(value: receiver, superclassOf: method.cls, position: expression.position)
    }

    func message(_ selector: Selector, to expression: Expression, _ arguments: [Expression], at position: Position)
        throws(ScriptError) -> ScriptValue
    {
        let receiver = try receiver(expression)
        return try send(selector, to: receiver, try evaluate(arguments), arguments.map(\.position), at: position)
    }

    func call(_ function: Function, _ arguments: [Expression], at position: Position) throws(ScriptError) -> ScriptValue
    {
        let call = FunctionCall(
            frame: self, name: function.name, values: try evaluate(arguments), positions: arguments.map(\.position),
            position: position)
        return try raising(at: position) { try function.body(call) }
    }

    // ── Properties ──────────────────────────────────────────────────────────────────────────────────

    func property(_ name: String, of expression: Expression, at position: Position) throws(ScriptError) -> ScriptValue {
        try property(name, of: receiver(expression), at: position)
    }

    func property(_ name: String, of receiver: Receiver, at position: Position) throws(ScriptError) -> ScriptValue {
        let getter = receiver.declaredProperty(name)?.value(ofAttribute: "G") ?? name
        return try send(Selector(getter), to: receiver, [], [], at: position)
    }

    func setProperty(
        _ name: String, of receiver: Receiver, to value: ScriptValue, at position: Position, from source: Position
    ) throws(ScriptError) {
        let property = receiver.declaredProperty(name)
        let declared = property?.value(ofAttribute: "S").map { [$0] }
        let setters = (declared ?? accessorNames(name).map { "set\($0):" }).map { Selector($0) }
        let found = setters.first { receiver.lookupClass?.lookUpMethod($0) != nil }
        if found == nil, property?.value(ofAttribute: "R") != nil {
            throw position.error("the property '\(name)' is readonly")
        }
        _ = try send(found ?? setters.last!, to: receiver, [value], [source], at: position)
    }

    // ── Messages ────────────────────────────────────────────────────────────────────────────────────

    /// The messages that manage the lifetime of objects. Scripts cannot send them, because their variables depend on
    /// them.
    static let counting: Set<Selector> = ["retain", "release", "autorelease", "dealloc"]

    /// Sends a message. `positions` are those of the arguments, for error messages.
    func send(
        _ selector: Selector, to receiver: Receiver, _ arguments: [ScriptValue], _ positions: [Position],
        at position: Position
    ) throws(ScriptError) -> ScriptValue {
        if Self.counting.contains(selector) {
            throw position.error(
                "'\(selector)' cannot be sent by a script: variables own their objects, and release them when they "
                    + "are assigned to")
        }
        guard let object = receiver.value.unmanaged, let cls = receiver.lookupClass else {
            return try resultForNil(selector, receiver)
        }
        let signature = try raising(at: position) {
            try MessageTypes.signature(selector, to: object, from: cls, arguments)
        }
        let call = OutgoingMessage(selector: selector, receiver: receiver, object: object, signature: signature)
        if let reason = call.reasonNotToSend(arguments.count) { throw position.error(reason) }
        let result = UnsafeMutableRawPointer.allocate(byteCount: 16 * (arguments.count + 1), alignment: 16)
        defer { result.deallocate() }
        result.initializeMemory(as: UInt8.self, repeating: 0, count: 16 * (arguments.count + 1))
        var places: [UnsafeMutableRawPointer] = []
        for (index, argument) in arguments.enumerated() {
            places.append(result + 16 * (index + 1))
            do {
                try Conversion.store(argument, call.argumentType(index), at: places[index])
            } catch {
                throw positions[index].error("argument \(index + 1) of '\(selector)' must be \(error.text)")
            }
        }
        do {
            let host = session.host
            host?.willSend(selector, to: object, in: cls)
            defer { withExtendedLifetime(receiver) { host?.didSend(selector, to: object) } }
            return try withExtendedLifetime(arguments) { try call.send(places, result) }
        } catch let exception as RuntimeException {
            let hint = exception.reason.contains("unrecognized selector") ? suggestion(for: selector, in: cls) : ""
            throw CallStack.current.error(exception, at: position, hint: hint)
        } catch {
            throw position.error("\(error)")
        }
    }

    /// A message to nil returns zero, of the return type that classes declare.
    private func resultForNil(_ selector: Selector, _ receiver: Receiver) throws(ScriptError) -> ScriptValue {
        if case .object(_?) = receiver.value {
            throw receiver.position.error(
                "\(receiver.value.designation) has been deallocated: nobody owned it any more")
        }
        guard case .object(nil) = receiver.value else {
            let hint = receiver.value.isNumber ? "; as an object it is @(x)" : ""
            throw receiver.position.error("only objects can be sent messages, not \(receiver.value.designation)\(hint)")
        }
        guard let encoding = MessageTypes.declared(selector)?.returnType?.text else { return .object(nil) }
        var zero: (UInt, UInt) = (0, 0)
        return withUnsafeBytes(of: &zero) { Conversion.load(encoding, from: $0.baseAddress!, .borrowed) }
    }

    private func suggestion(for selector: Selector, in cls: Class) -> String {
        let methods = sequence(first: cls, next: \.superclass).flatMap(\.methods)
        return ObjectiveScript.suggestion(for: selector.name, among: methods.map(\.selector.name))
    }
}

extension Receiver {
    /// The class where the lookup of a message starts; nil if the receiver is not an object.
    var lookupClass: Class? {
        superclassOf.map { $0.superclass } ?? value.unmanaged?.isa
    }

    func declaredProperty(_ name: String) -> RuntimeProperty? { lookupClass?.property(name) }
}

/// A message whose types are known.
private struct OutgoingMessage {
    let selector: Selector
    let receiver: Receiver
    let object: UnmanagedObject
    let signature: MethodSignature

    private var returnType: String { signature.returnType?.text ?? "v" }

    func argumentType(_ index: Int) -> String { signature.argumentType(at: index + 2)?.text ?? "@" }

    /// Returns the reason why the message cannot be sent with `count` arguments, or by scripts at all; nil if it can.
    func reasonNotToSend(_ count: Int) -> String? {
        guard signature.argumentCount - 2 == count else {
            return "'\(selector)' takes \(signature.argumentCount - 2) arguments, but \(count) are given"
        }
        for type in [returnType] + (0..<count).map(argumentType) where !Conversion.holds(type) {
            return "'\(selector)' takes or returns '\(type)', which scripts cannot hold"
        }
        return nil
    }

    func send(_ arguments: [UnsafeMutableRawPointer], _ result: UnsafeMutableRawPointer) throws -> ScriptValue {
        let returnType = performedReturnType(arguments) ?? returnType
        let mark = PoolMark()
        if let cls = receiver.superclassOf {
            try object.sendSuper(of: cls, selector, signature: signature, arguments: arguments, result: result)
        } else {
            try object.send(selector, signature: signature, arguments: arguments, result: result)
        }
        return Conversion.load(returnType, from: result, selector.returnsOwnedObject ? .consumed : .returned(mark))
    }

    /// `performSelector:` returns the result of the performed method. A floating-point result is lost, because it is in
    /// another register.
    private func performedReturnType(_ arguments: [UnsafeMutableRawPointer]) -> String? {
        guard selector.name.hasPrefix("performSelector:"), let name = arguments[0].load(as: UnsafeRawPointer?.self)
        else { return nil }
        let performed = Selector(address: name)
        let signature = object.isa.lookUpMethod(performed)?.signature ?? MessageTypes.declared(performed)
        guard let type = signature?.returnType?.text, !"fd".contains(Conversion.kind(type)) else { return "v" }
        return type
    }
}

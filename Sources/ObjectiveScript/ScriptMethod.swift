// ScriptMethod.swift - a method with a body in the script, called through a closure IMP.
import MiniRuntime

/// A method of a script's class. Lives as long as its closure, which is for ever.
final class ScriptMethod: Sendable {
    let session: Session
    /// The class that has the method; for a class method, the metaclass.
    let cls: Class
    let syntax: MethodSyntax

    init(_ session: Session, _ cls: Class, _ syntax: MethodSyntax) {
        self.session = session
        self.cls = cls
        self.syntax = syntax
    }

    private static let dealloc: Selector = "dealloc"
    private var isDealloc: Bool { syntax.selector == Self.dealloc && !syntax.isClassMethod }

    /// Runs the body for a message and stores its result. Raises errors as exceptions.
    func take(_ message: IncomingMessage) {
        // Sets a pending exception aside, so that the body runs as usual; it is raised again afterwards.
        let pendingBefore = RuntimeException.takePending()
        // Only dealloc has its own pool: no reference to the object may remain after it.
        let failure = isDealloc ? autoreleasepool { run(message) } : run(message)
        if isDealloc { deallocateSuper(message.receiver) }
        pendingBefore?.exceptionObject.raise()
        if let failure { CallStack.current.raise(failure) }
    }

    /// Calls the superclass's dealloc after the body, as under ARC.
    private func deallocateSuper(_ object: UnmanagedObject) {
        do {
            try object.sendSuper(of: cls, Self.dealloc)
        } catch {
            RuntimeException.raise(error)
        }
    }

    private func run(_ message: IncomingMessage) -> ScriptError? {
        do {
            let wentDeeper: Void? = try CallStack.current.deeper(session) { try call(message) }
            return wentDeeper == nil ? syntax.position.error(Session.tooDeep) : nil
        } catch {
            return error as? ScriptError ?? syntax.position.error("\(error)")
        }
    }

    private func call(_ message: IncomingMessage) throws(ScriptError) {
        var locals: [String: ScriptValue] = [:]
        for (index, parameter) in syntax.parameters.enumerated() {
            locals[parameter.name] = Conversion.load(
                parameter.type.encoding, from: message.arguments[index + 2]!, .borrowed)
        }
        let consumes = syntax.selector.consumesReceiver && syntax.returnType.isObject && !syntax.isClassMethod
        let receiver =
            consumes
            ? ScriptValue(message.receiver.takeOwnership()) : ScriptValue(borrowing: message.receiver)
        let frame = Frame(session, method: self, receiver: receiver, locals: locals)
        if case .returned(let value, let position) = try frame.execute(syntax.body), let result = message.result {
            try store(value, at: result, position)
        }
    }

    /// Stores a result by the naming rules: an object is +1 from alloc, new, copy and init methods, else autoreleased.
    private func store(_ value: ScriptValue, at result: UnsafeMutableRawPointer, _ position: Position)
        throws(ScriptError)
    {
        if case .none = value { return }
        do {
            try Conversion.store(value, syntax.returnType.encoding, at: result)
        } catch {
            throw position.error("'\(syntax.selector)' must return \(error.text)")
        }
        guard syntax.returnType.isObject, let object = value.unmanaged else { return }
        object.retain()
        if !syntax.selector.returnsOwnedObject { object.autorelease() }
    }
}

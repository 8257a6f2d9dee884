// Session.swift - the state of an interpreter. The methods of a script's classes retain the session, which may
// therefore outlive the interpreter; it then has neither variables nor a host.
import MiniFoundation
import MiniRuntime

final class Session: Sendable {
    private struct State: Lockable {
        var host: (any ScriptHost)?
        var variables: [(name: String, value: ScriptValue)] = []
        var classes: [Class] = []
        /// The string literals by their text: equal literals are one object.
        var strings: [String: ScriptValue] = [:]
    }

    // Values removed from the state are released only after the lock, because their release may send messages.
    private let state: Locked<State>

    init(host: any ScriptHost) {
        state = Locked(State(host: host))
    }

    var host: (any ScriptHost)? { state.withLock { $0.host } }

    /// Removes the host, the variables and the string literals, and releases them.
    func end() {
        var old: State? = state.withLock { state in
            defer { state = State(classes: state.classes) }
            return state
        }
        withExtendedLifetime(old) {}
        // No host is left to report an exception that a dealloc raises.
        _ = try? RuntimeException.catching { old = nil }
    }

    // ── Running ─────────────────────────────────────────────────────────────────────────────────────

    func run(_ statement: Statement) throws(ScriptError) -> ScriptValue {
        let stack = CallStack.current
        var outcome: Result<ScriptValue, ScriptError>?
        do {
            try RuntimeException.catching {
                outcome = stack.deeper(self) { Result { () throws(ScriptError) in try Frame(self).run(statement) } }
            }
        } catch let exception as RuntimeException {
            // A dealloc raised while the statement returned. An earlier failure takes precedence.
            if case .success = outcome { outcome = .failure(stack.error(exception, at: statement.position)) }
        } catch {
            outcome = .failure(statement.position.error("\(error)"))
        }
        return try (outcome ?? .failure(statement.position.error(Self.tooDeep))).get()
    }

    func run(_ statement: Statement, _ use: (ScriptValue) -> Void) throws(ScriptError) {
        var failure: ScriptError?
        do {
            try RuntimeException.catching {
                do throws(ScriptError) {
                    use(try run(statement))
                } catch {
                    failure = error
                }
            }
        } catch let exception as RuntimeException {
            failure = failure ?? CallStack.current.error(exception, at: statement.position)
        } catch {
            failure = statement.position.error("\(error)")
        }
        if let failure { throw failure }
    }

    static let tooDeep =
        "the recursion is too deep: at most \(CallStack.maximumDepth) methods of scripts can run within each other"

    // ── Variables, classes, strings ─────────────────────────────────────────────────────────────────

    var variables: [(name: String, value: ScriptValue)] { state.withLock { $0.variables } }

    func variable(_ name: String) -> ScriptValue? {
        state.withLock { state in state.variables.first { $0.name == name }?.value }
    }

    func setVariable(_ name: String, _ value: ScriptValue) {
        let value = value.kept
        let old = state.withLock { state -> ScriptValue? in
            guard let index = state.variables.firstIndex(where: { $0.name == name }) else {
                state.variables.append((name, value))
                return nil
            }
            defer { state.variables[index].value = value }
            return state.variables[index].value
        }
        withExtendedLifetime(old) {}
    }

    func name(of object: UnmanagedObject) -> String? {
        let address = UInt(bitPattern: object.address)
        return state.withLock { state in state.variables.first { $0.value.address == address }?.name }
    }

    var classes: [Class] { state.withLock { $0.classes } }

    func add(_ cls: Class) {
        state.withLock { $0.classes.append(cls) }
    }

    /// Returns the string literal with that text. As in a compiled program, creating it sends no message.
    func string(_ text: String) throws -> ScriptValue {
        if let known = state.withLock({ $0.strings[text] }) { return known }
        let string = ScriptValue(try StringLiteral.make(text))
        return state.withLock { state in
            if let known = state.strings[text] { return known }
            state.strings[text] = string
            return string
        }
    }
}

/// Creates NSStrings by calling a method's IMP, without sending a message.
enum StringLiteral {
    private static let initializer: Selector = "initWithUTF8String:"

    static func make(_ text: String) throws -> Object {
        guard let empty = NSString.cls.createInstance() else { return NSString.object(text) }
        let function = NSString.cls.methodImplementation(initializer)
        return try text.withCString { try function.call(empty, initializer, $0, as: Object.self) }
    }
}

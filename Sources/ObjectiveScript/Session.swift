// Session.swift - the state behind an interpreter. The methods of its classes hold on to it, and may outlive the
// interpreter: then there are no variables any more, and nobody to talk to.
import MiniFoundation
import MiniRuntime

final class Session: Sendable {
    private struct State {
        var host: (any ScriptHost)?
        var variables: [(name: String, value: ScriptValue)] = []
        var classes: [Class] = []
        /// `@"text"` is one object wherever it is written.
        var strings: [String: Object] = [:]
    }

    // Whatever is taken out of the state is released only when the lock is free again: that may send messages.
    private let state: Locked<State>

    init(host: any ScriptHost) {
        state = Locked(State(host: host))
    }

    var host: (any ScriptHost)? { state.withLock { $0.host } }

    /// Releases everything, in order.
    func end() {
        var old: State? = state.withLock { state in
            defer { state = State(classes: state.classes) }
            return state
        }
        withExtendedLifetime(old) {}
        // Nobody is left who could be told what a dealloc raises.
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
            // Raised by a dealloc on the way out; what failed before comes first.
            if case .success = outcome { outcome = .failure(stack.error(exception, at: statement.position)) }
        } catch {
            outcome = .failure(statement.position.error("\(error)"))
        }
        return try (outcome ?? .failure(statement.position.error(Self.tooDeep))).get()
    }

    static let tooDeep =
        "the recursion is too deep: at most \(CallStack.maximumDepth) methods of scripts can run within each other"

    // ── Variables, classes, strings ─────────────────────────────────────────────────────────────────

    var variables: [(name: String, value: ScriptValue)] { state.withLock { $0.variables } }

    func variable(_ name: String) -> ScriptValue? {
        state.withLock { state in state.variables.first { $0.name == name }?.value }
    }

    func setVariable(_ name: String, _ value: ScriptValue) {
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

    /// The string literal of that text. As in a compiled program, no message makes it.
    func string(_ text: String) throws -> Object {
        if let known = state.withLock({ $0.strings[text] }) { return known }
        let string = try StringLiteral.make(text)
        return state.withLock { state in
            if let known = state.strings[text] { return known }
            state.strings[text] = string
            return string
        }
    }
}

/// Makes NSStrings by calling the method's function, without a message.
enum StringLiteral {
    private static let initializer: Selector = "initWithUTF8String:"

    static func make(_ text: String) throws -> Object {
        guard let empty = NSString.cls.createInstance() else { return NSString.object(text) }
        let function = NSString.cls.methodImplementation(initializer)
        return try text.withCString { try function.call(empty, initializer, $0, as: Object.self) }
    }
}

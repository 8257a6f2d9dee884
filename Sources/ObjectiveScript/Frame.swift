// Frame.swift - an activation of the script or of one of its methods: its variables, and the execution of statements.
import MiniRuntime

/// The outcome of a statement.
enum Completion {
    case normal(ScriptValue)
    case returned(ScriptValue, Position)

    /// The outcome with a value that does not depend on an autorelease pool.
    var kept: Completion {
        switch self {
        case .normal(let value): .normal(value.kept)
        case .returned(let value, let position): .returned(value.kept, position)
        }
    }
}

/// The variables of one activation. Used on one thread.
final class Frame {
    let session: Session
    /// nil for the script itself.
    let method: ScriptMethod?
    /// The value of `self`; none in the script itself.
    var receiver: ScriptValue
    private(set) var locals: [String: ScriptValue]

    init(
        _ session: Session, method: ScriptMethod? = nil, receiver: ScriptValue = .none,
        locals: [String: ScriptValue] = [:]
    ) {
        self.session = session
        self.method = method
        self.receiver = receiver
        self.locals = locals
    }

    func setLocal(_ name: String, _ value: ScriptValue) {
        // Releases the old value only after the change, because that may run code that uses this frame.
        let old = locals.updateValue(value.kept, forKey: name)
        withExtendedLifetime(old) {}
    }

    // ── Statements ──────────────────────────────────────────────────────────────────────────────────

    /// Runs a statement of the script itself in its own autorelease pool.
    func run(_ statement: Statement) throws(ScriptError) -> ScriptValue {
        guard case .normal(let value) = try execute(statement, inPool: true) else { return .none }
        return value
    }

    func execute(_ statements: [Statement]) throws(ScriptError) -> Completion {
        for statement in statements {
            let completion = try execute(statement)
            if case .returned = completion { return completion }
        }
        return .normal(.none)
    }

    private func execute(_ statement: Statement, inPool: Bool = false) throws(ScriptError) -> Completion {
        try throwIfCancelled(at: statement.position)
        session.host?.willRun(statement)
        defer { session.host?.didRun(statement) }
        let completion =
            inPool ? try pooled { () throws(ScriptError) in try perform(statement) } : try perform(statement)
        try throwIfPending(at: statement.position)
        return completion
    }

    private func pooled(_ body: () throws(ScriptError) -> Completion) throws(ScriptError) -> Completion {
        try autoreleasepool { Result { () throws(ScriptError) in try body().kept } }.get()
    }

    private func throwIfCancelled(at position: Position) throws(ScriptError) {
        if session.host?.isCancelled == true { throw position.error("the script was stopped here") }
    }

    /// Throws an exception that a dealloc raised while no `try` send could throw it.
    private func throwIfPending(at position: Position) throws(ScriptError) {
        guard RuntimeException.isPending, let exception = RuntimeException.takePending() else { return }
        throw CallStack.current.error(exception, at: position)
    }

    private func perform(_ statement: Statement) throws(ScriptError) -> Completion {
        switch statement.kind {
        case .expression(let expression): return .normal(try evaluate(expression))
        case .assignment(let target, let sign, let value): try assign(target, sign, value)
        case .declaration(let type, let name, let value): try declare(type, name, value, statement.position)
        case .classDefinition(let syntax): try define(syntax)
        case .choice(let branches, let otherwise):
            for branch in branches where try isTrue(branch.condition) { return try execute(branch.block) }
            return try execute(otherwise)
        case .loop(let condition, let block): return try loop(while: condition, block)
        case .result(let value):
            return .returned(
                try value.map { (value) throws(ScriptError) in try evaluate(value) } ?? .none,
                value?.position ?? statement.position)
        case .attempt(let block, let handler, let finally): return try attempt(block, handler, finally)
        case .raising(let value): try raise(value)
        case .pool(let block): return try pooled { () throws(ScriptError) in try execute(block) }
        case .command(let command, let subjects): try perform(command, subjects)
        case .trace(let isOn): session.host?.trace(isOn)
        }
        return .normal(.none)
    }

    private func isTrue(_ condition: Expression) throws(ScriptError) -> Bool {
        try computing(at: condition.position, try evaluate(condition)) { (value) throws(ArithmeticError) in
            try value.isTrue()
        }
    }

    private func loop(while condition: Expression, _ block: [Statement]) throws(ScriptError) -> Completion {
        while try isTrue(condition) {
            try throwIfCancelled(at: condition.position)
            let completion = try pooled { () throws(ScriptError) in try execute(block) }
            if case .returned = completion { return completion }
        }
        return .normal(.none)
    }

    // ── Exceptions ──────────────────────────────────────────────────────────────────────────────────

    private func attempt(_ block: [Statement], _ handler: CatchSyntax?, _ finally: [Statement])
        throws(ScriptError) -> Completion
    {
        let outcome = Result { () throws(ScriptError) in try attempt(block, handler) }
        let last = try execute(finally)
        if case .returned = last { return last }
        return try outcome.get()
    }

    private func attempt(_ block: [Statement], _ handler: CatchSyntax?) throws(ScriptError) -> Completion {
        do throws(ScriptError) {
            return try execute(block)
        } catch {
            guard let handler, let exception = error.exception else { throw error }
            return try handle(exception, handler)
        }
    }

    /// Only exceptions can be caught. Errors of the script itself are programming mistakes, and end it.
    private func handle(_ exception: RuntimeException, _ handler: CatchSyntax) throws(ScriptError) -> Completion {
        if let variable = handler.variable { setVariable(variable, ScriptValue(exception.exceptionObject)) }
        return try execute(handler.block)
    }

    private func raise(_ expression: Expression) throws(ScriptError) {
        let value = try evaluate(expression)
        guard let object = value.object else {
            throw expression.position.error("only an object can be thrown, not \(value.designation)")
        }
        object.raise()
    }

    // ── Commands ────────────────────────────────────────────────────────────────────────────────────

    private func perform(_ command: Command, _ subjects: [Subject]) throws(ScriptError) {
        var values: [(name: String, value: ScriptValue)] = []
        for subject in subjects { values.append((subject.text, try evaluate(subject.expression))) }
        switch command {
        case .print:
            var texts: [String] = []
            for (subject, value) in zip(subjects, values) {
                texts.append(try raising(at: subject.expression.position) { try value.value.text() })
            }
            session.host?.write(texts.joined(separator: " "))
        case .inspect:
            for (name, value) in values { session.host?.inspect(value, named: name) }
        case .graph:
            session.host?.graph(values)
        }
    }

    // ── Errors with a position ──────────────────────────────────────────────────────────────────────

    /// Runs code that may throw, and converts its error to a script error at `position`.
    func raising<Value>(at position: Position, hint: String = "", _ body: () throws -> Value) throws(ScriptError)
        -> Value
    {
        do {
            return try body()
        } catch let exception as RuntimeException {
            throw CallStack.current.error(exception, at: position, hint: hint)
        } catch let error as ScriptError {
            throw error
        } catch let error as ConversionError {
            throw position.error("this must be \(error.text)")
        } catch {
            throw position.error("\(error)")
        }
    }

    func computing<Value>(
        at position: Position, _ value: ScriptValue, _ body: (ScriptValue) throws(ArithmeticError) -> Value
    ) throws(ScriptError) -> Value {
        do {
            return try body(value)
        } catch {
            throw position.error(error.text)
        }
    }
}

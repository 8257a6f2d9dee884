// Recorder.swift - turns a running script into steps, from the script's statements and the events of the runtime's
// trace hook.
//
// Each step is passed to the sink at once, on the thread on which it happens, before the script continues. Messages
// that the sink sends are not traced.
import KVONotifying
import MiniFoundation
import MiniRuntime
import ObjectiveScript

final class Recorder: ScriptHost {
    struct Options: Sendable {
        /// Whether to record every message that is sent, and `+initialize`.
        var messages = false
        /// Whether to record the filling and flushing of method caches.
        var caches = false
        /// Whether each statement ends with a step that shows what it has left.
        var settles = false
        /// The language of the steps.
        var language = Language.english
    }

    private struct State: Lockable {
        var options: Options
        var frames: [TraceFrame] = []
        var stepCount = 0
        var line: Int?
        var isOn: Bool
        var isWatching = true
        weak var interpreter: Interpreter?
        /// The classes that were allocated since the recording began, and still exist.
        var classes: [Class] = []
    }

    private let state: Locked<State>
    private let sink: Sink
    private let cancellation: @Sendable () -> Bool
    private let pages: @Sendable (Page) -> Void
    /// Receives each object and class when it is allocated: its address may be that of one that is gone.
    let allocations: @Sendable (UnmanagedObject) -> Void

    /// Receives a step, and whether tracing is on. The script's statements and output arrive even if it is off.
    typealias Sink = @Sendable (_ step: TraceStep, _ isTraced: Bool) -> Void

    /// Creates a recorder.
    /// - Parameters:
    ///   - isOn: whether tracing is on from the beginning.
    ///   - pages: receives the pages of `inspect` and `graph`.
    ///   - allocations: receives each object and class that is allocated, before the step about it.
    ///   - cancellation: returns whether the script must end.
    ///   - sink: receives the steps.
    init(
        _ options: Options = Options(), isOn: Bool = true, pages: @escaping @Sendable (Page) -> Void = { $0.show() },
        allocations: @escaping @Sendable (UnmanagedObject) -> Void = { _ in },
        cancellation: @escaping @Sendable () -> Bool = { false }, _ sink: @escaping Sink
    ) {
        state = Locked(State(options: options, isOn: isOn))
        self.sink = sink
        self.cancellation = cancellation
        self.pages = pages
        self.allocations = allocations
    }

    var options: Options { state.withLock { $0.options } }

    /// Turns the tracing of every message on or off.
    func setMessages(_ isWanted: Bool) {
        state.withLock { $0.options.messages = isWanted }
        Trace.setTracesMessages(isWanted)
    }

    /// Calls `body` with an interpreter whose scripts are recorded. Only one at a time in a process, which has one
    /// trace hook.
    func record<Result>(_ body: (Interpreter) throws -> Result) throws -> Result {
        let interpreter = try Interpreter(host: self)
        state.withLock { $0.interpreter = interpreter }
        Trace.setHandler { [self] event in watch(event) }
        if options.messages { Trace.setTracesMessages(true) }
        defer {
            Trace.setTracesMessages(false)
            Trace.setHandler(nil)
        }
        return try body(interpreter)
    }

    // ── Actions of the script ───────────────────────────────────────────────────────────────────────

    func willRun(_ statement: Statement) {
        state.withLock { $0.line = statement.line }
        let text = statement.oneLine
        if text.hasPrefix("trace ") {
            push(.statement(text, line: statement.line))
        } else {
            step(.statement, .verbatim(text), entering: .statement(text, line: statement.line))
        }
    }

    func didRun(_ statement: Statement) {
        if options.settles { settle(statement) }
        end { if case .statement(statement.oneLine, statement.line) = $0 { true } else { false } }
        state.withLock { state in
            // Back in the statement that called the method.
            for case .statement(_, let line) in state.frames.reversed() {
                state.line = line
                break
            }
        }
    }

    private func settle(_ statement: Statement) {
        state.withLock { state in
            state.frames.end(inside: {
                if case .statement(statement.oneLine, statement.line) = $0 { true } else { false }
            })
            state.line = statement.line
        }
        if !statement.oneLine.hasPrefix("trace ") { add(.settled, "done: \(statement.oneLine)") }
    }

    func willSend(_ selector: Selector, to receiver: UnmanagedObject, in cls: Class) {
        let lookup = Lookup(selector, to: receiver, in: cls)
        let method = isOfScript(receiver.isa) ? cls.lookUpMethod(selector) : nil
        // With messages, the event of the runtime shows the message when it is sent.
        guard let method, !options.messages else {
            return push(.send(call(selector, of: receiver, lookup.method), isShown: false))
        }
        show(lookup, selector, to: receiver, method.implementation)
    }

    /// A step for a message of the script.
    func show(_ lookup: Lookup, _ selector: Selector, to receiver: UnmanagedObject, _ implementation: IMP) {
        let isNotifying = lookup.method?.cls.originalOfNotifying != nil
        let stored = isNotifying ? nil : StoredValue(selector, of: receiver) { [self] in knownName($0) }
        let frame = TraceFrame.send(call(selector, of: receiver, lookup.method), isShown: true, stored: stored)
        step(
            .send, words(lookup, selector, to: receiver, implementation), Subjects(objects: [receiver]), lookup,
            entering: frame)
    }

    /// `[p setName:] finds -[Person setName:] (not in NSKVONotifying_Person), 0x7f…, an accessor`
    func words(
        _ lookup: Lookup, _ selector: Selector, to receiver: UnmanagedObject, _ implementation: IMP
    ) -> Phrase {
        let found: Phrase = "[\(name(receiver)) \(selector.name)] \(lookup.words)"
        return lookup.isFound ? found + ", \(implementation.addressAndKind)" : found
    }

    func call(_ selector: Selector, of receiver: UnmanagedObject, _ method: MethodReference?) -> TracedCall {
        TracedCall(receiver: receiver, method: method, text: method?.text ?? "[\(name(receiver)) \(selector)]")
    }

    func didSend(_ selector: Selector, to receiver: UnmanagedObject) {
        let frame = end { if case .send = $0 { true } else { false } }
        // A method that raised may have stored nothing.
        guard case .send(let call, isShown: true, _, let old?) = frame, call.deadClass == nil,
            let new = StoredValue(selector, of: receiver, name: { [self] in knownName($0) }), new.value != old.value
        else { return }
        step(.returned, "returned: \(new.words(after: old))", Subjects(objects: [receiver]))
    }

    func write(_ text: String) { add(.output, .verbatim(text)) }

    var isCancelled: Bool { cancellation() }

    func trace(_ isOn: Bool) { state.withLock { $0.isOn = isOn } }

    func inspect(_ subject: ScriptValue, named name: String) {
        switch subject {
        case .cls(let cls): show { ClassFacts(cls).page() }
        default:
            guard let object = subject.unmanaged else { return write("\(name) is \(subject.description)") }
            show { ObjectFacts(object).page() }
        }
    }

    func graph(_ subjects: [(name: String, value: ScriptValue)]) {
        let objects = subjects.compactMap { name, value in
            if case .object = value, let object = value.object { (name, object) } else { nil }
        }
        let classes = subjects.compactMap { _, value in
            if case .cls(let cls) = value { cls } else { nil }
        }
        show { ClassGraph("", objects: objects, classes: classes).page() }
    }

    private func show(_ page: () -> Page) { unwatched { pages(page()) } }

    /// Runs code that reads objects and may send them messages, without recording these messages as part of the script.
    private func unwatched(_ body: () -> Void) {
        let wasWatching = state.withLock { state in
            defer { state.isWatching = false }
            return state.isWatching
        }
        body()
        state.withLock { $0.isWatching = wasWatching }
    }

    private func watch(_ event: TraceEvent) {
        if state.withLock({ $0.isWatching }) { handle(event) }
    }

    // ── Steps ───────────────────────────────────────────────────────────────────────────────────────

    /// Adds a step inside the innermost frame.
    /// - Parameter frame: begins with the step, and encloses the steps after it.
    func add(
        _ kind: TraceStep.Kind, _ text: Phrase, _ subjects: Subjects = Subjects(), _ lookup: Lookup? = nil,
        entering frame: TraceFrame? = nil
    ) {
        let told = state.withLock { state -> (step: TraceStep, isTraced: Bool)? in
            let (isTopLevel, depth) = (state.frames.isEmpty, state.frames.count(where: \.isIndented))
            if let frame { state.frames.append(frame) }
            guard state.isOn || kind == .output || kind == .statement && isTopLevel else { return nil }
            if state.isOn { state.stepCount += 1 }
            let step = TraceStep(
                number: state.stepCount, depth: depth, kind: kind, text: text.text(in: state.options.language),
                line: state.line,
                stack: state.frames.compactMap(\.line), lookup: lookup, subjects: subjects,
                calls: state.frames.compactMap(\.call))
            return (step, state.isOn)
        }
        if let told { unwatched { sink(told.step, told.isTraced) } }
    }

    /// Adds a step that is not a delivery, and so ends the deliveries before it.
    func step(
        _ kind: TraceStep.Kind, _ text: Phrase, _ subjects: Subjects = Subjects(), _ lookup: Lookup? = nil,
        entering frame: TraceFrame? = nil
    ) {
        state.withLock { $0.frames.endTold() }
        add(kind, text, subjects, lookup, entering: frame)
    }

    /// Pushes a frame, which encloses the following steps until it ends.
    func push(_ frame: TraceFrame) {
        state.withLock { $0.frames.append(frame) }
    }

    @discardableResult
    func end(where isMeant: (TraceFrame) -> Bool) -> TraceFrame? {
        state.withLock { $0.frames.end(where: isMeant) }
    }

    /// Calls `body` with the innermost frame, which it may change or remove. Deliveries that are over have ended.
    func withInnermostFrame<Result>(_ body: (inout TraceFrame?) -> Result) -> Result {
        state.withLock { state in
            state.frames.endTold()
            var frame = state.frames.popLast()
            defer { if let frame { state.frames.append(frame) } }
            return body(&frame)
        }
    }

    /// From now on no frame reads the object, whose memory may be freed.
    func markDead(_ object: UnmanagedObject, _ cls: Class) {
        state.withLock { state in
            for index in state.frames.indices where state.frames[index].call?.receiver == object {
                state.frames[index].call?.deadClass = cls.name
            }
        }
    }

    // ── Classes ─────────────────────────────────────────────────────────────────────────────────────

    /// The classes that were allocated since the recording began, and still exist. Some are not registered.
    var classes: [Class] { state.withLock { $0.classes } }

    func addClass(_ cls: Class) { state.withLock { $0.classes.append(cls) } }

    /// The class is disposed of, but its memory is not freed yet.
    func removeClass(named name: String) {
        state.withLock { state in state.classes.removeAll { $0.name == name } }
    }

    // ── Names ───────────────────────────────────────────────────────────────────────────────────────

    /// Returns the name of the variable that holds an object, or the object's class and address.
    func name(_ object: UnmanagedObject) -> String {
        if let name = knownName(object) { return name }
        if object.isa.isMetaclass { return Class(address: object.address).displayName }
        return "<\(object.isa.name): \(hexadecimal(UInt(bitPattern: object.address)))>"
    }

    /// Returns the name of the variable that holds an object.
    func knownName(_ object: UnmanagedObject) -> String? {
        state.withLock { $0.interpreter }?.name(of: object)
    }

    /// Returns whether a script made the class or one of its superclasses.
    func isOfScript(_ cls: Class) -> Bool {
        guard let classes = state.withLock({ $0.interpreter })?.classes else { return false }
        return cls.chain.contains { classes.contains($0) }
    }

    /// Returns the method that instances of the class have, with the class that implements it.
    func method(_ selector: Selector, _ cls: Class) -> MethodReference {
        MethodReference(cls: cls.definer(of: selector) ?? cls, selector: selector)
    }
}

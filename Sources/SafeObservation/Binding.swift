// Binding.swift - a property that follows others.
//
// The subscriber owns its bindings: they end with it, and neither it nor a source is retained. What is set by a binding
// may change a source in turn. Two things make that settle: a value that is there already is not set, and a binding
// does not run inside itself. If it runs on another thread, that thread runs it once more: the last value arrives.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TypedClasses

extension Pipe where Value: PropertyValue {
    /// Sets a property of `subscriber` to the value now, and to each one that comes.
    ///
    /// `isReady` is false to wait for the first change. Throws what setting it now raises.
    public func into<Description>(
        _ subscriber: Ref<Description>, _ member: KeyPath<Description, Property<Value>>, isReady: Bool = true
    ) throws {
        nonisolated(unsafe) let member = member  // a key path never changes
        let weakSubscriber = WeakReference(subscriber.object)
        let binding = Binding { [current] in
            guard let subscriber = weakSubscriber.object.flatMap({ Ref<Description>($0) }), let flow = try current(),
                try !isEqual(subscriber.get(member), flow.value)
            else { return }
            try subscriber.set(member, to: flow.value)
            for arrive in flow.arrivals { arrive() }
        }
        try binding.start(on: subscriber.object, Ref<Description>.keyPath(member), sources, isReady: isReady)
    }
}

extension Ref {
    /// Sets a property of this object to the value of another one, now and whenever that changes.
    ///
    ///     try label.bind(\.text, to: person, \.name)
    ///
    /// Two properties may be bound to each other. Throws what setting it now raises. After YJSafeKVO's `bound:`.
    public func bind<Value, Source, P: ReadableProperty>(
        _ member: KeyPath<Description, Property<Value>>, to source: Ref<Source>, _ sourceMember: KeyPath<Source, P>
    ) throws where P.Value == Value {
        try source.pipe(sourceMember).into(self, member)
    }

    /// Ends the bindings of a property of this object. After YJSafeKVO's `cutOff:`.
    public func cutOff<Value>(_ member: KeyPath<Description, Property<Value>>) {
        object.cutOff(Self.keyPath(member))
    }

    /// Ends those that begin with `source`.
    public func cutOff<Value, Source>(_ member: KeyPath<Description, Property<Value>>, from source: Ref<Source>) {
        object.cutOff(Self.keyPath(member), from: source.object)
    }
}

extension Object {
    /// Sets the value of a key path of this object to that of another one, now and whenever that changes.
    ///
    /// By key-value coding, so that numbers are converted. Throws what setting it now raises.
    public func bind(_ keyPath: String, to source: Object, _ sourceKeyPath: String) throws {
        let (weakSelf, weakSource) = (WeakReference(self), WeakReference(source))
        let binding = Binding {
            guard let subscriber = weakSelf.object, let source = weakSource.object else { return }
            let value = try source.value(forKeyPath: sourceKeyPath)
            let present = try subscriber.value(forKeyPath: keyPath)
            if try value == present || value?.send("isEqual:", present, as: Bool.self) == true { return }
            try subscriber.setValue(value, forKeyPath: keyPath)
        }
        try binding.start(on: self, keyPath, [PipeSource(object: weakSource, keyPath: sourceKeyPath)], isReady: true)
    }

    /// Ends the bindings of a key path of this object.
    public func cutOff(_ keyPath: String) {
        HiddenObservers.end(ownedBy: self) { $0.kind == .binding && $0.keyPath == keyPath }
    }

    /// Ends those that begin with `source`.
    public func cutOff(_ keyPath: String, from source: Object) {
        HiddenObservers.end(ownedBy: self) {
            $0.kind == .binding && $0.keyPath == keyPath && $0.target == source
        }
    }
}

/// Whether nobody tells two values apart: by `==` of the Swift type, if it has one, or by `isEqual:`.
private func isEqual<Value: PropertyValue>(_ a: Value, _ b: Value) throws -> Bool {
    if EqualValues.areEqual(a, b) { return true }
    let (a, b) = (a.boxed, b.boxed)
    return try a == b || a?.send("isEqual:", b, as: Bool.self) == true
}

/// What a binding does when a source changes.
private final class Binding: Sendable {
    private let push: @Sendable () throws -> Void
    private let state = Locked(State())

    private struct State {
        /// The thread that pushes.
        var runner: ObjectIdentifier?
        /// Whether a source has changed on another thread meanwhile.
        var isStale = false
    }

    init(_ push: @escaping @Sendable () throws -> Void) {
        self.push = push
    }

    /// Begins to listen to the sources, on behalf of a property of `subscriber`. Nothing is bound if that raises, or if
    /// setting the value now does.
    func start(on subscriber: Object, _ keyPath: String, _ sources: [PipeSource], isReady: Bool) throws {
        var begun: [HeldObservation] = []
        do {
            for source in sources {
                guard let object = source.object.object else { continue }
                let held = HeldObservation(.binding, owner: subscriber, target: object, keyPath: keyPath, options: [])
                begun.append(held)
                try held.begin(observedKeyPath: source.keyPath) { _, _, _ in try self.run() }
            }
            if isReady { try run() }
        } catch {
            for held in begun { held.end() }
            throw error
        }
    }

    /// Pushes the value on, unless that is what is going on.
    private func run() throws {
        guard begin() else { return }
        var failure: (any Error)?
        repeat {
            do { try push() } catch { failure = failure ?? error }
        } while isStale()
        if let failure { throw failure }
    }

    /// false if it runs already: further up this thread's stack, or on another thread, which is told.
    private func begin() -> Bool {
        let thread = CurrentThread.identifier
        return state.withLock { state in
            guard let runner = state.runner else {
                state.runner = thread
                return true
            }
            if runner != thread { state.isStale = true }
            return false
        }
    }

    private func isStale() -> Bool {
        state.withLock { state in
            defer { state.isStale = false }
            if !state.isStale { state.runner = nil }
            return state.isStale
        }
    }
}

/// Which thread asks.
private enum CurrentThread {
    private final class Mark {}

    private static let mark = ThreadLocal<Mark>()

    static var identifier: ObjectIdentifier {
        let known = mark.value ?? Mark()
        mark.value = known
        return ObjectIdentifier(known)
    }
}

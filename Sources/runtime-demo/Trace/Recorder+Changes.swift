// Recorder+Changes.swift - the events of observing, in words: changes, methods of notifying classes, registrations.
import KVONotifying
import MiniFoundation
import MiniRuntime

extension Recorder {
    // ── A change ────────────────────────────────────────────────────────────────────────────────────

    func handleChange(_ event: TraceEvent) {
        guard let object = event.object else { return }
        switch event.kind {
        case .willChange:
            step(.willChange, "will change \(quoted(event)) of \(name(object))", Subjects(objects: [object]))
            push(.change(object, key: event.text ?? ""))
        case .didChange:
            end { if case .change(object, event.text) = $0 { true } else { false } }
            add(.didChange, "did change \(quoted(event)) of \(name(object))", Subjects(objects: [object]))
            push(.told)
        case .changeAbandoned:
            end { if case .change(object, event.text) = $0 { true } else { false } }
            add(
                .changeAbandoned, "the change of \(quoted(event)) of \(name(object)) is abandoned",
                Subjects(objects: [object]))
        case .notification: handleNotification(event, of: object)
        case .notificationDone:
            end { if case .notification(let call) = $0 { call.receiver == event.other } else { false } }
        default: break
        }
    }

    private func handleNotification(_ event: TraceEvent, of object: UnmanagedObject) {
        guard let observer = event.other else { return }
        let change = event.argument.flatMap { try? KeyValueObservedChange($0.retained()) }?.oneLine ?? ""
        let call = call(.observeValue, of: observer, method(.observeValue, observer.isa))
        // Not step: this is a delivery.
        add(
            .notification, "\(name(observer)) is notified: \(quoted(event)) of \(name(object)) \(change)",
            Subjects(objects: [observer, object]), entering: .notification(call))
    }

    private func quoted(_ event: TraceEvent) -> String { "\"\(event.text ?? "")\"" }

    // ── Methods of notifying classes ────────────────────────────────────────────────────────────────

    func handleOverride(_ event: TraceEvent) {
        guard let object = event.object, let cls = event.cls, let selector = event.selector else { return }
        switch event.kind {
        case .overrideEntered: enterOverride(MethodReference(cls: cls, selector: selector), object)
        case .overrideReturned: leaveOverride(event, object, MethodReference(cls: cls, selector: selector))
        case .originalCalled:
            guard let function = event.implementation else { return }
            let call = call(selector, of: object, method(selector, cls))
            let stored = StoredValue(selector, of: object) { [self] in knownName($0) }
            step(
                .originalCalled, "the original \(call.text) is called, \(function.addressAndKind)",
                Subjects(), entering: .original(call, stored: stored))
        case .originalReturned: leaveOriginal(event, object)
        default: break
        }
    }

    /// A step, unless the step before shows the message that found the method.
    private func enterOverride(_ method: MethodReference, _ object: UnmanagedObject) {
        let isShown = withInnermostFrame { frame in
            guard case .send(let call, isShown: true, isEntered: false, _) = frame, call.receiver == object,
                call.method == method
            else { return false }
            frame = .send(call, isShown: true, isEntered: true)
            return true
        }
        if isShown { return }
        let implementation = method.cls.methodImplementation(method.selector)
        step(
            .overrideEntered, "\(method.text) is entered, \(implementation.addressAndKind)",
            Subjects(methods: [method]), entering: .override(call(method.selector, of: object, method)))
    }

    private func leaveOverride(_ event: TraceEvent, _ object: UnmanagedObject, _ method: MethodReference) {
        if let result = event.other {
            step(.overrideReturned, "returned instead: \(Class(address: result.address).displayName)")
        }
        end {
            if case .override(let call) = $0 { call.receiver == object && call.method == method } else { false }
        }
    }

    private func leaveOriginal(_ event: TraceEvent, _ object: UnmanagedObject) {
        let frame = end { if case .original(let call, _) = $0 { call.receiver == object } else { false } }
        guard case .original(let call, let old) = frame else { return }
        var text: Phrase = "the original returned"
        if let result = event.other {
            text = "the original returned \(Class(address: result.address).displayName)"
        } else if call.deadClass == nil, let selector = event.selector,
            let stored = StoredValue(selector, of: object, name: { [self] in knownName($0) })
        {
            text = "the original returned: \(stored.words(after: old))"
        }
        step(.originalReturned, text)
    }

    // ── Registrations and isa ───────────────────────────────────────────────────────────────────────

    func handleRegistration(_ event: TraceEvent) {
        guard let object = event.object, let observer = event.other else { return }
        let (isAdded, subjects) = (event.kind == .observerAdded, Subjects(objects: [observer, object]))
        let text: Phrase =
            isAdded
            ? "\(name(observer)) observes \(quoted(event)) of \(name(object))"
            : "\(name(observer)) no longer observes \(quoted(event)) of \(name(object))"
        step(isAdded ? .observerAdded : .observerRemoved, text, subjects)
    }

    func handleIsa(_ event: TraceEvent) {
        guard let object = event.object, let cls = event.cls, let old = event.other else { return }
        let oldClass = Class(address: old.address)
        var text: Phrase = "isa of \(name(object)): \(oldClass.displayName) -> \(cls.displayName)"
        var subjects = Subjects(objects: [object], classes: [oldClass, cls])
        // The table of registrations was changed under the same hold of its lock, unless somebody else changed the isa.
        let (isObserved, observer) = observation(of: object)
        if cls.originalOfNotifying == oldClass, isObserved == true {
            if let observer { subjects.objects.append(observer) }
            let registered: Phrase = observer.map { .verbatim(name($0)) } ?? "a key path through \(name(object))"
            text += "; under the same lock, \(registered) is registered"
        } else if oldClass.originalOfNotifying == cls, isObserved == false {
            text += "; under the same lock, the last observance is removed"
        }
        step(.isaChanged, text, subjects)
    }

    /// Whether an object is observed, and its latest observer. A function of its own: what it retains is released
    /// before the step, which shows the retain count.
    private func observation(of object: UnmanagedObject) -> (isObserved: Bool?, latest: UnmanagedObject?) {
        guard let alive = object.retainedIfAlive() else { return (nil, nil) }
        return (alive.header?.isObserved, alive.keyValueRegistrations.last?.observer?.unmanaged)
    }
}

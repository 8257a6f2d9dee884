// Recorder+Events.swift - describes the events of the runtime's trace hook.
import KVONotifying
import MiniFoundation
import MiniRuntime

extension Recorder {
    func handle(_ event: TraceEvent) {
        switch event.kind {
        case .willChange, .didChange, .changeAbandoned, .notification, .notificationDone: handleChange(event)
        case .overrideEntered, .overrideReturned, .originalCalled, .originalReturned: handleOverride(event)
        case .observerAdded, .observerRemoved: handleRegistration(event)
        case .message, .initialize, .cacheFilled, .cacheFlushed, .forwarded: handleMessage(event)
        default: handleObjects(event)
        }
    }

    // ── Messages ────────────────────────────────────────────────────────────────────────────────────

    private func handleMessage(_ event: TraceEvent) {
        let selector = event.selector.map(\.name) ?? ""
        switch event.kind {
        case .message where options.messages:
            guard let object = event.object, let cls = event.cls, let selector = event.selector else {
                return
            }
            handleMessage(Lookup(selector, to: object, in: cls), selector, to: object, event.implementation)
        case .initialize where options.messages:
            step(
                .initialize,
                "+[\(event.cls?.name ?? "?") initialize] is due, before the first message to the class")
        case .cacheFilled where options.caches:
            guard let cls = event.cls else { return }
            step(.cacheFilled, "the cache of \(cls.displayName) takes \(selector)")
        case .cacheFlushed where options.caches:
            guard let cls = event.cls else { return }
            step(.cacheFlushed, "the cache of \(cls.displayName) is emptied, and those of its subclasses")
        case .forwarded:
            guard let object = event.object else { return }
            var text: Phrase = "no class of \(name(object)) has a method for \(selector): it is forwarded"
            if let target = event.other { text += ", and goes to \(name(target))" }
            step(
                .forwarded, text,
                Subjects(objects: [object] + [event.other].compactMap { $0 }))
        default: break
        }
    }

    /// The message that the script sends is a step that encloses others; what other code sends is not.
    private func handleMessage(
        _ lookup: Lookup, _ selector: Selector, to object: UnmanagedObject, _ implementation: IMP?
    ) {
        guard let implementation else { return }
        let isOfScript = isOfScript(object.isa)
        let isSentByScript = withInnermostFrame { frame in
            guard isOfScript, case .send(let call, isShown: false, isEntered: false, _) = frame,
                call.receiver == object,
                call.method == lookup.method, lookup.method?.selector == selector
            else { return false }
            frame = nil
            return true
        }
        if isSentByScript { return show(lookup, selector, to: object, implementation) }
        step(
            .message, words(lookup, selector, to: object, implementation), Subjects(objects: [object]), lookup)
    }

    // ── Classes and objects ─────────────────────────────────────────────────────────────────────────

    private func handleObjects(_ event: TraceEvent) {
        let cls = event.cls
        switch event.kind {
        case .classAllocated:
            guard let cls else { return }
            for one in [cls, cls.isa] { allocations(one.object.unmanaged) }
            addClass(cls)
            let superclass = event.other.map { Class(address: $0.address) }
            step(
                .classAllocated,
                "class pair allocated: \(cls.name + (superclass.map { " : \($0.name)" } ?? ""))",
                Subjects(classes: [cls] + [superclass].compactMap { $0 }))
        case .classRegistered:
            step(.classRegistered, "class registered: \(cls?.name ?? "?")", Subjects(classes: [cls].compactMap { $0 }))
        case .classDisposed:
            removeClass(named: event.text ?? "")
            step(.classDisposed, "class disposed of: \(event.text ?? "?")")
        case .methodAdded, .methodReplaced: handleMethod(event)
        case .isaChanged: handleIsa(event)
        case .objectAllocated:
            guard let object = event.object, let cls else { return }
            allocations(object)
            guard isOfScript(cls) else { return }
            step(
                .objectAllocated,
                "object allocated: <\(cls.name): \(hexadecimal(UInt(bitPattern: object.address)))>",
                Subjects(objects: [object]))
        case .objectDeallocated:
            guard let object = event.object, let cls else { return }
            markDead(object, cls)
            guard isOfScript(cls) else { return }
            step(
                .objectDeallocated,
                "object gone: <\(cls.name): \(hexadecimal(UInt(bitPattern: object.address)))>",
                Subjects(objects: [object]))
        case .exception:
            guard let object = event.object else { return }
            step(.exception, "raised: \(object.retained().description)")
        default: break
        }
    }

    private func handleMethod(_ event: TraceEvent) {
        guard let cls = event.cls, let selector = event.selector, let function = event.implementation
        else { return }
        var methods = [MethodReference(cls: cls, selector: selector)]
        var text: Phrase =
            event.kind == .methodAdded
            ? "method added: \(methods[0].text), \(function.addressAndKind)"
            : "method replaced: \(methods[0].text), \(function.addressAndKind)"
        if let owner = cls.superclass?.definer(of: selector) {
            methods.append(MethodReference(cls: owner, selector: selector))
            text += ", hides \(methods[1].text)"
        }
        step(event.kind == .methodAdded ? .methodAdded : .methodReplaced, text, Subjects(methods: methods))
    }
}

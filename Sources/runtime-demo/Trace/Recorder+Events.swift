// Recorder+Events.swift - describes the events of the runtime's trace hook.
import KVONotifying
import MiniFoundation
import MiniRuntime

extension Recorder {
    func handle(_ event: TraceEvent) {
        switch event.kind {
        case .willChange, .didChange, .changeAbandoned, .originalCalled, .originalReturned,
            .notification,
            .notificationDone:
            handleChange(event)
        case .observerAdded, .observerRemoved: handleRegistration(event)
        case .message, .initialize, .cacheFilled, .cacheFlushed, .forwarded: handleMessage(event)
        default: handleObjects(event)
        }
    }

    // ── A change ────────────────────────────────────────────────────────────────────────────────────

    private func handleChange(_ event: TraceEvent) {
        guard let object = event.object else { return }
        switch event.kind {
        case .willChange:
            step(.willChange, "will change \(quoted(event)) of \(name(object))")
            push(.change(object, key: event.text ?? ""))
        case .didChange:
            end { if case .change(object, event.text) = $0 { true } else { false } }
            add(.didChange, "did change \(quoted(event)) of \(name(object))")
            push(.told)
        case .changeAbandoned:
            end { if case .change(object, event.text) = $0 { true } else { false } }
            add(.changeAbandoned, "the change of \(quoted(event)) of \(name(object)) is abandoned")
        case .originalCalled:
            guard let cls = event.cls, let selector = event.selector, let function = event.implementation
            else { return }
            let method = methodName(selector, cls)
            step(.originalCalled, "the original \(method) is called, \(function.addressAndKind)")
            push(.original(method, object))
        case .originalReturned:
            end { if case .original(_, object) = $0 { true } else { false } }
        case .notification:
            guard let observer = event.other else { return }
            let change =
                event.argument.flatMap { try? KeyValueObservedChange($0.retained()) }?.oneLine ?? ""
            let call = methodName(.observeValue, observer.isa)
            // Not `step`, which would end the deliveries that are in progress.
            add(.notification, "\(name(observer)) is told: \(quoted(event)) of \(name(object)) \(change)")
            push(.notification(call, observer))
        case .notificationDone:
            end { if case .notification(_, event.other) = $0 { true } else { false } }
        default: break
        }
    }

    private func handleRegistration(_ event: TraceEvent) {
        guard let object = event.object, let observer = event.other else { return }
        let verb = event.kind == .observerAdded ? "observes" : "no longer observes"
        step(
            event.kind == .observerAdded ? .observerAdded : .observerRemoved,
            "\(name(observer)) \(verb) \(quoted(event)) of \(name(object))")
    }

    private func quoted(_ event: TraceEvent) -> String { "\"\(event.text ?? "")\"" }

    // ── Messages ────────────────────────────────────────────────────────────────────────────────────

    private func handleMessage(_ event: TraceEvent) {
        let selector = event.selector.map(\.name) ?? ""
        switch event.kind {
        case .message where options.messages:
            guard let object = event.object, let cls = event.cls, let selector = event.selector else {
                return
            }
            step(.message, "[\(name(object)) \(selector)] finds \(methodName(selector, cls))")
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
            let target = event.other.map { ", and goes to \(name($0))" } ?? ""
            step(
                .forwarded,
                "no class of \(name(object)) has a method for \(selector): it is forwarded\(target)")
        default: break
        }
    }

    // ── Classes and objects ─────────────────────────────────────────────────────────────────────────

    private func handleObjects(_ event: TraceEvent) {
        let cls = event.cls
        switch event.kind {
        case .classAllocated:
            let superclass = event.other.map { " : \(Class(address: $0.address).name)" } ?? ""
            step(.classAllocated, "class pair allocated: \(cls?.name ?? "?")\(superclass)")
        case .classRegistered: step(.classRegistered, "class registered: \(cls?.name ?? "?")")
        case .classDisposed: step(.classDisposed, "class disposed of: \(event.text ?? "?")")
        case .methodAdded, .methodReplaced: handleMethod(event)
        case .isaChanged:
            guard let object = event.object, let cls, let old = event.other else { return }
            step(
                .isaChanged, "isa of \(name(object)): \(Class(address: old.address).name) -> \(cls.name)")
        case .objectAllocated:
            guard let object = event.object, let cls, isOfScript(cls) else { return }
            step(
                .objectAllocated,
                "object allocated: <\(cls.name): \(hexadecimal(UInt(bitPattern: object.address)))>")
        case .objectDeallocated:
            guard let object = event.object, let cls, isOfScript(cls) else { return }
            step(
                .objectDeallocated,
                "object gone: <\(cls.name): \(hexadecimal(UInt(bitPattern: object.address)))>")
        case .exception:
            guard let object = event.object else { return }
            step(.exception, "raised: \(object.retained())")
        default: break
        }
    }

    private func handleMethod(_ event: TraceEvent) {
        guard let cls = event.cls, let selector = event.selector, let function = event.implementation
        else { return }
        let sign = cls.isMetaclass ? "+" : "-"
        var text =
            "method \(event.kind == .methodAdded ? "added" : "replaced"): \(sign)[\(cls.name) \(selector)], \(function.addressAndKind)"
        if let superclass = cls.superclass, superclass.instanceMethod(selector) != nil {
            text += ", before \(methodName(selector, superclass))"
        }
        step(event.kind == .methodAdded ? .methodAdded : .methodReplaced, text)
    }
}

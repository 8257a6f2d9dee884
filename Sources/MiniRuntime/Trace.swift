// Trace.swift - watching the runtime at work.
import CMiniRuntime

/// Something that the runtime has just done.
public struct TraceEvent: Sendable {
    /// What kind of thing.
    public enum Kind: String, Sendable, CaseIterable {
        case classAllocated, classRegistered, classDisposed, methodAdded, methodReplaced, cacheFilled, cacheFlushed
        case isaChanged, initialize, objectAllocated, objectDeallocated, message, forwarded, exception
        case observerAdded, observerRemoved, willChange, didChange, changeAbandoned
        case originalCalled, originalReturned, notification, notificationDone
    }

    /// What happened.
    public var kind: Kind
    /// The object it happened to: its address only, it may be dying.
    public var object: UnmanagedObject?
    /// The class concerned.
    public var cls: Class?
    /// The superclass of a new class; the isa that was replaced; the observer.
    public var other: UnmanagedObject?
    /// The method's name.
    public var selector: Selector?
    /// The function.
    public var implementation: IMP?
    /// What is handed over: the change dictionary of a notification.
    public var argument: UnmanagedObject?
    /// A key, a key path, a name.
    public var text: String?

    /// An event, for the layers above to emit.
    public init(
        _ kind: Kind, object: UnmanagedObject? = nil, cls: Class? = nil, other: UnmanagedObject? = nil,
        selector: Selector? = nil, implementation: IMP? = nil, argument: UnmanagedObject? = nil, text: String? = nil
    ) {
        self.kind = kind
        self.object = object
        self.cls = cls
        self.other = other
        self.selector = selector
        self.implementation = implementation
        self.argument = argument
        self.text = text
    }

    init(_ event: mr_trace_event) {
        kind = Kind.allCases[Int(event.kind.rawValue)]
        object = event.object.map(UnmanagedObject.init)
        cls = event.cls.map(Class.init)
        other = event.other.map { UnmanagedObject(OpaquePointer($0)) }
        selector = event.selector.map(Selector.init)
        implementation = event.imp.map(IMP.init)
        argument = event.argument.map(UnmanagedObject.init)
        text = event.text.map { String(cString: $0) }
    }
}

/// The runtime's trace hook.
public enum Trace {
    private static let handler = Locked<(@Sendable (TraceEvent) -> Void)?>(nil)

    /// Calls `handler` with each event from now on; nil stops. Process-wide. It runs on the event's thread with no lock
    /// of the runtime held, and what it causes itself is not traced.
    public static func setHandler(_ handler: (@Sendable (TraceEvent) -> Void)?) {
        self.handler.withLock { $0 = handler }
        mr_trace_set_hook(handler == nil ? nil : callHandler, nil)
    }

    /// Whether anybody watches. Asked before an event is put together.
    @inlinable public static var isOn: Bool { mr_trace_is_on() }

    /// Whether every message is an event too. While it is, no message is cached. Objective-C:
    /// `instrumentObjcMessageSends`.
    public static func setTracesMessages(_ flag: Bool) {
        instrumentObjcMessageSends(flag)
    }

    /// Reports an event of a layer above the runtime.
    public static func emit(_ event: TraceEvent) {
        guard isOn, let kind = TraceEvent.Kind.allCases.firstIndex(of: event.kind) else { return }
        let text = event.text ?? ""
        text.withCString { text in
            var raw = mr_trace_event()
            raw.kind = mr_trace_kind(UInt32(kind))
            raw.object = event.object?.pointer
            raw.cls = event.cls?.pointer
            raw.other = event.other.map { UnsafeRawPointer($0.address) }
            raw.selector = event.selector?.pointer
            raw.imp = event.implementation?.pointer
            raw.argument = event.argument?.pointer
            raw.text = event.text == nil ? nil : text
            mr_trace_emit(&raw)
        }
    }

    private static let callHandler: mr_trace_function = { event, _ in
        guard let event, let handler = handler.withLock({ $0 }) else { return }
        handler(TraceEvent(event.pointee))
    }
}

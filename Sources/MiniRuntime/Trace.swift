// Trace.swift - the trace of the runtime's events.
import CMiniRuntime

/// An event in the runtime.
public struct TraceEvent: Sendable {
    /// The kinds of events.
    public enum Kind: String, Sendable, CaseIterable {
        case classAllocated, classRegistered, classDisposed, methodAdded, methodReplaced, cacheFilled, cacheFlushed
        case isaChanged, initialize, objectAllocated, objectDeallocated, message, forwarded, exception
        case observerAdded, observerRemoved, willChange, didChange, changeAbandoned
        case originalCalled, originalReturned, notification, notificationDone
        case overrideEntered, overrideReturned
    }

    /// The kind of this event.
    public var kind: Kind
    /// The object that the event concerns. Use only its address: it may be dying.
    public var object: UnmanagedObject?
    /// The class that the event concerns.
    public var cls: Class?
    /// The superclass of a new class, the replaced isa, the observer, or the class that the method `class` returned.
    public var other: UnmanagedObject?
    /// The method's selector.
    public var selector: Selector?
    /// The method's IMP.
    public var implementation: IMP?
    /// The change dictionary of a notification.
    public var argument: UnmanagedObject?
    /// A key, a key path, or a name.
    public var text: String?

    /// Creates an event for ``Trace/emit(_:)``.
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
    private struct Handler: Lockable {
        let handle: @Sendable (TraceEvent) -> Void
    }

    private static let handler = Locked<Handler?>(nil, rank: .table)

    /// Calls `handler` with every event from now on; nil stops the trace. Process-wide. The handler runs on the event's
    /// thread with no lock of the runtime held, and events that it causes itself are not traced.
    public static func setHandler(_ handler: (@Sendable (TraceEvent) -> Void)?) {
        self.handler.exchange(handler.map(Handler.init))
        mr_trace_set_hook(handler == nil ? nil : callHandler, nil)
    }

    /// Whether tracing is on. Test this before creating an event.
    @inlinable public static var isOn: Bool { mr_trace_is_on() }

    /// Turns events for every message on or off. While on, method caches stay empty. Objective-C:
    /// `instrumentObjcMessageSends`.
    public static func setTracesMessages(_ flag: Bool) {
        instrumentObjcMessageSends(flag)
    }

    /// Emits an event of a layer above the runtime.
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
        guard let event, let handler = handler.read({ copy $0 }) else { return }
        handler.handle(TraceEvent(event.pointee))
    }
}

// KVOController.swift - the observations of one observer, kept together.
//
//      observer ◄──weak── KVOController
//         └──► HiddenObservers ──► │ HeldObservation: observed object, strong or weak; options; state │ ...
//
// The list is the observer's; a controller only knows its own in there.
import KVONotifying
import MiniFoundation
import MiniRuntime

/// Observes objects on behalf of an observer, and stops when it goes.
///
///     let controller = KVOController(observer: clockView)
///     try controller.observe(clock, keyPath: "date", options: [.initial, .new]) { clockView, clock, change, _ in
///         try clockView.send("setDate:", change.newValue)
///     }
///
/// Nothing has to be removed: the observations end with the controller, with the observer, or with the observed object. Any
/// thread; unobserving inside a handler, also the initial one, is fine. Objective-C: `FBKVOController`, whose interface this follows; unlike there, several observations of one
/// key path by one controller all fire.
public final class KVOController: Sendable, Lockable {
    /// What is called: with the observer, alive, so that a handler does not have to capture it.
    public typealias Handler =
        @Sendable (_ observer: Object, _ object: Object, _ change: KeyValueObservedChange, _ keyPath: String) throws ->
        Void

    private let weakObserver: WeakReference
    private let retainsObserved: Bool
    private var kind: HeldObservation.Kind { .controller(ObjectIdentifier(self)) }

    /// A controller without observations.
    /// - Parameters:
    ///   - observer: not retained. Handlers are not called once it is dead.
    ///   - retainsObserved: whether observed objects live as long as they are observed here. The observer itself is never
    ///     retained: it may own the controller. Say false if what is observed owns the observer.
    public init(observer: Object, retainsObserved: Bool = true) {
        weakObserver = WeakReference(observer)
        self.retainsObserved = retainsObserved
    }

    deinit {
        unobserveAll()
    }

    /// The observer; nil once it is dead.
    public var observer: Object? { weakObserver.object }

    // ── Observing ───────────────────────────────────────────────────────────────────────────────────

    /// Calls `handler` when the value of a key path changes. Nothing happens for nil, or once the observer is dead.
    ///
    /// `skipsEqualValues` leaves out changes whose old and new values are equal. Throws what the registration raises.
    public func observe(
        _ object: Object?, keyPath: String, options: KeyValueObservingOptions = [.new], skipsEqualValues: Bool = false,
        handler: @escaping Handler
    ) throws {
        try observe(
            object, keyPath: keyPath, options: options, skipping: skipsEqualValues ? .byMessage : nil, handler: handler)
    }

    /// - Parameter equal: finds out which changes are left out; nil leaves out none.
    func observe(
        _ object: Object?, keyPath: String, options: KeyValueObservingOptions, skipping equal: EqualValues?,
        handler: @escaping Handler
    ) throws {
        guard let object, let observer else { return }
        let held = HeldObservation(
            kind, owner: observer, target: object, keyPath: keyPath, options: options,
            retainsTarget: retainsObserved && object != observer)
        try held.begin(skipping: equal) { observer, object, change in
            try handler(observer, object, change, keyPath)
        }
    }

    /// The same for several key paths. If one cannot be observed, those before it are.
    public func observe(
        _ object: Object?, keyPaths: [String], options: KeyValueObservingOptions = [.new], handler: @escaping Handler
    ) throws {
        for keyPath in keyPaths { try observe(object, keyPath: keyPath, options: options, handler: handler) }
    }

    /// Sends the observer a message when the value of a key path changes.
    ///
    /// `action` is a selector with no argument, one (the change dictionary), or two (that, then the observed object).
    /// Throws `NSInvalidArgumentException` if the observer does not respond to it, or it takes more.
    public func observe(
        _ object: Object?, keyPath: String, options: KeyValueObservingOptions = [.new], action: Selector
    ) throws {
        guard let observer else { return }
        guard observer.responds(to: action), action.argumentCount <= 2 else {
            throw RuntimeException(
                "NSInvalidArgumentException",
                "-[KVOController observe:keyPath:options:action:]: <\(observer.isa.name)> does not respond to "
                    + "\(action) with two arguments or less")
        }
        try observe(object, keyPath: keyPath, options: options) { observer, object, change, _ in
            switch action.argumentCount {
            case 0: try observer.send(action)
            case 1: try observer.send(action, change.dictionary)
            default: try observer.send(action, change.dictionary, object)
            }
        }
    }

    /// Sends the observer `observeValueForKeyPath:ofObject:change:context:` when the value of a key path changes.
    /// Throws what the registration raises.
    @safe public func observe(
        _ object: Object?, keyPath: String, options: KeyValueObservingOptions = [.new],
        context: UnsafeMutableRawPointer? = nil
    ) throws {
        let context = UInt(bitPattern: context)
        try observe(object, keyPath: keyPath, options: options) { observer, object, change, keyPath in
            try observer.send(
                "observeValueForKeyPath:ofObject:change:context:", keyPath, object, change.dictionary,
                UnsafeMutableRawPointer(bitPattern: context))
        }
    }

    // ── Stopping ────────────────────────────────────────────────────────────────────────────────────

    /// Ends all observations of an object. Nothing happens for nil, or if there are none.
    public func unobserve(_ object: Object?) {
        guard let object else { return }
        end { $0.target == object }
    }

    /// Ends all observations of a key path of an object.
    public func unobserve(_ object: Object?, keyPath: String) {
        guard let object else { return }
        end { $0.target == object && $0.keyPath == keyPath }
    }

    /// Ends everything.
    public func unobserveAll() {
        end { _ in true }
    }

    private func end(where matches: (HeldObservation) -> Bool) {
        // With the observer, everything has ended.
        guard let observer else { return }
        HiddenObservers.end(ownedBy: observer) { $0.kind == kind && matches($0) }
    }

    /// Whether a key path of an object is observed here. O(observations of the observer).
    public func isObserving(_ object: Object, keyPath: String) -> Bool {
        observations.contains { $0.target == object && $0.keyPath == keyPath }
    }

    private var observations: [HeldObservation] {
        guard let observer else { return [] }
        return HiddenObservers.owned(by: observer).filter { $0.kind == kind }
    }
}

extension KVOController: CustomStringConvertible {
    /// The observer, and each observation with its options spelt out.
    public var description: String {
        let lines = observations.map { "\n    \($0)" }
        return "<KVOController: observer \(observer?.description ?? "nil")>\(lines.joined())"
    }
}

// ── A controller for every object ───────────────────────────────────────────────────────────────────

extension Object {
    /// This object's own controller, made on first use, which retains what it observes; it lives as long as the object.
    public var kvoController: KVOController {
        OwnControllers.retaining.of(self) { KVOController(observer: self, retainsObserved: true) }
    }

    /// The same, not retaining what it observes.
    public var kvoControllerNonRetaining: KVOController {
        OwnControllers.nonRetaining.of(self) { KVOController(observer: self, retainsObserved: false) }
    }
}

private enum OwnControllers {
    static let retaining = AssociatedState<KVOController>("KVOControllerHolder")
    static let nonRetaining = AssociatedState<KVOController>("KVOControllerNonRetainingHolder")
}

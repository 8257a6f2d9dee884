// KVOController.swift - a controller, which keeps the observations of one observer.
//
//      observer ◄──weak── KVOController
//         └──► ObjectObservations ──► │ ObjectObservation: observed object, strong or weak; options; state │ ...
//
// The list belongs to the observer; a controller finds its own observations in it by their kind.
import KVONotifying
import MiniFoundation
import MiniRuntime

/// Observes objects on behalf of an observer.
///
///     let controller = KVOController(observer: clockView)
///     try controller.observe(clock, keyPath: "date", options: [.initial, .new]) { clockView, clock, change, _ in
///         try clockView.send("setDate:", change.newValue)
///     }
///
/// Nothing has to be removed: the observations end with the controller, with the observer, or with the observed object.
/// Any thread. A handler may end observations, even during the initial notification. Objective-C: `FBKVOController`,
/// whose interface this follows; unlike `FBKVOController`, a controller may observe a key path several times, and calls
/// all handlers.
public final class KVOController: Sendable, Lockable {
    /// A closure that is called when a value changes. It receives the observer, so that it need not capture it. An
    /// error that it throws is raised in the code that set the value.
    public typealias Handler =
        @Sendable (_ observer: Object, _ object: Object, _ change: KeyValueObservedChange, _ keyPath: String) throws ->
        Void

    private let weakObserver: WeakReference
    private let retainsObserved: Bool
    private var kind: ObjectObservation.Kind { .controller(ObjectIdentifier(self)) }

    /// Creates a controller without observations.
    /// - Parameters:
    ///   - observer: not retained. Handlers are not called after its death.
    ///   - retainsObserved: whether the controller retains observed objects, except the observer itself, which may own
    ///     the controller. Pass false if an observed object owns the observer.
    public init(observer: Object, retainsObserved: Bool = true) {
        weakObserver = WeakReference(observer)
        self.retainsObserved = retainsObserved
    }

    deinit {
        unobserveAll()
    }

    /// The observer; nil after its death.
    public var observer: Object? { weakObserver.object }

    // ── Observing ───────────────────────────────────────────────────────────────────────────────────

    /// Calls `handler` when the value of a key path changes. Does nothing if `object` is nil, or if the observer is
    /// dead.
    ///
    /// If `skipsEqualValues` is true, changes are left out whose old and new values are equal by `isEqual:`. Throws an
    /// exception that the registration raises.
    public func observe(
        _ object: Object?, keyPath: String, options: KeyValueObservingOptions = [.new], skipsEqualValues: Bool = false,
        handler: @escaping Handler
    ) throws {
        try observe(
            object, keyPath: keyPath, options: options, skipping: skipsEqualValues ? .byMessage : nil, handler: handler)
    }

    /// - Parameter equal: decides which changes are left out; nil leaves out none.
    func observe(
        _ object: Object?, keyPath: String, options: KeyValueObservingOptions, skipping equal: EqualValues?,
        handler: @escaping Handler
    ) throws {
        guard let object, let observer else { return }
        let held = ObjectObservation(
            kind, owner: observer, target: object, keyPath: keyPath, options: options,
            retainsTarget: retainsObserved && object != observer)
        try held.begin(skipping: equal) { observer, object, change in
            try handler(observer, object, change, keyPath)
        }
    }

    /// As ``observe(_:keyPath:options:skipsEqualValues:handler:)``, for several key paths. If one of them cannot be
    /// observed, throws, and the key paths before it remain observed.
    public func observe(
        _ object: Object?, keyPaths: [String], options: KeyValueObservingOptions = [.new], handler: @escaping Handler
    ) throws {
        for keyPath in keyPaths { try observe(object, keyPath: keyPath, options: options, handler: handler) }
    }

    /// Sends the observer a message when the value of a key path changes.
    ///
    /// `action` takes no argument, one (the change dictionary), or two (the change dictionary and the observed object).
    /// Throws `NSInvalidArgumentException` if the observer does not respond to it, or if it takes more arguments, and
    /// an exception that the registration raises.
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
    /// Throws an exception that the registration raises.
    @safe public func observe(
        _ object: Object?, keyPath: String, options: KeyValueObservingOptions = [.new],
        context: UnsafeMutableRawPointer? = nil
    ) throws {
        let context = UInt(bitPattern: context)
        try observe(object, keyPath: keyPath, options: options) { observer, object, change, keyPath in
            // The context is the caller's, and is only passed on.
            try unsafe observer.send(
                "observeValueForKeyPath:ofObject:change:context:", keyPath, object, change.dictionary,
                UnsafeMutableRawPointer(bitPattern: context))
        }
    }

    // ── Stopping ────────────────────────────────────────────────────────────────────────────────────

    /// Ends all observations of an object. Does nothing if `object` is nil or not observed.
    public func unobserve(_ object: Object?) {
        guard let object else { return }
        end { $0.target == object }
    }

    /// Ends all observations of a key path of an object. Does nothing if `object` is nil or the key path is not
    /// observed.
    public func unobserve(_ object: Object?, keyPath: String) {
        guard let object else { return }
        end { $0.target == object && $0.keyPath == keyPath }
    }

    /// Ends all observations of the controller.
    public func unobserveAll() {
        end { _ in true }
    }

    private func end(where matches: (ObjectObservation) -> Bool) {
        // If the observer is dead, its observations have ended.
        guard let observer else { return }
        ObjectObservations.end(ownedBy: observer) { $0.kind == kind && matches($0) }
    }

    /// Returns whether the controller observes a key path of an object. O(observations of the observer).
    public func isObserving(_ object: Object, keyPath: String) -> Bool {
        observations.contains { $0.target == object && $0.keyPath == keyPath }
    }

    private var observations: [ObjectObservation] {
        guard let observer else { return [] }
        return ObjectObservations.owned(by: observer).filter { $0.kind == kind }
    }
}

extension KVOController: CustomStringConvertible {
    /// The observer, and each observation with its options.
    public var description: String {
        let lines = observations.map { "\n    \($0)" }
        return "<KVOController: observer \(observer?.description ?? "nil")>\(lines.joined())"
    }
}

// ── A controller for every object ───────────────────────────────────────────────────────────────────

extension Object {
    /// The object's own controller, which retains observed objects. Created on first use; lives as long as the object.
    public var kvoController: KVOController {
        OwnControllers.retaining.of(self) { KVOController(observer: self, retainsObserved: true) }
    }

    /// The object's own controller that does not retain observed objects. Created on first use; lives as long as the
    /// object.
    public var kvoControllerNonRetaining: KVOController {
        OwnControllers.nonRetaining.of(self) { KVOController(observer: self, retainsObserved: false) }
    }
}

private enum OwnControllers {
    static let retaining = AssociatedState<KVOController>("KVOControllerHolder")
    static let nonRetaining = AssociatedState<KVOController>("KVOControllerNonRetainingHolder")
}

// KVOController.swift - the observations of one observer, kept together.
//
//      observer ◄──weak── KVOController ──► entries: │ observed object, strong or weak │ Observation │ state │ ...
//
// An entry is there before its registration is made. So unobserving inside an initial notification finds it: it is
// marked, and ended as soon as the registration is.
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
/// thread. Objective-C: `FBKVOController`, whose interface this follows; unlike there, several observations of one
/// key path by one controller all fire.
public final class KVOController: Sendable {
    /// What is called: with the observer, alive, so that a handler does not have to capture it.
    public typealias Handler =
        @Sendable (_ observer: Object, _ object: Object, _ change: KeyValueObservedChange, _ keyPath: String) throws ->
        Void

    private let weakObserver: WeakReference
    private let retainsObserved: Bool
    private let entries = Locked<[Entry]>([])

    /// A controller without observations.
    /// - Parameters:
    ///   - observer: not retained. Handlers are not called once it is dead.
    ///   - retainsObserved: whether observed objects live as long as they are observed here. The observer itself never
    ///     does: it may own the controller.
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

    /// Calls `handler` when the value of a key path changes. Nothing happens for nil.
    /// Throws what the registration raises.
    public func observe(
        _ object: Object?, keyPath: String, options: KeyValueObservingOptions, handler: @escaping Handler
    ) throws {
        guard let object else { return }
        let entry = Entry(object, keyPath, options, isRetained: retainsObserved && object != observer)
        entries.withLock { $0.append(entry) }
        do {
            let weakObserver = weakObserver
            try entry.begin { object, change in
                guard let observer = weakObserver.object else { return }
                try handler(observer, object, change, keyPath)
            }
        } catch {
            remove { $0 === entry }
            throw error
        }
    }

    /// The same for several key paths. If one cannot be observed, those before it are.
    public func observe(
        _ object: Object?, keyPaths: [String], options: KeyValueObservingOptions, handler: @escaping Handler
    ) throws {
        for keyPath in keyPaths { try observe(object, keyPath: keyPath, options: options, handler: handler) }
    }

    /// Sends the observer a message when the value of a key path changes.
    ///
    /// - Parameter action: a selector with no argument, one (the change dictionary's typed form as an object is the
    ///   change dictionary), or two (that, then the observed object).
    /// Throws `NSInvalidArgumentException` if the observer does not respond to it, or it takes more.
    public func observe(
        _ object: Object?, keyPath: String, options: KeyValueObservingOptions, action: Selector
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
    public func observe(
        _ object: Object?, keyPath: String, options: KeyValueObservingOptions, context: UnsafeMutableRawPointer? = nil
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
        remove { $0.object == object }
    }

    /// Ends all observations of a key path of an object.
    public func unobserve(_ object: Object?, keyPath: String) {
        guard let object else { return }
        remove { $0.object == object && $0.keyPath == keyPath }
    }

    /// Ends everything.
    public func unobserveAll() {
        remove { _ in true }
    }

    private func remove(where matches: (Entry) -> Bool) {
        let ended = entries.withLock { entries in
            let ended = entries.filter(matches)
            // What observed an object that is dead goes as well.
            entries.removeAll { matches($0) || $0.object == nil }
            return ended
        }
        for entry in ended { entry.end() }
    }
}

/// One observation of a controller.
private final class Entry: Sendable {
    private enum State {
        /// The registration is being made.
        case initial
        case observing(Observation)
        case notObserving
    }

    let keyPath: String
    let options: KeyValueObservingOptions
    private let strongObject: Object?
    private let weakObject: WeakReference
    private let state = Locked(State.initial)

    init(_ object: Object, _ keyPath: String, _ options: KeyValueObservingOptions, isRetained: Bool) {
        self.keyPath = keyPath
        self.options = options
        strongObject = isRetained ? object : nil
        weakObject = WeakReference(object)
    }

    var object: Object? { strongObject ?? weakObject.object }

    func begin(_ handler: @escaping Observation.Handler) throws {
        guard let object else { return }
        let observation = try Observation(of: object, keyPath: keyPath, options: options) {
            [weak self] object, change in
            // Ended during the initial notification, it may still be registered for a moment.
            guard let self, self.isWanted else { return }
            try handler(object, change)
        }
        let isWanted = state.withLock { state in
            guard case .initial = state else { return false }
            state = .observing(observation)
            return true
        }
        if !isWanted { observation.invalidate() }
    }

    private var isWanted: Bool {
        state.withLock { if case .notObserving = $0 { false } else { true } }
    }

    func end() {
        let observation = state.withLock { state -> Observation? in
            defer { state = .notObserving }
            if case .observing(let observation) = state { return observation }
            return nil
        }
        observation?.invalidate()
    }
}

extension KVOController: CustomStringConvertible {
    /// The observer, and each observation with its options spelt out.
    public var description: String {
        let lines = entries.withLock { $0 }.map { "\n    \($0)" }
        return "<KVOController: observer \(observer?.description ?? "nil")>\(lines.joined())"
    }
}

extension Entry: CustomStringConvertible {
    var description: String {
        let names: [(KeyValueObservingOptions, String)] = [
            (.new, "new"), (.old, "old"), (.initial, "initial"), (.prior, "prior"),
        ]
        let spelt = names.filter { options.contains($0.0) }.map(\.1).joined(separator: "|")
        return
            "\(object?.description ?? "a dead object") keyPath: \(keyPath) options: \(spelt.isEmpty ? "none" : spelt)"
    }
}

// ── A controller for every object ───────────────────────────────────────────────────────────────────

extension Object {
    /// This object's own controller, made on first use, which retains what it observes; it lives as long as the object.
    public var kvoController: KVOController { controller(ControllerKeys.retaining, retainsObserved: true) }

    /// The same, not retaining what it observes.
    public var kvoControllerNonRetaining: KVOController {
        controller(ControllerKeys.nonRetaining, retainsObserved: false)
    }

    private func controller(_ key: AssociationKey, retainsObserved: Bool) -> KVOController {
        if let holder = associatedObject(key) { return held(holder) }
        let fresh = ControllerKeys.cls.instance(
            holding: KVOController(observer: self, retainsObserved: retainsObserved)
        ).takeOwnership()
        // Of two threads that ask first, both get the same.
        let holder = ControllerKeys.making.withLock { _ in
            if let other = associatedObject(key) { return other }
            setAssociatedObject(fresh, for: key)
            return fresh
        }
        return held(holder)
    }

    private func held(_ holder: Object) -> KVOController {
        withExtendedLifetime(holder) { HolderClass.held(by: holder.unmanaged, as: KVOController.self) }
    }
}

private enum ControllerKeys {
    static let retaining = AssociationKey()
    static let nonRetaining = AssociationKey()
    static let cls = HolderClass("KVOControllerHolder")
    static let making = Locked(0)
}

// KeyValueObservation.swift - an observation with a closure, as a token: it ends when the last reference to it goes.
//
//      token ──► HandlerObserver, a runtime object ◄──hold── registration with the observed object
//                    └──► handler
//
// The token sends `addObserver:...`, with an observer object of its own and the option to end silently. So nothing has
// to be removed: if the observed object dies first, its registrations and the handler are released with it.
import KVONotifying
import MiniFoundation
import MiniRuntime

/// An observation with a closure.
///
/// It ends when it is invalidated, when the last reference to it goes, or when the observed object dies. The observed
/// object is not retained. Any thread. Foundation in Swift: `NSKeyValueObservation`.
public final class KeyValueObservation: Sendable, Lockable {
    /// A closure that is called with the observed object and the change. An error that it throws is raised in the code
    /// that set the value.
    public typealias Handler = @Sendable (_ object: Object, _ change: KeyValueObservedChange) throws -> Void

    /// The key path as it was given.
    public let keyPath: String
    private let observed: WeakHandle?
    private let observer: HandlerObserver
    /// The queue of changes for a handler that runs elsewhere.
    private let mailbox: (any Closable)?

    /// Begins to observe.
    /// - Parameters:
    ///   - object: the observed object, which is not retained.
    ///   - keyPath: keys, separated by dots.
    ///   - options: the values that changes contain, and whether the handler is also called now and before each change.
    ///   - skipsEqualValues: whether changes are left out whose old and new values are equal by `isEqual:`.
    ///   - handler: runs on the thread that changes the value, with no lock held.
    ///
    /// Throws an exception that the registration raises, and an error that the handler throws when it is called for
    /// ``/KVONotifying/KeyValueObservingOptions/initial``; in both cases nothing is observed.
    public convenience init(
        of object: Object, keyPath: String, options: KeyValueObservingOptions = [.new], skipsEqualValues: Bool = false,
        handler: @escaping Handler
    ) throws {
        try self.init(
            of: object, keyPath: keyPath, options: options, skipping: skipsEqualValues ? .byMessage : nil,
            handler: handler)
    }

    /// - Parameters:
    ///   - equal: decides which changes are left out; nil leaves out none.
    ///   - mailbox: the mailbox that the handler posts to, if it does nothing else.
    init(
        of object: Object, keyPath: String, options: KeyValueObservingOptions, skipping equal: EqualValues?,
        mailbox: (any Closable)? = nil, handler: @escaping Handler
    ) throws {
        self.keyPath = keyPath
        self.mailbox = mailbox
        observed = WeakHandle(object.unmanaged)
        observer = HandlerObserver(
            wantsCause: options.contains(.cause), equal?.skipping(options, handler) ?? handler)
        let wanted = equal == nil ? options : options.union([.new, .old])
        do {
            try Transaction.whileRegistering(observer.box) {
                // The context is an address that nobody dereferences.
                try unsafe object.addObserver(
                    observer.object, forKeyPath: keyPath, options: wanted.union(.untilEitherDies),
                    context: observer.context)
            }
        } catch {
            invalidate()
            throw RuntimeException.original(of: error)
        }
    }

    private init(endedOf keyPath: String) {
        self.keyPath = keyPath
        mailbox = nil
        observed = nil
        observer = HandlerObserver { _, _ in }
        invalidate()
    }

    /// Returns an observation that has ended already.
    static func ended(keyPath: String) -> KeyValueObservation { KeyValueObservation(endedOf: keyPath) }

    deinit {
        invalidate()
        observed?.end()
    }

    /// Whether the handler may still be called.
    public var isValid: Bool { observer.isActive && object != nil }

    /// The observed object; nil after its death.
    public var object: Object? { observed?.load()?.takeOwnership() }

    /// Ends the observation, and releases the handler. Does not wait for a call that is running on another thread.
    /// Changes that wait for a handler on an actor or a queue are dropped: if `invalidate()` is called there, no call
    /// follows it.
    ///
    /// The second call does nothing. May be called anywhere: in the handler, in a dealloc, on any thread. Raises
    /// nothing, and leaves a pending exception untouched.
    public func invalidate() {
        mailbox?.close()
        let pending = RuntimeException.takePending()
        defer { pending?.raise() }
        // A dying object releases the registration itself.
        guard observer.deactivate(), let object = self.object else { return }
        try? unsafe object.removeObserver(observer.object, forKeyPath: keyPath, context: observer.context)
    }
}

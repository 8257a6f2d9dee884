// KeyValueObservation.swift - one observation by a closure, as a token: it lasts as long as somebody keeps the token.
//
//      token ──► HandlerObserver, a runtime object ◄──weak── observation info of the observed object
//                    └──► handler
//
// It is a registration like any other, made by message, with an observer object of its own and the option to end
// silently. So nothing has to be removed: if the observed object dies first, the registration goes with it, and the
// handler as well.
import KVONotifying
import MiniFoundation
import MiniRuntime

/// An observation that is going on.
///
/// Ends when it is invalidated, when the last reference to it goes, or when the observed object dies. The observed
/// object is not retained. Any thread. Foundation in Swift: `NSKeyValueObservation`.
public final class KeyValueObservation: Sendable, Lockable {
    /// What is called, with the observed object and the change dictionary. What it throws is raised in whoever set the
    /// value.
    public typealias Handler = @Sendable (_ object: Object, _ change: KeyValueObservedChange) throws -> Void

    /// The key path as it was registered.
    public let keyPath: String
    private let observed: WeakHandle?
    private let observer: HandlerObserver
    /// Where changes wait for a handler that runs elsewhere.
    private let mailbox: (any Closable)?

    /// Begins to observe.
    ///
    /// Throws what the registration raises, and what the handler throws when it is called for
    /// ``/KVONotifying/KeyValueObservingOptions/initial``; nothing is observed then.
    public convenience init(
        of object: Object, keyPath: String, options: KeyValueObservingOptions = [.new], skipsEqualValues: Bool = false,
        handler: @escaping Handler
    ) throws {
        try self.init(
            of: object, keyPath: keyPath, options: options, skipping: skipsEqualValues ? .byMessage : nil,
            handler: handler)
    }

    /// - Parameters:
    ///   - equal: finds out which changes are left out; nil leaves out none.
    ///   - mailbox: what the handler posts to, if it does no more than that.
    init(
        of object: Object, keyPath: String, options: KeyValueObservingOptions, skipping equal: EqualValues?,
        mailbox: (any Closable)? = nil, handler: @escaping Handler
    ) throws {
        self.keyPath = keyPath
        self.mailbox = mailbox
        observed = WeakHandle(object.unmanaged)
        observer = HandlerObserver(equal?.skipping(options, handler) ?? handler)
        let wanted = equal == nil ? options : options.union([.new, .old])
        do {
            try object.addObserver(
                observer.object, forKeyPath: keyPath, options: wanted.union(.untilEitherDies), context: observer.context
            )
        } catch {
            invalidate()
            throw error
        }
    }

    private init(endedOf keyPath: String) {
        self.keyPath = keyPath
        mailbox = nil
        observed = nil
        observer = HandlerObserver { _, _ in }
        invalidate()
    }

    /// One that never began.
    static func ended(keyPath: String) -> KeyValueObservation { KeyValueObservation(endedOf: keyPath) }

    deinit {
        invalidate()
        observed?.end()
    }

    /// Whether the handler may still be called.
    public var isValid: Bool { observer.isActive && object != nil }

    /// The observed object; nil once it is dead.
    public var object: Object? { observed?.load()?.takeOwnership() }

    /// Ends the observation, and lets go of the handler. A call of it that is under way on another thread is not waited
    /// for. Changes that wait for a handler on an actor or a queue are dropped: called there, no call follows this one.
    /// Does nothing the second time. To be called anywhere: in the handler, in a dealloc, from another thread. Raises
    /// nothing, and leaves an exception that is pending alone.
    public func invalidate() {
        mailbox?.close()
        let pending = RuntimeException.takePending()
        defer { pending?.raise() }
        // An object that is dying takes the registration with it.
        guard observer.deactivate(), let object = self.object else { return }
        try? object.removeObserver(observer.object, forKeyPath: keyPath, context: observer.context)
    }
}

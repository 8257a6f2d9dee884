// Change.swift - telling the observers of a key around what changes it. The walk from will to did is change.c's; here is
// what decides whether it is taken: what is pending, who suppresses, which messages a class wants to see.
import CKeyValueObserving
import MiniFoundation
import MiniRuntime

/// What a notifying method changes: the property of one key, whatever the object.
struct ChangingProperty: Sendable {
    /// Held by whoever has the property: the notifying method, the accessor that was found, or the caller.
    let key: Key
    /// Alive as long as the class of the notifying method; or for ever.
    unowned(unsafe) let cls: KeyValueClass
    let content: Content

    enum Content {
        /// A number or a structure: no path leads through it.
        case scalar
        /// An object that is replaced: paths may lead through it.
        case object
        /// Elements of a collection.
        case elements
    }

    /// - Parameter cls: that of the notifying method; without it the object's class is looked at each time.
    init(_ key: Key, _ content: Content, of cls: KeyValueClass = .ofNobody) {
        self.key = key
        self.cls = cls
        self.content = content
    }
}

enum Change {
    // ── Around a method ─────────────────────────────────────────────────────────────────────────────

    /// Tells the observers of a key, if there are any, around `body`.
    /// - Parameter mutation: what the change does; its messages are sent if the class wants to see them.
    static func around(
        _ object: UnmanagedObject, _ property: ChangingProperty, _ messages: ChangeMessages = .setting,
        _ mutation: @autoclosure () -> Mutation = .setting, _ body: () -> Void
    ) {
        // A dealloc that runs while an exception is on its way sets values as ever.
        if RuntimeException.isPending {
            let mutation = mutation()
            return RuntimeException.keepingPending { around(object, property, messages, mutation, body) }
        }
        if kvo_is_suppressed(object.id, property.key.raw) { return keepingAlive(object, body) }
        if property.cls.wantsMessages(messages, object.isa) {
            return keepingAlive(object) { sendingMessages(object, property.key, mutation(), body) }
        }
        // What says which elements change is made only if somebody is to hear of it.
        let isHeard = messages.kind == .setting || kvo_is_observed(object.id, property.key.raw)
        tell(kvo_place(object, property, isHeard ? mutation() : .setting), body)
    }

    /// The method may let go of the last reference to its own object.
    private static func keepingAlive(_ object: UnmanagedObject, _ body: () -> Void) {
        object.retain()
        body()
        object.release()
    }

    /// The longer way, for a class that wants to see the messages. What an override has begun when something raises is
    /// abandoned.
    private static func sendingMessages(_ object: UnmanagedObject, _ key: Key, _ mutation: Mutation, _ body: () -> Void)
    {
        let (messages, depth) = (mutation.messages, kvo_announced_depth())
        mutation.send(messages.will, to: object, key)
        if !RuntimeException.isPending { body() }
        if !RuntimeException.isPending { mutation.send(messages.did, to: object, key) }
        if RuntimeException.isPending { kvo_announced_abandon(depth) }
    }

    private struct Body {
        let run: () -> Void
    }

    private static func tell(_ place: kvo_place, _ body: () -> Void) {
        var place = place
        withoutActuallyEscaping(body) { body in
            var body = Body(run: body)
            withUnsafeMutablePointer(to: &body) {
                kvo_tell_around(&place, { $0!.assumingMemoryBound(to: Body.self).pointee.run() }, $0)
            }
        }
    }

    // ── Between two messages ────────────────────────────────────────────────────────────────────────

    /// Says that a change begins. An exception may be pending afterwards.
    static func announce(_ object: UnmanagedObject, _ name: String, _ mutation: Mutation) {
        let held = observedKey(name, of: object)
        withExtendedLifetime(held?.holder) {
            var place = kvo_place(
                object: object.id, key: held?.key.raw, content: KVO_ELEMENTS,
                elements: held == nil ? nil : ElementsChange.opaque(mutation))
            kvo_announce(&place, name, nil)
        }
    }

    /// Ends the latest one of the key that was announced on this thread; nobody is told if there is none.
    static func end(_ object: UnmanagedObject, _ name: String) {
        let held = observedKey(name, of: object)
        withExtendedLifetime(held?.holder) { kvo_announced_end(object.id, held?.key.raw, name, nil) }
    }

    /// The key of that name, if it is observed.
    static func observedKey(_ name: String, of object: UnmanagedObject) -> HeldKey? {
        guard mr_object_is_observed(object.id), let held = HeldKey.known(name) else { return nil }
        return withExtendedLifetime(held.holder) { kvo_is_observed(object.id, held.key.raw) ? held : nil }
    }

    // ── Suppressing ─────────────────────────────────────────────────────────────────────────────────

    /// Runs `body`, in which the key's setter and mutators do not notify: the caller does.
    static func suppressing(_ object: UnmanagedObject, _ key: String, _ body: () -> Void) {
        key.withCString { text in
            var suppression = kvo_suppression(object: object.id, text: text, outer: nil)
            withUnsafeMutablePointer(to: &suppression) {
                kvo_suppress($0)
                body()
                kvo_unsuppress($0)
            }
        }
    }
}

extension kvo_place {
    fileprivate init(_ object: UnmanagedObject, _ property: ChangingProperty, _ mutation: Mutation) {
        let content =
            switch property.content {
            case .scalar: KVO_SCALAR
            case .object: KVO_OBJECT
            case .elements: KVO_ELEMENTS
            }
        self.init(
            object: object.id, key: property.key.raw, content: content, elements: ElementsChange.opaque(mutation))
    }
}

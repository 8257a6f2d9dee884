// Change.swift - notifies the observers of a key before and after a change.
//
// change.c runs a change from will to did. This file handles the cases before that: a pending exception, a suppressed
// key, and a class that overrides the messages that announce a change.
import CKeyValueObserving
import KeyValueCoding
import MiniFoundation
import MiniRuntime

enum Change {
    // ── Around a method ─────────────────────────────────────────────────────────────────────────────

    /// Calls `body`, which makes a change, and notifies the observers of the key before and after it.
    /// - Parameters:
    ///   - key: kept alive by the caller.
    ///   - isScalar: whether the value is a number or a structure, through which no key path leads.
    ///   - messages: the messages that announce the change. They are sent if the object's class overrides them.
    ///   - mutation: the change.
    static func around(
        _ object: UnmanagedObject, _ key: Key, isScalar: Bool = false, _ messages: ChangeMessages = .setting,
        _ mutation: @autoclosure () -> Mutation = .setting, _ body: () -> Void
    ) {
        // A dealloc may set values while an exception is pending: its changes notify as usual.
        if RuntimeException.isPending {
            let mutation = mutation()
            return RuntimeException.keepingPending { around(object, key, isScalar: isScalar, messages, mutation, body) }
        }
        if kvo_is_suppressed(object.pointer, key.raw) { return keepingAlive(object, body) }
        if messages.areOverridden(object.isa) {
            return keepingAlive(object) { sendingMessages(object, key, mutation(), body) }
        }
        // Describing the changed elements takes time, and is not needed for a key without observers.
        let described = kvo_is_observed(object.pointer, key.raw) ? mutation() : .setting
        let elements = ElementsChange.opaque(described)
        tell(kvo_subject(object: object.pointer, key: key.raw, is_scalar: isScalar, elements: elements), body)
    }

    /// Retains the object during `body`, because a method may release the last reference to its own object.
    private static func keepingAlive(_ object: UnmanagedObject, _ body: () -> Void) {
        object.retain()
        body()
        object.release()
    }

    /// Sends the messages that announce a change around `body`, for a class that overrides them. After an exception,
    /// abandons the changes that these overrides have begun.
    private static func sendingMessages(_ object: UnmanagedObject, _ key: Key, _ mutation: Mutation, _ body: () -> Void)
    {
        let (messages, depth) = (mutation.messages, kvo_manual_depth())
        mutation.send(messages.will, to: object, key)
        if !RuntimeException.isPending { body() }
        if !RuntimeException.isPending { mutation.send(messages.did, to: object, key) }
        if RuntimeException.isPending { kvo_manual_abandon(depth) }
    }

    private struct Body {
        let run: () -> Void
    }

    private static func tell(_ subject: kvo_subject, _ body: () -> Void) {
        var subject = subject
        withoutActuallyEscaping(body) { body in
            var body = Body(run: body)
            withUnsafeMutablePointer(to: &body) {
                kvo_change_around(&subject, { $0!.assumingMemoryBound(to: Body.self).pointee.run() }, $0)
            }
        }
    }

    // ── Between two messages ────────────────────────────────────────────────────────────────────────

    /// Begins a change, for `willChangeValueForKey:` and its variants. An exception may be pending afterwards.
    static func announce(_ object: UnmanagedObject, _ name: String, _ mutation: Mutation) {
        let held = observedKey(name, of: object)
        withExtendedLifetime(held?.holder) {
            var subject = kvo_subject(
                object: object.pointer, key: held?.key.raw, is_scalar: false,
                elements: held == nil ? nil : ElementsChange.opaque(mutation))
            kvo_will_change(&subject, name)
        }
    }

    /// Ends the latest change of the key that was announced on this thread. If there is no such change,
    /// notifies no observer.
    static func end(_ object: UnmanagedObject, _ name: String) {
        let held = observedKey(name, of: object)
        withExtendedLifetime(held?.holder) { kvo_did_change(object.pointer, held?.key.raw, name, nil) }
    }

    /// Returns the key of that name if the object is observed at it; otherwise nil.
    static func observedKey(_ name: String, of object: UnmanagedObject) -> HeldKey? {
        guard mr_object_is_observed(object.pointer), let held = HeldKey.known(name) else { return nil }
        return withExtendedLifetime(held.holder) { kvo_is_observed(object.pointer, held.key.raw) ? held : nil }
    }

    // ── Suppressing ─────────────────────────────────────────────────────────────────────────────────

    /// Calls `body`. During the call, the key's setter and mutators do not notify on this thread: the caller does.
    static func suppressing(_ object: UnmanagedObject, _ key: String, _ body: () -> Void) {
        key.withCString { text in
            var suppression = kvo_suppression(object: object.pointer, text: text, outer: nil)
            withUnsafeMutablePointer(to: &suppression) {
                kvo_suppress($0)
                body()
                kvo_unsuppress($0)
            }
        }
    }
}

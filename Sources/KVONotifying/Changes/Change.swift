// Change.swift - the changes that C runs, from will to did: around a method, and between two messages.
import CKeyValueObserving
import KeyValueCoding
import MiniFoundation
import MiniRuntime

enum Change {
    // ── Around a method ─────────────────────────────────────────────────────────────────────────────

    /// Calls `body`, which makes a change, and notifies the observers of the key before and after it. If the object's
    /// class overrides the messages that announce the change, sends these instead.
    /// - Parameters:
    ///   - key: kept alive by the caller.
    ///   - isScalar: whether the value is a number or a structure, through which no key path leads.
    ///   - mutation: the change. Described only if somebody needs it, because that takes time.
    static func around(
        _ object: UnmanagedObject, _ key: Key, isScalar: Bool = false, _ messages: kvo_messages = KVO_VALUE_MESSAGES,
        _ mutation: @autoclosure () -> Mutation = .setting, _ body: () -> Void
    ) {
        var elements: UnmanagedObject?
        if messages != KVO_VALUE_MESSAGES, kvo_needs_elements(object.pointer, key.raw, messages) {
            RuntimeException.keepingPending { elements = ElementsChange.object(mutation()) }
        }
        var subject = kvo_subject(
            object: object.pointer, key: key.raw, is_scalar: isScalar, elements: elements?.pointer, messages: messages)
        withoutActuallyEscaping(body) { body in
            var body = Body(run: body)
            withUnsafeMutablePointer(to: &body) {
                kvo_change_by_method(&subject, { $0!.assumingMemoryBound(to: Body.self).pointee.run() }, $0)
            }
        }
    }

    private struct Body {
        let run: () -> Void
    }

    // ── Between two messages ────────────────────────────────────────────────────────────────────────

    /// Begins a change, for `willChangeValueForKey:` and its variants. An exception may be pending afterwards.
    static func announce(_ object: UnmanagedObject, _ name: String, _ mutation: Mutation) {
        let held = observedKey(name, of: object)
        withExtendedLifetime(held?.holder) {
            var subject = kvo_subject(
                object: object.pointer, key: held?.key.raw, is_scalar: false,
                elements: held == nil ? nil : ElementsChange.object(mutation)?.pointer, messages: mutation.messages)
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

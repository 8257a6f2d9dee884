// KnownGetter.swift - the memory of a getter that C sends to read a value for a notification.
import CKeyValueObserving
import KeyValueCoding
import MiniRuntime

/// A getter, and its description for C.
final class KnownGetter: Lockable, @unchecked Sendable {
    // Sendable: the memory behind `raw` does not change.
    let method: AccessorMethod
    let raw: UnsafeMutablePointer<kvc_getter>

    /// nil if C cannot make an object of the getter's result: then it sends `valueForKey:`.
    init?(_ method: AccessorMethod) {
        guard let getter = method.getter else { return nil }
        self.method = method
        raw = .allocate(capacity: 1)
        raw.initialize(to: getter)
    }

    deinit {
        raw.deallocate()
    }
}

// Exceptions.swift - the exceptions that key-value observing raises.
import KeyValueCoding
import MiniFoundation
import MiniRuntime

import struct CKeyValueObserving.kvo_replaced

extension RuntimeException {
    static func notRegistered(_ observer: UnmanagedObject, _ keyPath: String, _ object: UnmanagedObject)
        -> RuntimeException
    {
        RuntimeException(
            "NSRangeException",
            "Cannot remove an observer \(observer.designation) for the key path \"\(keyPath)\" "
                + "from \(object.designation) because it is not registered as an observer.")
    }

    static func notHandled(
        _ observer: UnmanagedObject, keyPath: String, object: UnmanagedObject?, change: Object?, context: UInt
    ) -> RuntimeException {
        RuntimeException(
            "NSInternalInconsistencyException",
            "\(observer): An -observeValueForKeyPath:ofObject:change:context: message was received but not handled.\n"
                + "Key path: \(keyPath)\nObserved object: \(object.map(\.description) ?? "(null)")\n"
                + "Change: \(change.map(describeChange) ?? "(null)")\nContext: \(hex(context))")
    }

    static func deallocatedWhileObserved(_ address: UnsafeRawPointer, _ cls: Class, info: String) -> RuntimeException {
        RuntimeException(
            "NSInternalInconsistencyException",
            "An instance \(hex(address)) of class \(cls.name) was deallocated while key value observers were still "
                + "registered with it. Current observation info: \(info)")
    }

    static func observerDied(
        _ className: String, _ observer: UInt, _ keyPath: String, _ object: UnmanagedObject
    ) -> RuntimeException {
        RuntimeException(
            "NSInternalInconsistencyException",
            "The observer <\(className) \(hex(observer))> of the key path "
                + "\"\(keyPath)\" of \(object.designation) was deallocated while it was still registered."
        )
    }

    /// A value on a key path was replaced without a notification.
    /// - Parameter attempt: the beginning of the message: the operation that failed.
    static func replacedSilently(
        _ attempt: String, _ observer: UnmanagedObject, _ keyPath: String, _ replaced: kvo_replaced,
        _ object: UnmanagedObject
    ) -> RuntimeException {
        let key = NSString.string(UnmanagedObject(replaced.key!)) ?? ""
        let cls = UnmanagedObject(replaced.object!).reportedClass
        return RuntimeException(
            "NSInternalInconsistencyException",
            "\(attempt) \(observer.designation) for the key path \"\(keyPath)\" from \(object.designation), most likely "
                + "because the value for the key \"\(key)\" has changed without an appropriate KVO notification being "
                + "sent. Check the KVO-compliance of the \(cls.name) class.")
    }

    /// A registration for a key that cannot be read.
    static func notCompliant(
        _ key: String, _ observer: UnmanagedObject, _ keyPath: String, _ options: KeyValueObservingOptions,
        _ context: UInt, _ object: UnmanagedObject
    ) -> RuntimeException {
        RuntimeException(
            "NSUnknownKeyException",
            "[\(object.designation) addObserver:\(observer.designation) forKeyPath:@\"\(keyPath)\" "
                + "options:\(options.rawValue) context:\(hex(context))] "
                + "was sent to an object that is not KVC-compliant for the \"\(key)\" property.")
    }

    /// An observer of a collection. Only its elements, or the property that contains it, can be observed.
    static func notSupported(_ object: UnmanagedObject, _ message: Selector, _ keyPath: String?) -> RuntimeException {
        RuntimeException(
            "NSInvalidArgumentException",
            "[\(object.designation) \(message)] is not supported. Key path: \(keyPath ?? "(null)")")
    }

    /// An observer was added to a class object. No change would ever notify that observer.
    static func classObserved(_ cls: UnmanagedObject, _ message: Selector, _ keyPath: String) -> RuntimeException {
        RuntimeException(
            "NSInvalidArgumentException",
            "+[\(Class(address: cls.address).name) \(message)]: a class object cannot be observed: its isa is its "
                + "metaclass, which no notifying class replaces. Key path: \(keyPath)")
    }

    /// An invalid result of `keyPathsForValuesAffectingValueForKey:`: an array, for example, or a set of numbers.
    static func noKeyPaths(_ key: String, of cls: Object, _ answer: Object) -> RuntimeException {
        RuntimeException(
            "NSInternalInconsistencyException",
            "\(cls): A +keyPathsForValuesAffectingValueForKey: message returned an object that is not an NSSet of "
                + "NSStrings.\nPassed-in key: \(key)\nReturned object: \(answer) (\(answer.isa))")
    }

    /// An invalid result of `keyPathsForValuesAffectingValueForKey:`: a path that begins with the key itself.
    static func dependsOnItself(_ key: String, _ path: String, of cls: Object, _ paths: Object) -> RuntimeException {
        let what =
            path == key
            ? "the same key that was passed in, which is not valid."
            : "a key path that starts with the same key that was passed in, which is not valid. The property "
                + "identified by the key path already depends on the property identified by the key, never vice versa."
        return RuntimeException(
            "NSInternalInconsistencyException",
            "\(cls): A +keyPathsForValuesAffectingValueForKey: message returned a set that includes \(what)\n"
                + "Passed-in key: \(key)\nReturned key path set: \(paths)")
    }
}

/// Returns a change dictionary as one line, with its keys in order: `{ kind = 1; new = 1; old = 0; }`.
private func describeChange(_ change: Object) -> String {
    let keys: [KeyValueChangeKey] = [.indexes, .kind, .new, .notificationIsPrior, .old]
    let entries = keys.compactMap { key in
        changeEntry(change.unmanaged, key).map { "\(key.rawValue) = \($0); " }
    }
    return "{ \(entries.joined())}"
}

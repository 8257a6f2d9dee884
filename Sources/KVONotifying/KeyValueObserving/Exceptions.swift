// Exceptions.swift - the texts that key-value coding and observing raise, and the policy for what is left over.
import MiniFoundation
import MiniRuntime
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension UnmanagedObject {
    /// `<Person 0x7f01…>`: class and address, as the exceptions name an object. The class is the one that it says it
    /// is.
    var designation: String { "<\(toldClass.name) \(hex(address))>" }

    /// What the message `class` answers.
    var toldClass: Class {
        UnsafeRawPointer(bitPattern: sendWords(Selectors.cls)).map(Class.init(address:)) ?? isa
    }
}

/// `0x7f01…`, and `0x0` for nil.
func hex(_ address: UnsafeRawPointer?) -> String {
    hex(UInt(bitPattern: address))
}

func hex(_ address: UInt) -> String {
    "0x" + String(address, radix: 16)
}

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

    static func observerDied(_ observance: Observance, _ object: UnmanagedObject) -> RuntimeException {
        RuntimeException(
            "NSInternalInconsistencyException",
            "The observer <\(observance.observerClassName) \(hex(observance.observerAddress))> of the key path "
                + "\"\(observance.keyPath)\" of \(object.designation) was deallocated while it was still registered.")
    }

    static func unknownKey(_ key: String, _ object: UnmanagedObject, message: String) -> RuntimeException {
        RuntimeException(
            "NSUnknownKeyException",
            "[\(object.designation) \(message)]: this class is not key value coding-compliant for the key \(key).")
    }

    static func badArgument(_ message: String, _ object: UnmanagedObject, _ why: String) -> RuntimeException {
        RuntimeException("NSInvalidArgumentException", "-[\(object.toldClass.name) \(message)]: \(why)")
    }
}

/// A change dictionary on one line, keys in order: `{ kind = 1; new = 1; old = 0; }`.
private func describeChange(_ change: Object) -> String {
    let keys: [KeyValueChangeKey] = [.indexes, .kind, .new, .notificationIsPrior, .old]
    let entries = keys.compactMap { key in
        changeValue(change.unmanaged, key).map { "\(key.rawValue) = \($0); " }
    }
    return "{ \(entries.joined())}"
}

// ── Leftovers ───────────────────────────────────────────────────────────────────────────────────────

/// What happens to registrations whose observer, or whose observed object, is gone.
public enum LeftoverPolicy: UInt8, Sendable {
    /// An exception with the documented text.
    case raise
    /// The same text as one line on standard error.
    case log
    /// Nothing: the registration goes with the object.
    case forgive

    /// The policy of the process; ``raise`` unless changed. Any thread.
    public static var current: LeftoverPolicy {
        get { LeftoverPolicy(rawValue: stored.load(ordering: .relaxed))! }
        set { stored.store(newValue.rawValue, ordering: .relaxed) }
    }

    private static let stored = Atomic<UInt8>(LeftoverPolicy.raise.rawValue)

    /// Does to `exception` what the policy says.
    static func apply(_ exception: @autoclosure () -> RuntimeException) {
        switch current {
        case .raise: exception().raise()
        case .log: logLine(exception().reason)
        case .forgive: break
        }
    }
}

/// One line on standard error.
func logLine(_ text: String) {
    var line = text + "\n"
    line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

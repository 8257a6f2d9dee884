// KeyValueRegistration.swift - a registration as a Swift value, for introspection, and the report of those left at exit
// of the process.
import CKeyValueObserving
import KeyValueCoding
import MiniFoundation
import MiniRuntime

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A copy of a registration. Later changes of the registration do not affect it.
public struct KeyValueRegistration: @unchecked Sendable {
    // Sendable: the context is never dereferenced.
    /// The observed object.
    public let object: Object
    fileprivate let observance: Observance
    /// The observer; nil if it is dead.
    public var observer: Object? { observance.observer }
    /// The observer's address, even if the observer is dead.
    public var observerAddress: UInt { observance.observerAddress }
    /// The name of the class that the observer had when it registered.
    public var observerClassName: String { observance.observerClassName }
    /// The registered key path.
    public var keyPath: String { observance.keyPath }
    /// The options of the registration.
    public var options: KeyValueObservingOptions { observance.options }
    /// The context of the registration. Never dereferenced.
    public var context: UnsafeRawPointer? { UnsafeRawPointer(bitPattern: observance.context) }

    /// All registrations of the process, grouped by object, and in order of registration within each. Any thread.
    /// O(observed objects + registrations).
    public static var all: [KeyValueRegistration] {
        observedObjects.flatMap(\.keyValueRegistrations)
    }

    /// All observed objects that are alive, in no order.
    private static var observedObjects: [Object] {
        var count = 0
        guard let objects = kvo_objects_copy(&count) else { return [] }
        defer { free(objects) }
        return (0..<count).map { UnmanagedObject(objects[$0]).takeOwnership() }
    }
}

extension Object {
    /// The registrations with this object, in order of registration. Any thread.
    public var keyValueRegistrations: [KeyValueRegistration] {
        Observance.all(of: unmanaged).filter(\.isRegistration).map {
            KeyValueRegistration(object: self, observance: $0)
        }
    }

    /// Returns whether `observer` is registered with this object for exactly this key path, with any context.
    public func isObserved(by observer: Object, forKeyPath keyPath: String) -> Bool {
        keyValueRegistrations.contains { $0.observer == observer && $0.keyPath == keyPath }
    }

    /// The registrations in which this object is the observer. O(registrations of the process): for debugging.
    public var keyValueRegistrationsHeld: [KeyValueRegistration] {
        KeyValueRegistration.all.filter { $0.observer == self }
    }
}

// ── The report ──────────────────────────────────────────────────────────────────────────────────────

extension KeyValueRegistration: CustomStringConvertible {
    /// `<Watcher 0x7f01…> observes "age" of <Person 0x7f02…>`
    public var description: String {
        let name = observer.map { $0.unmanaged.reportedClass.name } ?? observerClassName
        let state = observer == nil ? ", which is dead," : ""
        return "<\(name) \(hex(observerAddress))>\(state) observes \"\(keyPath)\" of \(object.unmanaged.designation)"
    }

    /// Makes the process write all registrations that are left at exit to standard error, if the environment variable
    /// `MINIRUNTIME_REPORT_OBSERVERS` is set.
    static func reportAtExit() {
        atexit {
            guard ObjectRuntime.reportsObservers else { return }
            let left = KeyValueRegistration.all
            logLine("\(left.count) registration\(left.count == 1 ? "" : "s") left at exit\(left.isEmpty ? "" : ":")")
            for line in left.map({ "    \($0)" }).sorted() { logLine(line) }
        }
    }
}

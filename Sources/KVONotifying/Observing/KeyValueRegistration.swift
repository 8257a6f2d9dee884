// KeyValueRegistration.swift - the questions who observes what, and what was left over.
import CKeyValueObserving
import MiniFoundation
import MiniRuntime

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// One registration, as it was when somebody asked. A picture: it goes stale.
public struct KeyValueRegistration: @unchecked Sendable {
    // Sendable: the context is never dereferenced.
    /// The object that is observed.
    public let object: Object
    /// The observer; nil if it is dead.
    public let observer: Object?
    /// The observer's address, also of a dead one.
    public let observerAddress: UInt
    /// The class that the observer had when it registered.
    public let observerClassName: String
    /// As it was registered.
    public let keyPath: String
    /// As they were registered.
    public let options: KeyValueObservingOptions
    /// As it was registered: never looked into.
    public let context: UnsafeRawPointer?

    fileprivate init(_ observance: Observance, _ object: Object) {
        self.object = object
        observer = observance.observer
        observerAddress = observance.observerAddress
        observerClassName = observance.observerClassName
        keyPath = observance.keyPath
        options = observance.options
        context = UnsafeRawPointer(bitPattern: observance.context)
    }

    /// All registrations of the process, those of one object together and in order. O(observed objects).
    public static var all: [KeyValueRegistration] {
        observedObjects.flatMap(\.keyValueRegistrations)
    }

    /// All that are alive, in no order.
    private static var observedObjects: [Object] {
        var count = 0
        guard let objects = kvo_objects_copy(&count) else { return [] }
        defer { free(objects) }
        return (0..<count).map { UnmanagedObject(objects[$0]).takeOwnership() }
    }
}

extension Object {
    /// Who observes this object, in order of registration. Any thread.
    public var keyValueRegistrations: [KeyValueRegistration] {
        Observance.all(of: unmanaged).filter(\.isRegistration).map { KeyValueRegistration($0, self) }
    }

    /// Whether `observer` is registered with this object for exactly this key path, whatever the context.
    public func isObserved(by observer: Object, forKeyPath keyPath: String) -> Bool {
        keyValueRegistrations.contains { $0.observer == observer && $0.keyPath == keyPath }
    }

    /// What this object observes. O(registrations of the process): for debugging, not for every day.
    public var keyValueRegistrationsHeld: [KeyValueRegistration] {
        KeyValueRegistration.all.filter { $0.observer == self }
    }
}

// ── The report ──────────────────────────────────────────────────────────────────────────────────────

extension KeyValueRegistration: CustomStringConvertible {
    /// `<Watcher 0x7f01…> observes "age" of <Person 0x7f02…>`
    public var description: String {
        let name = observer.map { $0.unmanaged.toldClass.name } ?? observerClassName
        let state = observer == nil ? ", which is dead," : ""
        return "<\(name) \(hex(observerAddress))>\(state) observes \"\(keyPath)\" of \(object.unmanaged.designation)"
    }

    /// With `MINIRUNTIME_REPORT_OBSERVERS`, all registrations that are left when the process exits, on standard error.
    static func reportAtExit() {
        atexit {
            guard ObjectRuntime.reportsObservers else { return }
            let left = KeyValueRegistration.all
            logLine("\(left.count) registration\(left.count == 1 ? "" : "s") left at exit\(left.isEmpty ? "" : ":")")
            for line in left.map({ "    \($0)" }).sorted() { logLine(line) }
        }
    }
}

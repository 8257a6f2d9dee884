// Observance.swift - one registration: who observes, which key, how.
import MiniFoundation
import MiniRuntime
import Synchronization

/// One registration of an observer. Immutable but for one flag: whether it has been removed.
final class Observance: Sendable {
    /// Weak: registering retains nobody.
    private let observer: WeakReference
    let observerAddress: UInt
    /// For the day when the observer is gone.
    let observerClassName: String
    let key: KeyRecord
    let options: KeyValueObservingOptions
    /// Handed back as it came, never looked into.
    let context: UInt
    private let removed = Atomic<Bool>(false)

    init(_ observer: UnmanagedObject, _ key: KeyRecord, _ options: KeyValueObservingOptions, _ context: UInt) {
        self.observer = WeakReference(observer)
        observerAddress = observer.word
        observerClassName = observer.isa.name
        self.key = key
        self.options = options
        self.context = context
    }

    /// The key path as it was registered.
    var keyPath: String { key.key }

    /// The observer, owned for as long as the caller keeps it; nil once it is dead.
    func loadObserver() -> Object? { observer.object }

    var isRemoved: Bool { removed.load(ordering: .acquiring) }

    func markRemoved() {
        removed.store(true, ordering: .releasing)
    }
}

extension Observance: CustomStringConvertible {
    var description: String {
        func yes(_ option: KeyValueObservingOptions) -> String { options.contains(option) ? "YES" : "NO" }
        return "<NSKeyValueObservance \(hex(Unmanaged.passUnretained(self).toOpaque())): "
            + "Observer: \(hex(observerAddress)), Key path: \(keyPath), "
            + "Options: <New: \(yes(.new)), Old: \(yes(.old)), Prior: \(yes(.prior))> "
            + "Context: \(hex(context)), Property: \(hex(Unmanaged.passUnretained(key).toOpaque()))>"
    }
}

// Observance.swift - one registration: who observes, which key path, how.
import MiniFoundation
import MiniRuntime

/// One registration of an observer, and the watch on the first key of its path.
final class Observance: Watch, @unchecked Sendable {
    // Sendable: as Watch; its own fields are immutable.
    /// Weak: registering retains nobody.
    private let observer: WeakReference
    private let address: UInt
    /// For the day when the observer is gone.
    let observerClassName: String
    /// The key path as it was registered, for messages.
    let keyPath: Object
    let options: KeyValueObservingOptions
    /// Handed back as it came, never looked into.
    let context: UInt
    /// What only registrations that reach further than one key have.
    let reach: Reach?

    /// The lock under which the branches of a registration change, and the object where it began.
    final class Reach: Sendable {
        /// Whether the registration is over: nothing may be added to its branches any more.
        let isOver = Locked(false)
        let root: WeakReference
        let rootAddress: UInt

        init(_ root: UnmanagedObject) {
            self.root = WeakReference(unasked: root)
            rootAddress = root.word
        }
    }

    /// - Parameter rest: the key path behind the first key.
    init(
        _ observer: UnmanagedObject, _ record: KeyRecord, rest: String?, of object: UnmanagedObject,
        _ options: KeyValueObservingOptions, _ context: UInt
    ) {
        self.observer = WeakReference(unasked: observer)
        address = observer.word
        observerClassName = observer.isa.name
        keyPath = rest.map { NSString.object("\(record.key.name).\($0)") } ?? record.key.object
        self.options = options
        self.context = context
        let isSimple = rest == nil && record.affecting.isEmpty
        reach = isSimple ? nil : Reach(object)
        super.init(record, isSimple ? nil : Branch(rest: rest))
    }

    override var observance: Observance { self }
    override var observerAddress: UInt { address }
    override var objectAddress: UInt { reach?.rootAddress ?? 0 }
    override func loadObject() -> Object? { reach?.root.object }

    /// The observer, owned for as long as the caller keeps it; nil once it is dead.
    func loadObserver() -> Object? { observer.object }

    var isSilent: Bool { options.contains(.untilEitherDies) }

    /// Whether registering again would make the same registration.
    func isEqual(to other: Observance) -> Bool {
        address == other.address && options == other.options && context == other.context
            && keyPathText == other.keyPathText
    }

    var keyPathText: String {
        branch?.rest.map { "\(key.name).\($0)" } ?? key.name
    }
}

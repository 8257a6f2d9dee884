// Observance.swift - one registration: who observes, which key path, how.
import MiniFoundation
import MiniRuntime

/// One registration of an observer, and the watch on the first key of its path.
final class Observance: Watch, @unchecked Sendable {
    // Sendable: as Watch; its own fields are immutable.
    /// Weak: registering retains nobody.
    private let observer: WeakHandle
    private let address: UInt
    /// For the day when the observer is gone.
    let observerClassName: String
    /// The key path as it was registered, for messages.
    let keyPath: Object
    /// That as an argument of a message.
    let keyPathWord: UInt
    let options: KeyValueObservingOptions
    /// Handed back as it came, never looked into.
    let context: UInt
    /// What only registrations that reach further than one key have.
    let reach: Reach?

    /// The lock under which the branches of a registration change, and the object where it began.
    final class Reach: Sendable {
        /// Whether the registration is over: nothing may be added to its branches any more.
        let isOver = Locked(false)
        let root: WeakHandle
        let rootAddress: UInt

        init(_ root: UnmanagedObject) {
            self.root = WeakHandle(root)
            rootAddress = root.word
        }

        deinit {
            root.end()
        }
    }

    /// - Parameter rest: the key path behind the first key.
    init(
        _ observer: UnmanagedObject, _ record: KeyRecord, rest: String?, of object: UnmanagedObject,
        _ options: KeyValueObservingOptions, _ context: UInt
    ) {
        self.observer = WeakHandle(observer)
        address = observer.word
        observerClassName = observer.isa.name
        keyPath = rest.map { NSString.object("\(record.key.name).\($0)") } ?? record.key.object
        keyPathWord = keyPath.unmanaged.word
        self.options = options
        self.context = context
        let isSimple = rest == nil && record.affecting.isEmpty
        reach = isSimple ? nil : Reach(object)
        super.init(observance: record, isSimple ? nil : Branch(rest: rest))
    }

    deinit {
        observer.end()
    }

    override var observerAddress: UInt { address }
    override var objectAddress: UInt { reach?.rootAddress ?? 0 }
    override func loadTarget() -> UnmanagedObject? { reach?.root.load() }

    /// The observer, owned for as long as the caller keeps it; nil once it is dead.
    func loadObserver() -> Object? { observer.load()?.takeOwnership() }
    /// The same as a plain pointer, +1.
    func loadObserver() -> UnmanagedObject? { observer.load() }

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

// Watch.swift - one key of one object that a registration looks at.
//
//      Observance    the registration itself: the first key of its path, on the object it was made on
//      Hop           a further key of the path, on the object found there; or a key that another one depends on
//
// Both stand in the lists of the objects they look at (ObservationInfo), and what they have in common is here.
import MiniFoundation
import MiniRuntime
import Synchronization

/// An entry in the list of a key of an object. Immutable once it is there, but for one flag: whether it has been removed.
class Watch: @unchecked Sendable {
    // Sendable: `number` is written once, under the slot lock of the object, before anybody else sees the watch. What
    // else may change is atomic, or guarded by the registration's lock (Branch).
    /// Lives for ever.
    unowned(unsafe) let record: KeyRecord
    /// What hangs on this key: the rest of the path, and keys that this one depends on. nil for most.
    let branch: Branch?
    /// Grows with every watch of one object.
    var number: UInt = 0
    private let removed = Atomic<Bool>(false)
    private let isHop: Bool
    /// Whether it is there for a registration that reaches further than one key.
    let reaches: Bool
    /// Whether a change of this key is a change of the property that was registered, and not of something on the way to
    /// it or that it depends on.
    let isLastKey: Bool

    fileprivate init(hop record: KeyRecord, _ branch: Branch?, affects: Watch?) {
        self.record = record
        self.branch = branch
        isHop = true
        reaches = true
        isLastKey = affects == nil && branch?.rest == nil
    }

    /// - Parameter branch: nil for a registration that reaches no further than the key.
    init(observance record: KeyRecord, _ branch: Branch?) {
        self.record = record
        self.branch = branch
        isHop = false
        reaches = branch != nil
        isLastKey = branch?.rest == nil
    }

    // No casts that ask the type's metadata, and no overriding: a delivery asks of each watch.

    /// The registration that this is part of.
    final var observance: Observance { asObservance ?? unsafeDowncast(self, to: Hop.self).owner }
    /// The watch itself, if it is a registration.
    final var asObservance: Observance? { isHop ? nil : unsafeDowncast(self, to: Observance.self) }
    /// Whose changes these are: the observer, or what stands for it.
    var observerAddress: UInt { preconditionFailure("a watch is an observance or a hop") }
    /// The object that is looked at, as a number; 0 for a registration that reaches no further than one key.
    var objectAddress: UInt { 0 }
    /// That object, +1; nil once it is dead.
    func loadTarget() -> UnmanagedObject? { nil }
    /// The same, owned.
    final func loadObject() -> Object? { loadTarget()?.takeOwnership() }
    /// The watch whose key is affected by this one, if that is why this one is here.
    var affects: Watch? { nil }

    final var key: Key { record.key }

    final var isRemoved: Bool { removed.load(ordering: .acquiring) }

    final func markRemoved() {
        removed.store(true, ordering: .releasing)
    }
}

/// What hangs on a watch.
///
/// `next`, `dependencies`, `generation` and `changing` are guarded by the lock of the registration.
final class Branch: @unchecked Sendable {
    // Sendable: by that lock.
    /// The key path behind the key; nil at the end of the path.
    let rest: String?
    /// The watch on the object that the key's value is.
    var next: Hop?
    var dependencies: [Hop] = []
    /// Grows with each attempt to find `next`: the latest one counts.
    var generation: UInt = 0
    /// How many changes of the key have begun and not ended.
    var changing = 0

    init(rest: String?) {
        self.rest = rest
    }
}

/// A watch that the registration put up on its own.
final class Hop: Watch, @unchecked Sendable {
    // Sendable: as Watch; its own fields are immutable but for `delegate`, which is set before the hop is shared,
    // and let go by the one who takes the hop down.
    let owner: Observance
    private let affected: Watch?
    /// The watch whose value the object is; nil for the first key of a path that another key depends on.
    let previous: Watch?
    /// Nobody is retained for being on a path.
    private let weakObject: WeakHandle
    private let address: UInt
    /// Where the object has its own way of adding observers: what it was given.
    private(set) var delegate: (observer: Object, path: Object)?

    init(
        _ record: KeyRecord, _ branch: Branch?, on object: UnmanagedObject, of owner: Observance, affects: Watch?,
        previous: Watch?
    ) {
        self.owner = owner
        self.previous = previous
        affected = affects
        weakObject = WeakHandle(object)
        address = object.word
        super.init(hop: record, branch, affects: affects)
    }

    deinit {
        weakObject.end()
    }

    override var affects: Watch? { affected }
    override var objectAddress: UInt { address }
    override func loadTarget() -> UnmanagedObject? { weakObject.load() }

    func delegate(to observer: Object, path: Object) {
        delegate = (observer, path)
    }

    /// The observer retains the hop: this lets both go.
    func letGoOfDelegate() {
        delegate = nil
    }

    /// In observation info a hop appears as an observance whose observer is the watch it belongs to.
    override var observerAddress: UInt {
        UInt(bitPattern: Unmanaged.passUnretained(previous ?? affected ?? owner).toOpaque())
    }
}

extension Watch: CustomStringConvertible {
    /// As observation info lists it. A hop is listed as what it does for its registration: it tells of all changes,
    /// before and after.
    var description: String {
        let hop = self as? Hop
        let options = hop == nil ? observance.options : [.prior]
        func yes(_ option: KeyValueObservingOptions) -> String { options.contains(option) ? "YES" : "NO" }
        let path = branch?.rest.map { "\(key.name).\($0)" } ?? key.name
        return "<NSKeyValueObservance \(hex(Unmanaged.passUnretained(self).toOpaque())): "
            + "Observer: \(hex(observerAddress)), Key path: \(path), "
            + "Options: <New: \(yes(.new)), Old: \(yes(.old)), Prior: \(yes(.prior))> "
            + "Context: \(hex(hop == nil ? observance.context : 0)), "
            + "Property: \(hex(Unmanaged.passUnretained(record).toOpaque()))>"
    }
}

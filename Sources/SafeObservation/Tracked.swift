// Tracked.swift - properties as the standard library's Observation module sees them: withObservationTracking, Observations.
//
//      tracked.count ──► Tracking, an associated object ──observes, with prior──► count
//                          └──► ObservationRegistrar ──► onChange
//
// Whoever reads without `tracked` pays nothing. A property that was read by it is observed until the object dies.
import KVONotifying
import MiniFoundation
import MiniRuntime
import Observation
import TypedClasses

extension Ref {
    /// The object's properties, for code that tracks what it reads.
    ///
    ///     let text = withObservationTracking {
    ///         "\(basket.tracked.count) items"
    ///     } onChange: {
    ///         // count is about to change
    ///     }
    ///
    /// A property that is read so is observed from then on, as long as the object lives: setting it costs what setting an
    /// observed property costs. The object is not retained by that. Any thread. Swift: what `@Observable` does.
    /// - Returns: a view of the object, which owns a reference to it.
    public var tracked: Tracked<Description> { Tracked(self) }
}

/// The properties of an object, for code that tracks what it reads: what ``TypedClasses/Ref/tracked`` returns.
///
/// Reading one says so to `withObservationTracking` and `Observations`. Their `onChange` runs on the thread that sets the
/// property, before it changes, with no lock held; for a computed property, before what it is computed from changes.
@dynamicMemberLookup
public struct Tracked<Description: ClassDescription>: Sendable {
    private let ref: Ref<Description>

    fileprivate init(_ ref: Ref<Description>) {
        self.ref = ref
    }

    /// A property, by messages to its getter and setter. Reading it is tracked.
    public subscript<Value>(dynamicMember member: KeyPath<Description, Property<Value>>) -> Value {
        get {
            track(member)
            return ref[dynamicMember: member]
        }
        nonmutating set { ref[dynamicMember: member] = newValue }
    }

    /// A property without a setter.
    public subscript<Value>(dynamicMember member: KeyPath<Description, ReadOnly<Value>>) -> Value {
        track(member)
        return ref[dynamicMember: member]
    }

    /// A computed property.
    public subscript<Value>(dynamicMember member: KeyPath<Description, Computed<Value>>) -> Value {
        track(member)
        return ref[dynamicMember: member]
    }

    private func track<P: ReadableProperty>(_ member: KeyPath<Description, P>) {
        Tracking.of(ref.object).access(Ref<Description>.keyPath(member), of: ref.object)
    }
}

/// What is tracked of an object. Hangs on it. Any thread.
private final class Tracking: Observable, Sendable {
    private let registrar = ObservationRegistrar()
    private let observations = Locked<[String: KeyValueObservation]>([:])

    private static let state = AssociatedState<Tracking>("KeyValueTracking")

    static func of(_ object: Object) -> Tracking { state.of(object) { Tracking() } }

    /// Says that a property is read. It is observed first: what changes after the reading is told.
    func access(_ key: String, of object: Object) {
        if observations.read({ $0[key] == nil }) { observe(key, of: object) }
        registrar.access(self, keyPath: \.[key])
    }

    /// Of two threads that come first, both observe, and one of the two is let go at once.
    private func observe(_ key: String, of object: Object) {
        let observation = object.observe(key, [.prior], skipping: nil) { [weak self] _, change in
            guard let self else { return }
            if change.isPrior {
                registrar.willSet(self, keyPath: \.[key])
            } else {
                registrar.didSet(self, keyPath: \.[key])
            }
        }
        if observations.value(forKey: key, settingDefault: observation) !== observation { observation.invalidate() }
    }

    /// What the registrar tells properties apart by. There is no value.
    private subscript(key: String) -> Void { () }
}

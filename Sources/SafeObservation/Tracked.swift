// Tracked.swift - makes properties visible to the standard library's Observation module.
//
//      tracked.count ──► Tracking, an associated object ──observes, with prior──► count
//                          └──► ObservationRegistrar ──► onChange
//
// Reading without `tracked` costs nothing extra. A property that was read through `tracked` is observed until the
// object dies.
import KVONotifying
import MiniFoundation
import MiniRuntime
import Observation
import TypedClasses

extension Ref {
    /// The object's properties, for code that tracks which of them it reads.
    ///
    ///     let text = withObservationTracking {
    ///         "\(basket.tracked.count) items"
    ///     } onChange: {
    ///         // count is about to change
    ///     }
    ///
    /// A property that is read this way is observed from then on, as long as the object lives: setting it costs as much
    /// as setting an observed property. The observation does not retain the object. In `onChange`,
    /// ``/KVONotifying/KeyValueChangeCause/current`` is the reason. Any thread. Swift: `@Observable`.
    /// - Returns: a view of the object, which owns a reference to it.
    public var tracked: Tracked<Description> { Tracked(self) }
}

/// The properties of an object, for code that tracks which of them it reads. The value of ``TypedClasses/Ref/tracked``.
///
/// Reading a property registers it with `withObservationTracking` and `Observations`. Their `onChange` runs on the
/// thread that sets the property, before it changes, with no lock held; for a computed property, before a property
/// changes that affects it.
@dynamicMemberLookup
public struct Tracked<Description: ClassDescription>: ObjectMembers, Sendable {
    private let ref: Ref<Description>

    fileprivate init(_ ref: Ref<Description>) {
        self.ref = ref
    }

    /// The value of a property, by messages to its getter and setter. Reading it is tracked.
    public subscript<Value>(dynamicMember member: KeyPath<Description, Property<Value>>) -> Value {
        get {
            track(member)
            return ref[dynamicMember: member]
        }
        nonmutating set { ref[dynamicMember: member] = newValue }
    }

    /// The value of a property without a setter. Reading it is tracked.
    public subscript<Value>(dynamicMember member: KeyPath<Description, ReadOnly<Value>>) -> Value {
        track(member)
        return ref[dynamicMember: member]
    }

    /// The value of a computed property. Reading it is tracked.
    public subscript<Value>(dynamicMember member: KeyPath<Description, Computed<Value>>) -> Value {
        track(member)
        return ref[dynamicMember: member]
    }

    private func track<P: ReadableProperty>(_ member: KeyPath<Description, P>) {
        Tracking.of(ref.object).access(Ref<Description>.keyPath(member), of: ref.object)
    }
}

/// The tracked properties of an object, to which this is attached. Any thread.
private final class Tracking: Observable, Sendable {
    private let registrar = ObservationRegistrar()
    private let observations = Locked<[String: KeyValueObservation]>([:])

    private static let state = AssociatedState<Tracking>("KeyValueTracking")

    static func of(_ object: Object) -> Tracking { state.of(object) { Tracking() } }

    /// Registers the reading of a property. Observes the property first, so that every change after the reading is
    /// reported.
    func access(_ key: String, of object: Object) {
        if observations.read({ $0[key] == nil }) { observe(key, of: object) }
        registrar.access(self, keyPath: \.[key])
    }

    /// Observes a property. If two threads come here first, both observe, and one of the observations ends at once.
    private func observe(_ key: String, of object: Object) {
        let observation = object.observe(key, [.prior, .cause], skipping: nil) { [weak self] _, change in
            guard let self else { return }
            if change.isPrior {
                registrar.willSet(self, keyPath: \.[key])
            } else {
                registrar.didSet(self, keyPath: \.[key])
            }
        }
        if observations.value(forKey: key, settingDefault: observation) !== observation { observation.invalidate() }
    }

    /// The key paths by which the registrar distinguishes properties. They have no value.
    private subscript(key: String) -> Void { () }
}

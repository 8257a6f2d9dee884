// ObjectObservations.swift - the observations that end when an object dies: those that it owns, and those of itself.
//
//      object ── associated ──► ObjectObservations ──► │ ObjectObservation │ ObjectObservation │ ...
//
// The list is an associated object, which is released after the object's dealloc and before its memory is freed. So the
// observations end in time without an override of dealloc.
import KVONotifying
import MiniFoundation
import MiniRuntime

/// The observations that end when an object dies. Any thread.
final class ObjectObservations: Sendable {
    private let held = Locked<[Int: ObjectObservation]>([:])

    deinit {
        for observation in all { observation.end() }
    }

    /// The observations, in the order in which they began.
    var all: [ObjectObservation] {
        held.read { Array($0.values) }.sorted { $0.number < $1.number }
    }

    func add(_ observation: ObjectObservation) {
        held.updateValue(observation, forKey: observation.number)
    }

    func forget(_ observation: ObjectObservation) {
        held.removeValue(forKey: observation.number)
    }

    // ── On the object ───────────────────────────────────────────────────────────────────────────────

    private static let state = AssociatedState<ObjectObservations>("KeyValueObjectObservations")

    /// Returns the observations that an object owns.
    static func owned(by object: Object) -> [ObjectObservation] {
        existing(of: object)?.all.filter { $0.isOwned(by: object) } ?? []
    }

    /// Ends the observations that an object owns and that match. O(observations of the object).
    static func end(ownedBy object: Object, where matches: (ObjectObservation) -> Bool) {
        for observation in owned(by: object) where matches(observation) { observation.end() }
    }

    /// Returns the list of an object; nil if it has none.
    static func existing(of object: Object) -> ObjectObservations? { state.existing(of: object) }

    /// Returns the list of an object, and creates it if necessary.
    static func of(_ object: Object) -> ObjectObservations { state.of(object) { ObjectObservations() } }
}

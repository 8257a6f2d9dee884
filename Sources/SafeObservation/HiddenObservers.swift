// HiddenObservers.swift - the list of observations that end when an object dies: it owns them or is observed by them.
//
//      object ── associated ──► HiddenObservers ──► │ HeldObservation │ HeldObservation │ ...
//
// The list is an associated object, which is released after the object's dealloc and before its memory is freed. So the
// observations end in time without an override of dealloc.
import KVONotifying
import MiniFoundation
import MiniRuntime

/// The observations that end when an object dies. Any thread.
final class HiddenObservers: Sendable {
    private let held = Locked<[Int: HeldObservation]>([:])

    deinit {
        for observation in all { observation.end() }
    }

    /// The observations, in the order in which they began.
    var all: [HeldObservation] {
        held.read { Array($0.values) }.sorted { $0.number < $1.number }
    }

    func add(_ observation: HeldObservation) {
        held.updateValue(observation, forKey: observation.number)
    }

    func forget(_ observation: HeldObservation) {
        held.removeValue(forKey: observation.number)
    }

    // ── On the object ───────────────────────────────────────────────────────────────────────────────

    private static let state = AssociatedState<HiddenObservers>("KeyValueHiddenObservers")

    /// Returns the observations that an object owns.
    static func owned(by object: Object) -> [HeldObservation] {
        existing(of: object)?.all.filter { $0.isOwned(by: object) } ?? []
    }

    /// Ends the observations that an object owns and that match. O(observations of the object).
    static func end(ownedBy object: Object, where matches: (HeldObservation) -> Bool) {
        for observation in owned(by: object) where matches(observation) { observation.end() }
    }

    /// Returns the list of an object; nil if it has none.
    static func existing(of object: Object) -> HiddenObservers? { state.existing(of: object) }

    /// Returns the list of an object, and creates it if necessary.
    static func of(_ object: Object) -> HiddenObservers { state.of(object) { HiddenObservers() } }
}

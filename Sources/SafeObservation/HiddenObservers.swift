// HiddenObservers.swift - the observations that end with an object, because it asked for them or is observed.
//
//      object ── associated ──► HiddenObservers ──► │ HeldObservation │ HeldObservation │ ...
//
// Associated objects are released after the object's dealloc and before its memory: so no dealloc has to be overridden for
// the observations to be gone in time.
import KVONotifying
import MiniFoundation
import MiniRuntime

/// The observations that end with an object. Any thread.
final class HiddenObservers: Sendable {
    private let held = Locked<[Int: HeldObservation]>([:])

    deinit {
        for observation in all { observation.end() }
    }

    /// In the order in which they began.
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

    /// Those that an object asked for.
    static func owned(by object: Object) -> [HeldObservation] {
        existing(of: object)?.all.filter { $0.isOwned(by: object) } ?? []
    }

    /// Ends those that an object asked for and that match. O(observations of the object).
    static func end(ownedBy object: Object, where matches: (HeldObservation) -> Bool) {
        for observation in owned(by: object) where matches(observation) { observation.end() }
    }

    /// Those of an object; nil if it never had any.
    static func existing(of object: Object) -> HiddenObservers? { state.existing(of: object) }

    /// Those of an object, made if need be.
    static func of(_ object: Object) -> HiddenObservers { state.of(object) { HiddenObservers() } }
}

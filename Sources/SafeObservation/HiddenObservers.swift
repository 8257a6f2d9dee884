// HiddenObservers.swift - the observations that an object owns: nobody holds their tokens but the object itself.
//
//      object ── associated ──► HiddenObservers ──► │ kind │ target │ key path │ identifier │ Observation │ ...
//
// They go with the object. Those whose target has died are forgotten when something is next added or removed.
import KVONotifying
import MiniFoundation
import MiniRuntime

/// The observations that an object owns. Any thread.
final class HiddenObservers: Sendable {
    /// Who asked for an observation: each takes back only its own.
    enum Kind: Sendable {
        /// The observed object was asked: `object.observe(keyPath, changes:)`.
        case receiver
        /// The observer was asked: `observer.observe(target, keyPath, changes:)`.
        case observer
        /// A property of the owner is bound to one of the target.
        case binding
        /// The owner posts its own changes.
        case post
    }

    struct Item: Sendable {
        let kind: Kind
        /// The key path of the target; of a binding, that of the owner's property.
        let keyPath: String
        var identifier: String?
        let observation: Observation
    }

    private let items = Locked<[Item]>([])

    func add(_ item: Item) {
        items.withLock { items in
            items.removeAll { $0.observation.object == nil }
            items.append(item)
        }
    }

    /// Ends those that match.
    func end(where matches: (Item) -> Bool) {
        let ended = items.withLock { items in
            let ended = items.filter(matches)
            items.removeAll { matches($0) || $0.observation.object == nil }
            return ended
        }
        // Handlers are let go with no lock held.
        for item in ended { item.observation.invalidate() }
    }

    var count: Int { items.withLock { $0.filter(\.observation.isValid).count } }

    // ── On the object ───────────────────────────────────────────────────────────────────────────────

    private static let key = AssociationKey()
    private static let cls = HolderClass("KeyValueHiddenObservers")
    private static let making = Locked(0)

    /// Those of an object; nil if it never had any.
    static func existing(of object: Object) -> HiddenObservers? {
        object.associatedObject(key).map(held)
    }

    /// Those of an object, made if need be.
    static func of(_ object: Object) -> HiddenObservers {
        if let known = existing(of: object) { return known }
        let fresh = cls.instance(holding: HiddenObservers()).takeOwnership()
        // Of two threads that come first, both get the same.
        return held(
            making.withLock { _ in
                if let other = object.associatedObject(key) { return other }
                object.setAssociatedObject(fresh, for: key)
                return fresh
            })
    }

    private static func held(_ holder: Object) -> HiddenObservers {
        withExtendedLifetime(holder) { HolderClass.held(by: holder.unmanaged, as: HiddenObservers.self) }
    }
}

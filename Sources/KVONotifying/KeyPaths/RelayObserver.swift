// RelayObserver.swift - NSKeyValueObservance, which observes for a registration where an object has its own way of adding
// observers.
import CKeyValueObserving
import MiniFoundation
import MiniRuntime

/// The observer that stands for a relay: what its instances hold. The other object is asked to tell it about the rest of
/// the path, before and after each change.
final class RelayObserver: @unchecked Sendable {
    // Sendable: the relay is C's, and lives as long as its path, which this keeps.
    private let relay: UnsafeMutablePointer<kvo_relay>
    private let path: Object

    private init(_ relay: UnsafeMutablePointer<kvo_relay>, path: Object) {
        self.relay = relay
        self.path = path
        kvo_path_retain(relay.pointee.path)
    }

    deinit {
        kvo_path_release(relay.pointee.path)
    }

    private static let cls = HolderClass("NSKeyValueObservance") { cls in
        cls.addFunction(
            Selectors.observeValue, "v48@0:8@16@24@32^v40",
            { observer, _, _, object, change, _ in
                guard let object = UnmanagedObject(object), let change = UnmanagedObject(change) else { return }
                HolderClass.held(by: UnmanagedObject(observer), as: RelayObserver.self).hear(change, from: object)
            } as ObserveValue)
    }

    // ── What C asks ─────────────────────────────────────────────────────────────────────────────────

    /// Makes an observer, +1, and registers it; nil with an exception pending.
    static func register(
        _ relay: UnsafeMutablePointer<kvo_relay>, with object: UnmanagedObject, path: Object
    ) -> UnmanagedObject? {
        let observer = cls.instance(holding: RelayObserver(relay, path: path))
        object.sendWords(
            Selectors.addObserver,
            (observer.word, path.unmanaged.word, KeyValueObservingOptions.prior.rawValue, 0))
        if !RuntimeException.isPending { return observer }
        observer.releaseOrTerminate()
        return nil
    }

    /// Ends the registration.
    static func unregister(_ observer: UnmanagedObject, from object: UnmanagedObject) {
        let path = HolderClass.held(by: observer, as: RelayObserver.self).path
        RuntimeException.keepingPending {
            object.sendWords(Selectors.removeObserver, (observer.word, path.unmanaged.word, 0, 0))
        }
    }

    /// Somebody who was told that a change begins will not hear of its end.
    static func abandon(_ observer: UnmanagedObject) {
        guard observer.isa == cls.cls else { return }
        kvo_announced_abandon_relay(HolderClass.held(by: observer, as: RelayObserver.self).relay)
    }

    // ── Hearing ─────────────────────────────────────────────────────────────────────────────────────

    /// A notification from the other object: before the change, or after it.
    private func hear(_ change: UnmanagedObject, from object: UnmanagedObject) {
        guard changeEntry(change, .notificationIsPrior) != nil else {
            return kvo_announced_end(object.id, nil, "", relay)
        }
        var raw: UnsafePointer<kvo_property>?
        var attached: OpaquePointer?
        var isLastKey = false
        // The one that is observed may be another than the one that tells: it may stand in for that.
        guard kvo_relay_attachment(relay, &raw, &attached, &isLastKey), let raw, let attached else { return }
        let owner = UnmanagedObject(attached).takeOwnership()
        // What objects of their own way have is kept by nobody else.
        let property = KeyValueProperty.of(raw).takeRetainedValue()
        withExtendedLifetime((owner, property)) {
            let mutation = isLastKey ? mutation(change) : .setting
            var place = kvo_place(
                object: attached, key: property.key.raw, content: KVO_ELEMENTS,
                elements: ElementsChange.opaque(mutation))
            kvo_announce(&place, property.key.name, relay)
        }
    }

    /// What the other object says of the change, as far as it can be said on.
    private func mutation(_ change: UnmanagedObject) -> Mutation {
        guard let indexes = changeEntry(change, .indexes),
            let number = changeEntry(change, .kind), let raw = try? UInt.bridged(from: number),
            let kind = KeyValueChangeKind(rawValue: raw), kind != .setting
        else { return .setting }
        return .indexed(kind, indexes)
    }
}

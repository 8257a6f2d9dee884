// NodeObserver.swift - NSKeyValueObservance, the class of observers that stand in for nodes of key paths.
//
// A node on a foreign object, whose class overrides `addObserver:forKeyPath:options:context:`, cannot be in the table.
// Instead, a NodeObserver is registered with that object by message, and passes its notifications to the registration.
import CKeyValueObserving
import KeyValueCoding
import MiniFoundation
import MiniRuntime

/// The function of `observeValueForKeyPath:ofObject:change:context:`.
typealias ObserveValue = @convention(c) (ID, MiniFoundation.SEL, ID?, ID?, ID?, UInt) -> Void

/// The contents of an NSKeyValueObservance. Its registration covers the rest of the path, from the foreign object on,
/// with notifications before and after each change.
final class NodeObserver: @unchecked Sendable {
    // Sendable: C passes the node from thread to thread, and this object owns it.
    private let node: UnsafeMutablePointer<kvo_node>
    private let path: Object

    private init(_ node: UnsafeMutablePointer<kvo_node>, path: Object) {
        self.node = node
        self.path = path
        // A node begins with its observance.
        node.withMemoryRebound(to: kvo_observance.self, capacity: 1) { _ = kvo_observance_retain($0) }
    }

    deinit {
        node.withMemoryRebound(to: kvo_observance.self, capacity: 1) { kvo_observance_release($0) }
    }

    private static let cls = HolderClass("NSKeyValueObservance") { cls in
        cls.addFunction(Selectors.observeValue, "v48@0:8@16@24@32^v40", as: ObserveValue.self) {
            observer, _, _, object, change, _ in
            guard let object = UnmanagedObject(object), let change = UnmanagedObject(change) else { return }
            HolderClass.held(by: UnmanagedObject(observer), as: NodeObserver.self).hear(change, from: object)
        }
    }

    // ── Called by C ─────────────────────────────────────────────────────────────────────────────────

    /// Creates an observer, +1, and registers it; nil if an exception is pending afterwards.
    static func register(
        _ node: UnsafeMutablePointer<kvo_node>, with object: UnmanagedObject, path: Object
    ) -> UnmanagedObject? {
        let observer = cls.instance(holding: NodeObserver(node, path: path))
        object.sendWords(
            Selectors.addObserver,
            (observer.word, path.unmanaged.word, KeyValueObservingOptions.prior.rawValue, 0))
        if !RuntimeException.isPending { return observer }
        observer.releaseOrTerminate()
        return nil
    }

    /// Removes the observer's registration.
    static func unregister(_ observer: UnmanagedObject, from object: UnmanagedObject) {
        let path = HolderClass.held(by: observer, as: NodeObserver.self).path
        RuntimeException.keepingPending {
            object.sendWords(Selectors.removeObserver, (observer.word, path.unmanaged.word, 0, 0))
        }
    }

    /// Abandons the change that a prior notification to this observer has begun. Does nothing for observers of other
    /// classes.
    static func abandon(_ observer: UnmanagedObject) {
        guard observer.isa == cls.cls else { return }
        kvo_manual_abandon_node(HolderClass.held(by: observer, as: NodeObserver.self).node)
    }

    // ── Notifications ───────────────────────────────────────────────────────────────────────────────

    /// Handles a notification from the foreign object: begins a change of the node's key, or ends it.
    private func hear(_ change: UnmanagedObject, from object: UnmanagedObject) {
        guard changeEntry(change, .notificationIsPrior) != nil else {
            return kvo_did_change(object.pointer, nil, "", node)
        }
        // The object that the node is on changes: `object` may be a proxy for it.
        kvo_node_will_change(node, ElementsChange.object(mutation(change))?.pointer)
    }

    /// Returns the change as the foreign object describes it: changed elements with their indexes, or else a new value.
    private func mutation(_ change: UnmanagedObject) -> Mutation {
        guard let indexes = changeEntry(change, .indexes),
            let number = changeEntry(change, .kind), let raw = try? UInt.bridged(from: number),
            let kind = KeyValueChangeKind(rawValue: raw), kind != .setting
        else { return .setting }
        return .indexed(kind, indexes)
    }
}

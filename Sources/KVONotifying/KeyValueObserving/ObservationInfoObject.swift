// ObservationInfoObject.swift - NSKeyValueObservationInfo, the object that -observationInfo answers, and
// NSKeyValueObservance, which observes for a registration where an object has its own way of adding observers.
import MiniFoundation
import MiniRuntime

enum ObservationInfoObject {
    static let cls = HolderClass("NSKeyValueObservationInfo") { cls in
        cls.addFunction(
            "description", "@16@0:8",
            { object, _ in
                NSString.object(ObservationInfoObject.describe(object)).autoreleased().address
            } as ObjectFromNothing)
    }

    /// +1, and known to ``ObservedObjects``.
    static func make(_ info: ObservationInfo) -> ID {
        ObservedObjects.insert(info)
        return cls.instance(holding: info).address
    }

    /// Lets go of one that is in no slot any more.
    static func destroyUnused(_ object: ID) {
        ObservedObjects.remove(info(object))
        UnmanagedObject(object).release()
    }

    /// That of an observed object, owned.
    static func of(_ object: UnmanagedObject) -> Object? {
        guard object.observationInfoAddress != nil else { return nil }
        return object.withObservationSlot { UnmanagedObject($0.info)?.retained() }
    }

    static func info(_ object: ID) -> ObservationInfo {
        HolderClass.held(by: UnmanagedObject(object), as: ObservationInfo.self)
    }

    static func borrowedInfo(_ object: ID) -> Unmanaged<ObservationInfo> {
        HolderClass.borrowed(from: UnmanagedObject(object), as: ObservationInfo.self)
    }

    static func describe(_ object: ID) -> String {
        info(object).text(at: object)
    }

    /// Called when an object is gone, with what was left in its slot.
    static let destroy: @convention(c) (ID?) -> Void = { object in
        guard let object else { return }
        let info = ObservationInfoObject.info(object)
        info.objectDied()
        RunningDeallocs.handOver(UnmanagedObject(object), of: info)
        ObservationInfoObject.destroyUnused(object)
    }
}

/// The observer that stands for a hop.
enum HopObserver {
    private static let cls = HolderClass("NSKeyValueObservance") { cls in
        cls.addFunction(
            Selectors.observeValue, "v48@0:8@16@24@32^v40",
            { observer, _, _, object, change, _ in
                guard let object = UnmanagedObject(object), let change = UnmanagedObject(change) else { return }
                let hop = HolderClass.held(by: UnmanagedObject(observer), as: Hop.self)
                PendingChanges.forward(change, from: object, to: hop)
            } as ObserveValue)
    }

    /// The hop that an observer stands for; nil for other observers.
    static func hop(of observer: UnmanagedObject) -> Hop? {
        observer.isa == cls.cls ? HolderClass.held(by: observer, as: Hop.self) : nil
    }

    /// Asks the object to tell the hop about the path, before and after each change.
    static func register(_ hop: Hop, with object: UnmanagedObject, path: String) {
        let observer = cls.instance(holding: hop).takeOwnership()
        let path = NSString.object(path)
        hop.delegate(to: observer, path: path)
        _ = withExtendedLifetime((observer, path)) {
            object.sendWords(
                Selectors.addObserver,
                (observer.unmanaged.word, path.unmanaged.word, KeyValueObservingOptions.prior.rawValue, 0))
        }
        if RuntimeException.isPending { hop.letGoOfDelegate() }
    }

    static func unregister(_ hop: Hop, from object: UnmanagedObject) {
        guard let (observer, path) = hop.delegate else { return }
        RuntimeException.keepingPending {
            _ = withExtendedLifetime((observer, path)) {
                object.sendWords(Selectors.removeObserver, (observer.unmanaged.word, path.unmanaged.word, 0, 0))
            }
        }
        hop.letGoOfDelegate()
    }
}

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

    static func make(showing info: ObservationInfo) -> Object {
        cls.instance(holding: info).takeOwnership()
    }

    private static func describe(_ object: ID) -> String {
        HolderClass.held(by: UnmanagedObject(object), as: ObservationInfo.self).text(at: object)
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

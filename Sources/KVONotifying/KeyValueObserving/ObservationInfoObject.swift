// ObservationInfoObject.swift - NSKeyValueObservationInfo, the object that -observationInfo answers, and
// NSKeyValueObservance, which observes for a registration where an object has its own way of adding observers.
import MiniFoundation
import MiniRuntime

private typealias Pointer = UnsafeMutableRawPointer

enum ObservationInfoObject {
    private static let cls = HolderClass.make("NSKeyValueObservationInfo") { cls in
        cls.addMethod(
            "description",
            imp(
                { object, _ in
                    let text = NSString.object(ObservationInfoObject.describe(object))
                    return text.autoreleased().address
                } as @convention(c) (Pointer, Pointer) -> Pointer?), types: "@16@0:8")
    }

    /// +1.
    static func make(_ info: ObservationInfo) -> UnsafeMutableRawPointer {
        HolderClass.instance(of: cls, holding: info)
    }

    /// That of an observed object, owned.
    static func of(_ object: UnmanagedObject) -> Object? {
        guard object.observationInfoAddress != nil else { return nil }
        return object.withObservationSlot { UnmanagedObject($0.info)?.retained() }
    }

    static func info(_ object: UnsafeMutableRawPointer) -> ObservationInfo {
        HolderClass.held(by: object, as: ObservationInfo.self)
    }

    static func describe(_ object: UnsafeMutableRawPointer) -> String {
        info(object).text(at: object)
    }

    /// Called when an object is gone, with what was left in its slot.
    static let destroy: @convention(c) (UnsafeMutableRawPointer?) -> Void = { object in
        guard let object else { return }
        ObservationInfoObject.info(object).objectDied()
        UnmanagedObject(object).release()
    }
}

/// The observer that stands for a hop.
enum HopObserver {
    private static let cls = HolderClass.make("NSKeyValueObservance") { cls in
        cls.addMethod(
            Selectors.observeValue,
            imp(
                { observer, _, _, object, change, _ in
                    guard let object = UnmanagedObject(object), let change = UnmanagedObject(change) else { return }
                    let hop = HolderClass.held(by: observer, as: Hop.self)
                    PendingChanges.forward(change, from: object, to: hop)
                } as @convention(c) (Pointer, Pointer, Pointer?, Pointer?, Pointer?, UInt) -> Void),
            types: "v48@0:8@16@24@32^v40")
    }

    /// Asks the object to tell the hop about the path, before and after each change.
    static func register(_ hop: Hop, with object: UnmanagedObject, path: String) {
        let observer = UnmanagedObject(HolderClass.instance(of: cls, holding: hop)).takeOwnership()
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

// ── Swift objects in runtime objects ────────────────────────────────────────────────────────────────

/// Classes whose instances hold a Swift object behind their isa.
private enum HolderClass {
    static func make(_ name: String, _ addMethods: (Class) -> Void) -> Class {
        do {
            var builder = try ClassBuilder(name)
            try builder.addIvar("_held", encoding: TypeEncoding("^v"))
            let cls = builder.register()
            cls.setPermanent()
            addMethods(cls)
            cls.addMethod(
                Selectors.dealloc,
                imp(
                    { object, _ in
                        HolderClass.release(object)
                        HolderClass.superDealloc(object)
                    } as @convention(c) (Pointer, Pointer) -> Void), types: "v16@0:8")
            return cls
        } catch {
            fatalError("the class \(name) cannot be made: \(error)")
        }
    }

    static func instance(of cls: Class, holding held: AnyObject) -> Pointer {
        guard let object = cls.createInstance() else { fatalError("\(cls) makes no instances") }
        return withExtendedLifetime(object) {
            let address = object.unmanaged.retain().address
            slot(of: address).pointee = Unmanaged.passRetained(held)
            return address
        }
    }

    static func held<Held: AnyObject>(by object: Pointer, as type: Held.Type) -> Held {
        unsafeDowncast(slot(of: object).pointee!.takeUnretainedValue(), to: type)
    }

    fileprivate static func release(_ object: Pointer) {
        slot(of: object).pointee?.release()
    }

    fileprivate static func superDealloc(_ object: Pointer) {
        let dealloc = unsafeBitCast(
            nsObjectDealloc.implementation.address, to: (@convention(c) (Pointer, UnsafeRawPointer) -> Void).self)
        dealloc(object, Selectors.dealloc.address)
    }

    private static let nsObjectDealloc = Class.nsObject.instanceMethod(Selectors.dealloc)!

    private static func slot(of object: Pointer) -> UnsafeMutablePointer<Unmanaged<AnyObject>?> {
        (object + MemoryLayout<UInt>.size).assumingMemoryBound(to: Unmanaged<AnyObject>?.self)
    }
}

// CollectionProxy.swift - proxies: collections without storage that represent a to-many property of an object.
//
//      │ isa │ the superclass's ivars, unused │ target ─┼─► object, key
//
//      NSKeyValueArray : NSArray                 NSKeyValueMutableArray : NSMutableArray
//      NSKeyValueSet : NSSet                     NSKeyValueMutableSet : NSMutableSet
//                                                NSKeyValueMutableOrderedSet : NSMutableOrderedSet
//
// Proxies override the primitives of their superclasses, on which all other methods are built. A proxy retains the
// object and looks everything else up at each message, because observers and accessor methods may have been added since
// the proxy was created.
import MiniFoundation
import MiniRuntime

/// The object and the key that a proxy represents.
final class ProxyTarget: Sendable {
    let object: Object
    let key: Object
    let text: String
    /// The accessors behind an immutable proxy; nil for a mutable proxy.
    let readers: CollectionReaders?

    init(_ key: KeyArgument, _ readers: CollectionReaders?) {
        object = key.receiver.retained()
        // A copy, because the key may be a mutable string.
        self.key = NSString.object(key.text)
        text = key.text
        self.readers = readers
    }

    /// The current value of the property, read by a message; borrowed.
    var collection: UnmanagedObject? { object.unmanaged.message(Selectors.valueForKey, key.unmanaged) }
}

/// A class of proxies, and the offset of the target in its instances.
struct ProxyClass: Sendable {
    let cls: Class
    private let offset: Int

    /// The class of the objects that hold the targets.
    static let targets = HolderClass("NSKeyValueProxyTarget")

    /// Creates the class.
    init(_ name: String, superclass: Class, _ addMethods: (Class) -> Void) {
        do {
            var builder = try ClassBuilder(name, superclass: superclass)
            try builder.addIvar("_target", encoding: TypeEncoding("@"))
            offset = builder.cls.instanceVariable("_target")!.offset
            addMethods(builder.cls)
            cls = builder.register()
        } catch {
            fatalError("key-value coding cannot make its classes: \(error)")
        }
    }

    /// Returns a new proxy for the property that a message names, borrowed.
    func proxy(_ key: KeyArgument, _ readers: CollectionReaders? = nil) -> UnmanagedObject {
        let proxy = cls.createInstance()!
        // At +1, which the ivar takes over.
        let target = Self.targets.instance(holding: ProxyTarget(key, readers))
        (proxy.unmanaged.address + offset).storeBytes(of: target.address, as: ID?.self)
        return proxy.autoreleased()
    }

    /// Returns the target of a proxy; nil for an instance that was not created by this type.
    func target(of proxy: ID) -> ProxyTarget? {
        UnmanagedObject((proxy + offset).load(as: ID?.self)).map { HolderClass.held(by: $0, as: ProxyTarget.self) }
    }
}

extension UnmanagedObject {
    /// `[collection count]`
    var elementCount: Int { Int(bitPattern: sendWords(Selectors.count)) }
}

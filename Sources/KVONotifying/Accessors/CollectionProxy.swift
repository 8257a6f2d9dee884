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

    init(_ object: UnmanagedObject, _ key: KeyArgument, _ readers: CollectionReaders?) {
        self.object = object.retained()
        // A copy, because the key may be a mutable string.
        self.key = NSString.object(key.text)
        text = key.text
        self.readers = readers
    }

    /// The current value of the property, read by a message; borrowed.
    var collection: UnmanagedObject? { object.unmanaged.message(Selectors.valueForKey, key.unmanaged) }

    /// Returns the current value for a message that needs one. If the property is nil, raises and returns nil.
    func collection(for message: ProxyMessage) -> UnmanagedObject? {
        if let collection { return collection }
        if !RuntimeException.isPending { ProxyException.nilCollection(message, self).raise() }
        return nil
    }
}

/// A message to a proxy, for the texts of exceptions.
struct ProxyMessage {
    let proxy: ID
    let selector: SEL
}

/// A class of proxies, and the offset of the target in its instances.
struct ProxyClass: Sendable {
    let cls: Class
    private let offset: Int

    /// Creates the class.
    init(_ name: String, superclass: Class, _ addMethods: (Class) -> Void) {
        do {
            var builder = try ClassBuilder(name, superclass: superclass)
            try builder.addIvar("_target", encoding: TypeEncoding("^v"), ownership: .unretained)
            offset = builder.cls.instanceVariable("_target")!.offset
            addMethods(builder.cls)
            cls = builder.register()
        } catch {
            fatalError("key-value coding cannot make its classes: \(error)")
        }
    }

    /// Returns a new proxy, borrowed.
    func proxy(of object: UnmanagedObject, _ key: KeyArgument, _ readers: CollectionReaders? = nil) -> UnmanagedObject {
        let proxy = cls.createInstance()!
        let target = Unmanaged.passRetained(ProxyTarget(object, key, readers)).toOpaque()
        (proxy.unmanaged.address + offset).storeBytes(of: target, as: UnsafeMutableRawPointer?.self)
        return proxy.autoreleased()
    }

    /// Returns the target of a proxy; nil for an instance that was not created by this type.
    func target(of proxy: ID) -> ProxyTarget? {
        (proxy + offset).load(as: UnsafeMutableRawPointer?.self).map {
            Unmanaged<ProxyTarget>.fromOpaque($0).takeUnretainedValue()
        }
    }

    /// The body of `dealloc` for proxies.
    func deallocate(_ proxy: ID) {
        if let target = (proxy + offset).load(as: UnsafeMutableRawPointer?.self) {
            Unmanaged<ProxyTarget>.fromOpaque(target).release()
        }
        _ = UnmanagedObject(proxy).messageSuper(of: cls, Selectors.dealloc, nil)
    }
}

// ── Methods shared by all proxies ───────────────────────────────────────────────────────────────────

extension UnmanagedObject {
    /// `[collection count]`
    var elementCount: Int { Int(bitPattern: sendWords(Selectors.count)) }
}

enum ProxyException {
    /// `-[NSKeyValueMutableArray addObject:]: value for key items of object 0x7f01… is nil`
    static func nilCollection(_ message: ProxyMessage, _ target: ProxyTarget) -> RuntimeException {
        RuntimeException(
            "NSInternalInconsistencyException",
            "\(method(message.proxy, message.selector)): value for key \(target.text) of object "
                + "\(hex(target.object.receiverAddress)) is nil")
    }

    static func beyondBounds(_ index: UInt, _ count: Int, _ me: ID, _ selector: SEL) -> RuntimeException {
        let bounds = count == 0 ? "for empty array" : "[0 .. \(count - 1)]"
        return RuntimeException(
            "NSRangeException", "*** \(method(me, selector)): index \(index) beyond bounds \(bounds)")
    }

    static func badArgument(_ me: ID, _ selector: SEL, _ why: String) -> RuntimeException {
        RuntimeException("NSInvalidArgumentException", "*** \(method(me, selector)): \(why)")
    }

    private static func method(_ me: ID, _ selector: SEL) -> String {
        "-[\(UnmanagedObject(me).isa.name) \(Selector(address: selector))]"
    }
}

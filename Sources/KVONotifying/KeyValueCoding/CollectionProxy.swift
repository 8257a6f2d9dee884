// CollectionProxy.swift - collections that have no elements of their own: they stand for a property of an object.
//
//      │ isa │ what the superclass has, unused │ target ─┼─► object, key
//
//      NSKeyValueArray : NSArray                 NSKeyValueMutableArray : NSMutableArray
//      NSKeyValueSet : NSSet                     NSKeyValueMutableSet : NSMutableSet
//                                                NSKeyValueMutableOrderedSet : NSMutableOrderedSet
//
// They override the primitives of their superclasses, so that all other methods go through them. A proxy retains the
// object, and looks for everything else at the moment when it is asked: it may be older than the observers, and than
// the methods that it uses.
import MiniFoundation
import MiniRuntime

/// What a proxy stands for.
final class ProxyTarget: Sendable {
    let object: Object
    let key: Object
    let text: String
    /// The methods that an immutable proxy asks.
    let readers: CollectionReaders?

    init(_ object: UnmanagedObject, _ key: KeyArgument, _ readers: CollectionReaders?) {
        self.object = object.retained()
        // The key itself might be a string that is changed later.
        self.key = NSString.object(key.text)
        text = key.text
        self.readers = readers
    }

    /// The collection as it is now, by message; borrowed.
    var collection: UnmanagedObject? { object.unmanaged.message(Selectors.valueForKey, key.unmanaged) }
}

/// A class of proxies, and where its instances keep their target.
struct ProxyClass: Sendable {
    let cls: Class
    private let offset: Int

    /// Makes the class.
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

    /// A new proxy, borrowed.
    func proxy(of object: UnmanagedObject, _ key: KeyArgument, _ readers: CollectionReaders? = nil) -> UnmanagedObject {
        let proxy = cls.createInstance()!
        let target = Unmanaged.passRetained(ProxyTarget(object, key, readers)).toOpaque()
        (proxy.unmanaged.address + offset).storeBytes(of: target, as: UnsafeMutableRawPointer?.self)
        return proxy.autoreleased()
    }

    /// What a proxy of this class stands for; nil for an instance that somebody else made.
    func target(of proxy: ID) -> ProxyTarget? {
        (proxy + offset).load(as: UnsafeMutableRawPointer?.self).map {
            Unmanaged<ProxyTarget>.fromOpaque($0).takeUnretainedValue()
        }
    }

    /// What `dealloc` of such a class does.
    func deallocate(_ proxy: ID) {
        if let target = (proxy + offset).load(as: UnsafeMutableRawPointer?.self) {
            Unmanaged<ProxyTarget>.fromOpaque(target).release()
        }
        _ = UnmanagedObject(proxy).messageSuper(of: cls, Selectors.dealloc, nil)
    }
}

// ── Methods that all proxies have alike ─────────────────────────────────────────────────────────────

extension UnmanagedObject {
    /// `[collection count]`
    var elementCount: Int { Int(bitPattern: sendWords(Selectors.count)) }
}

extension UnmanagedObject? {
    /// `[collection objectAtIndex:index]`. nil is an empty collection.
    func element(at index: UInt, _ me: ID, _ selector: SEL) -> UnmanagedObject? {
        let count = self?.elementCount ?? 0
        if RuntimeException.isPending { return nil }
        guard let self, index < count else {
            ProxyException.beyondBounds(index, count, me, selector).raise()
            return nil
        }
        let answer = self.sendWords(Selectors.objectAtIndex, (index, 0, 0, 0))
        return RuntimeException.isPending ? nil : UnmanagedObject(word: answer)
    }
}

enum ProxyException {
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

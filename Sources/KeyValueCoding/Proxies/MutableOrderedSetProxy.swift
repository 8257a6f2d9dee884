// MutableOrderedSetProxy.swift - the result of `mutableOrderedSetValueForKey:`: like an array, but searched by
// equality.
import MiniFoundation
import MiniRuntime

/// The class NSKeyValueMutableOrderedSet.
enum MutableOrderedSetProxy {
    static let cls: ProxyClass = ProxyClass("NSKeyValueMutableOrderedSet", superclass: NSMutableOrderedSet.cls) { cls in
        IndexedProxy.addMethods(to: cls)
        cls.addFunction(Selectors.indexOfObject, "Q24@0:8@16", indexOfObject)
    }

    private static let indexOfObject: @convention(c) (ID, SEL, ID?) -> UInt = { me, selector, object in
        guard let object = UnmanagedObject(object), let collection = ProxyMessage(me, selector)?.collection
        else { return UInt(notFound) }
        return collection.sendWords(Selectors.indexOfObject, (object.word, 0, 0, 0))
    }
}

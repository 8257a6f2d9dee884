// NSDictionary+Coding.swift - the properties of a dictionary are its entries; `@count` is a property of the dictionary
// itself.
import MiniFoundation
import MiniRuntime

enum Dictionaries {
    /// Adds the methods to NSDictionary and NSMutableDictionary.
    static func addCoding() {
        NSDictionary.cls.addFunction(Selectors.valueForKey, "@24@0:8@16", valueForKey)
        NSMutableDictionary.cls.addFunction(Selectors.setValueForKey, "v32@0:8@16@24", setValueForKey)
    }

    private static let valueForKey: ObjectFromObject = { me, selector, key in
        let me = UnmanagedObject(me)
        guard let key = KeyArgument(key, me, selector) else { return nil }
        guard let own = key.withoutAt else { return me.message(Selectors.objectForKey, key.object)?.address }
        return me.messageSuper(of: NSDictionary.cls, Selectors.valueForKey, own.unmanaged)?.address
    }

    private static let setValueForKey: TakingTwoObjects = { me, selector, value, key in
        let me = UnmanagedObject(me)
        guard let key = KeyArgument(key, me, selector) else { return }
        if let value = UnmanagedObject(value) {
            _ = me.message(Selectors.setObjectForKey, value, key.object)
        } else {
            _ = me.message(Selectors.removeObjectForKey, key.object)
        }
    }
}

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
        guard let key = KeyArgument(key, to: me, selector) else { return nil }
        guard let own = key.withoutAt else { return key.receiver.message(Selectors.objectForKey, key.object)?.address }
        return key.receiver.messageSuper(of: NSDictionary.cls, Selectors.valueForKey, own.unmanaged)?.address
    }

    private static let setValueForKey: TakingObjects = { me, selector, value, key in
        guard let key = KeyArgument(key, to: me, selector) else { return }
        if let value = UnmanagedObject(value) {
            _ = key.receiver.message(Selectors.setObjectForKey, value, key.object)
        } else {
            _ = key.receiver.message(Selectors.removeObjectForKey, key.object)
        }
    }
}

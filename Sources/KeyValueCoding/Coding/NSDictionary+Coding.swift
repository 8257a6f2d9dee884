// NSDictionary+Coding.swift - the properties of a dictionary are its entries; `@count` is a property of the dictionary
// itself.
import MiniFoundation
import MiniRuntime

enum Dictionaries {
    /// Adds the methods to NSDictionary and NSMutableDictionary.
    static func addCoding() {
        NSDictionary.cls.addFunction(Selectors.valueForKey, "@24@0:8@16", valueForKey)
        NSDictionary.cls.addFunction(Selectors.valueForKeyPath, "@24@0:8@16", valueForKeyPath)
        NSMutableDictionary.cls.addFunction(Selectors.setValueForKey, "v32@0:8@16@24", setValueForKey)
    }

    private static let valueForKey: ObjectFromObject = { me, selector, key in
        guard let key = KeyArgument(key, to: me, selector) else { return nil }
        guard let own = key.withoutAt else { return key.receiver.message(Selectors.objectForKey, key.object)?.address }
        return key.receiver.messageSuper(of: NSDictionary.cls, Selectors.valueForKey, own.unmanaged)?.address
    }

    /// A key may contain dots, so the dictionary is first searched for the whole path. A path that begins with `@` and
    /// has a dot is an operator, and dictionaries have none.
    private static let valueForKeyPath: ObjectFromObject = { me, selector, path in
        guard let path = KeyArgument(path, to: me, selector, "key path"), path.text.contains(".") else {
            return RuntimeException.isPending
                ? nil
                : UnmanagedObject(me).messageSuper(
                    of: NSDictionary.cls, Selectors.valueForKeyPath, UnmanagedObject(path)!)?.address
        }
        if path.text.hasPrefix("@") {
            CodingException.unknownOperator(path.receiver, String(splitAtDot(path.text).first.dropFirst())).raise()
            return nil
        }
        if let value = path.receiver.message(Selectors.objectForKey, path.object) { return value.address }
        if RuntimeException.isPending { return nil }
        return path.receiver.messageSuper(of: NSDictionary.cls, Selectors.valueForKeyPath, path.object)?.address
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

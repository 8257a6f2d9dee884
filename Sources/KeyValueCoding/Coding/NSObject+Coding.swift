import MiniFoundation
import MiniRuntime

// NSObject+Coding.swift - the methods of key-value coding, as methods of NSObject.
//
// They are C functions found by ordinary method lookup, so a class can override or swizzle them. They only convert
// pointers to the types of this module. The objects they return are borrowed.
import func CKeyValueCoding.kvc_load

private typealias Validate = @convention(c) (ID, SEL, ID?, ID?, ID?) -> Bool

/// Adds the methods of key-value coding to their classes. The runtime finds this function by its C name if this module
/// is linked into the program, and calls it once, before `main()`.
@c(mr_load_KeyValueCoding)
public func loadKeyValueCoding() {
    CodingMethods.addAll()
}

enum CodingMethods {
    /// Adds all methods of key-value coding to their classes.
    static func addAll() {
        addReading()
        addWriting()
        addKeySets()
        addValidation()
        addMutableCollections()
        Class.nsObject.isa.addFunction(Selectors.accessesIvars, "B16@0:8", as: Predicate.self) { _, _ in true }
        // NSNull stands for a nil element of a collection. Its value for every key is NSNull, so that a key path that
        // is applied to the collection does not raise.
        NSNull.cls.addFunction(Selectors.valueForKey, "@24@0:8@16", as: ObjectFromObject.self) { me, _, _ in me }
        Collections.addCoding()
        Dictionaries.addCoding()
        kvc_load()
    }

    private static func add<Function>(_ selector: Selector, _ types: String, _ function: Function) {
        Class.nsObject.addFunction(selector, types, function)
    }

    private static func add<Function>(
        _ selector: Selector, _ types: String, as type: Function.Type, _ function: Function
    ) {
        add(selector, types, function)
    }

    private static func addReading() {
        add(Selectors.valueForKey, "@24@0:8@16", valueForKey)
        add(Selectors.valueForKeyPath, "@24@0:8@16", valueForKeyPath)
        add(Selectors.valueForUndefinedKey, "@24@0:8@16", as: ObjectFromObject.self) { me, _, key in
            CodingException.unknownKey(
                UnmanagedObject(me), Selectors.valueForUndefinedKey, UnmanagedObject(key)
            ).raise()
            return nil
        }
    }

    /// Also does what C leaves of `valueForKey:` (`kvc_load`).
    private static let valueForKey: ObjectFromObject = { me, selector, key in
        KeyArgument(key, to: me, selector).flatMap { Getter.value($0) }?.address
    }

    private static let valueForKeyPath: ObjectFromObject = { me, selector, path in
        KeyArgument(path, to: me, selector, "key path").flatMap {
            KeyPathWalk.value($0, last: Selectors.valueForKey, rest: Selectors.valueForKeyPath)
        }?.address
    }

    private static func addWriting() {
        add(Selectors.setValueForKey, "v32@0:8@16@24", as: TakingObjects.self) { me, selector, value, key in
            if let key = KeyArgument(key, to: me, selector) { Setter.set(UnmanagedObject(value), key) }
        }
        add(Selectors.setValueForKeyPath, "v32@0:8@16@24", as: TakingObjects.self) { me, selector, value, path in
            guard let path = KeyArgument(path, to: me, selector, "key path") else { return }
            KeyPathWalk.setValue(UnmanagedObject(value), path)
        }
        add(Selectors.setValueForUndefinedKey, "v32@0:8@16@24", as: TakingObjects.self) { me, _, _, key in
            CodingException.unknownKey(
                UnmanagedObject(me), Selectors.setValueForUndefinedKey, UnmanagedObject(key)
            ).raise()
        }
        add(Selectors.setNilValueForKey, "v24@0:8@16", as: TakingObject.self) { me, _, key in
            CodingException.nilForScalar(UnmanagedObject(me), UnmanagedObject(key)).raise()
        }
    }

    private static func addKeySets() {
        add(Selectors.dictionaryWithValuesForKeys, "@24@0:8@16", as: ObjectFromObject.self) { me, _, keys in
            KeySet.values(of: UnmanagedObject(me), UnmanagedObject(keys))?.address
        }
        add(Selectors.setValuesForKeys, "v24@0:8@16", as: TakingObject.self) { me, _, values in
            KeySet.setValues(UnmanagedObject(values), UnmanagedObject(me))
        }
    }

    private static func addValidation() {
        add(Selectors.validateValueForKey, "B40@0:8^@16@24^@32", as: Validate.self) { me, selector, value, key, error in
            KeyArgument(key, to: me, selector).map { Validation.validate($0, value, error) } ?? false
        }
        add(Selectors.validateValueForKeyPath, "B40@0:8^@16@24^@32", as: Validate.self) {
            me, selector, value, path, error in
            KeyArgument(path, to: me, selector, "key path").map { Validation.validatePath($0, value, error) }
                ?? false
        }
    }

    private static func addMutableCollections() {
        addMutable(
            { me, selector, key in CodingMethods.proxy(MutableArrayProxy.cls, me, selector, key) },
            { me, selector, path in
                CodingMethods.proxyForPath(me, selector, path, last: Selectors.mutableArrayForKey)
            }, Selectors.mutableArrayForKey, Selectors.mutableArrayForKeyPath)
        addMutable(
            { me, selector, key in CodingMethods.proxy(MutableSetProxy.cls, me, selector, key) },
            { me, selector, path in
                CodingMethods.proxyForPath(me, selector, path, last: Selectors.mutableSetForKey)
            }, Selectors.mutableSetForKey, Selectors.mutableSetForKeyPath)
        addMutable(
            { me, selector, key in CodingMethods.proxy(MutableOrderedSetProxy.cls, me, selector, key) },
            { me, selector, path in
                CodingMethods.proxyForPath(me, selector, path, last: Selectors.mutableOrderedSetForKey)
            }, Selectors.mutableOrderedSetForKey, Selectors.mutableOrderedSetForKeyPath)
    }

    private static func addMutable(
        _ forKey: ObjectFromObject, _ forPath: ObjectFromObject, _ keyMessage: Selector, _ pathMessage: Selector
    ) {
        add(keyMessage, "@24@0:8@16", forKey)
        add(pathMessage, "@24@0:8@16", forPath)
    }

    private static func proxy(_ cls: ProxyClass, _ me: ID, _ selector: SEL, _ key: ID?) -> ID? {
        KeyArgument(key, to: me, selector).map { cls.proxy($0) }?.address
    }

    private static func proxyForPath(_ me: ID, _ selector: SEL, _ path: ID?, last: Selector) -> ID? {
        KeyArgument(path, to: me, selector, "key path").flatMap {
            KeyPathWalk.value($0, last: last, rest: Selector(address: selector))
        }?.address
    }
}

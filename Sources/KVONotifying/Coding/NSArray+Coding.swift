// NSArray+Coding.swift - key-value coding of NSArray, NSOrderedSet and NSSet, which apply it to their members.
//
//      valueForKey:           a collection of the members' values; nil is NSNull in an array, omitted from a set
//      valueForKey: @count    the value of the collection itself for the key `count`
//      setValue:forKey:       sets the value on each member
//      valueForKeyPath: @...  a collection operator
import MiniFoundation
import MiniRuntime

extension Collections {
    /// Adds the methods to the three classes; their mutable subclasses inherit them.
    static func addCoding() {
        addCoding(
            to: NSArray.cls,
            valueForKey: { me, selector, key in Collections.valueForKey(me, selector, key, NSArray.cls) },
            valueForKeyPath: { me, selector, path in Collections.valueForPath(me, selector, path, NSArray.cls) })
        addCoding(
            to: NSOrderedSet.cls,
            valueForKey: { me, selector, key in Collections.valueForKey(me, selector, key, NSOrderedSet.cls) },
            valueForKeyPath: { me, selector, path in Collections.valueForPath(me, selector, path, NSOrderedSet.cls) })
        addCoding(
            to: NSSet.cls,
            valueForKey: { me, selector, key in Collections.valueForKey(me, selector, key, NSSet.cls) },
            valueForKeyPath: { me, selector, path in Collections.valueForPath(me, selector, path, NSSet.cls) })
    }

    private static func addCoding(to cls: Class, valueForKey: ObjectFromObject, valueForKeyPath: ObjectFromObject) {
        cls.addFunction(Selectors.valueForKey, "@24@0:8@16", valueForKey)
        cls.addFunction(Selectors.valueForKeyPath, "@24@0:8@16", valueForKeyPath)
        cls.addFunction(Selectors.setValueForKey, "v32@0:8@16@24", setValueForKey)
        Operators.add(to: cls)
    }

    // ── Methods ─────────────────────────────────────────────────────────────────────────────────────

    private static func valueForKey(_ me: ID, _ selector: SEL, _ key: ID?, _ cls: Class) -> ID? {
        let me = UnmanagedObject(me)
        guard let key = KeyArgument(key, me, selector) else { return nil }
        if let own = key.withoutAt {
            return me.messageSuper(of: cls, Selectors.valueForKey, own.unmanaged)?.address
        }
        var values: [Object] = []
        for member in elements(of: me) ?? [] {
            let value = autoreleasepool {
                member.unmanaged.message(Selectors.valueForKey, key.object)?.retained()
            }
            if RuntimeException.isPending { return nil }
            if let value = value ?? (cls == NSArray.cls ? NSNull.object : nil) { values.append(value) }
        }
        return collection(of: values, cls).autoreleased().address
    }

    private static func collection(of values: [Object], _ cls: Class) -> Object {
        switch cls {
        case NSArray.cls: NSArray.object(values)
        case NSSet.cls: NSSet.object(values)
        default: NSOrderedSet.object(values)
        }
    }

    private static func valueForPath(_ me: ID, _ selector: SEL, _ path: ID?, _ cls: Class) -> ID? {
        let me = UnmanagedObject(me)
        guard let path = KeyArgument(path, me, selector, "key path") else { return nil }
        guard path.text.utf8.first == UInt8(ascii: "@") else {
            return me.messageSuper(of: cls, Selectors.valueForKeyPath, path.object)?.address
        }
        return Operators.value(me, path, cls)?.address
    }

    private static let setValueForKey: TakingTwoObjects = { me, _, value, key in
        for member in Collections.elements(of: UnmanagedObject(me)) ?? [] {
            _ = member.unmanaged.message(Selectors.setValueForKey, UnmanagedObject(value), UnmanagedObject(key))
            if RuntimeException.isPending { return }
        }
    }
}

extension KeyArgument {
    /// The key `count` for `@count`; nil for a key without `@`.
    var withoutAt: Object? { text.utf8.first == UInt8(ascii: "@") ? NSString.object(String(text.dropFirst())) : nil }
}

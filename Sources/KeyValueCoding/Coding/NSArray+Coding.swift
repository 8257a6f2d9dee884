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
        for cls in classes {
            cls.addFunction(Selectors.valueForKey, "@24@0:8@16", valueForKey)
            cls.addFunction(Selectors.valueForKeyPath, "@24@0:8@16", valueForKeyPath)
            cls.addFunction(Selectors.setValueForKey, "v32@0:8@16@24", setValueForKey)
            Operators.add(to: cls)
        }
    }

    // ── Methods ─────────────────────────────────────────────────────────────────────────────────────

    private static let valueForKey: ObjectFromObject = { me, selector, key in
        guard let key = KeyArgument(key, to: me, selector) else { return nil }
        let cls = Collections.cls(of: key.receiver)
        if let own = key.withoutAt {
            return key.receiver.messageSuper(of: cls, Selectors.valueForKey, own.unmanaged)?.address
        }
        let name = key.object.retained()
        var values: [Object] = []
        for member in Collections.elements(of: key.receiver) ?? [] {
            let value = member.message(Selectors.valueForKey, name)
            if RuntimeException.isPending { return nil }
            if let value = value ?? (cls == NSArray.cls ? NSNull.object : nil) { values.append(value) }
        }
        return Collections.collection(of: values, cls).autoreleased().address
    }

    private static func collection(of values: [Object], _ cls: Class) -> Object {
        switch cls {
        case NSArray.cls: NSArray.object(values)
        case NSSet.cls: NSSet.object(values)
        default: NSOrderedSet.object(values)
        }
    }

    private static let valueForKeyPath: ObjectFromObject = { me, selector, path in
        guard let path = KeyArgument(path, to: me, selector, "key path") else { return nil }
        let cls = Collections.cls(of: path.receiver)
        guard path.text.utf8.first == UInt8(ascii: "@") else {
            return path.receiver.messageSuper(of: cls, Selectors.valueForKeyPath, path.object)?.address
        }
        return Operators.value(path, cls)?.address
    }

    private static let setValueForKey: TakingObjects = { me, _, value, key in
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

// NSDictionary.swift - immutable dictionaries. Keys are copied, values retained; keys are compared by -hash and
// -isEqual: and enumerated in insertion order.
//
// Primitives: count, objectForKey:, keyEnumerator. The entries of a dictionary created in Swift are in the same
// allocation as the object, after the ivars.
import MiniRuntime

/// Immutable dictionaries. Objective-C: `NSDictionary`.
public enum NSDictionary {
    /// The runtime class.
    public static var cls: Class { family.immutable }

    /// Returns a dictionary with these entries; of entries with equal keys the last one wins. O(n).
    ///
    /// Sends `copy` and `hash` to each key, and `isEqual:` to keys with the same hash. An exception that they raise
    /// ends the process unless a `try` send on this thread's stack can throw it. Objective-C: `+[NSDictionary
    /// dictionaryWithObjects:forKeys:]`.
    public static func object(_ entries: [(key: Object, value: Object)]) -> Object { object(entries, cls) }

    /// Returns the entries of an NSDictionary, read by messages. nil for other objects, and if an exception was raised.
    /// O(n).
    public static func entries(of object: Object) -> [(key: Object, value: Object)]? {
        let address = object.unmanaged.address
        guard object.unmanaged.isKind(of: cls) else { return nil }
        return withExtendedLifetime(object) {
            autoreleasepool {
                entries(of: address)?.map { (UnmanagedObject($0.key).retained(), UnmanagedObject($0.value).retained()) }
            }
        }
    }

    static var family: Family { Foundation.classes.pointee.dictionaries }

    static func object(_ entries: [(key: Object, value: Object)], _ cls: Class) -> Object {
        let bytes = entries.count * MemoryLayout<HashTable<ID>.Entry>.stride
        guard let dictionary = cls.createInstance(extraBytes: bytes) else { preconditionFailure("\(cls) is no class") }
        let table = HashTable<ID>(of: dictionary.unmanaged.address)
        if let memory = dictionary.indexedIvars { table.lend(memory, capacity: entries.count) }
        withExtendedLifetime(entries) {
            autoreleasepoolIfNone {
                for (key, value) in entries { table.set(value.unmanaged.address, for: key.unmanaged.address) }
            }
        }
        RuntimeException.terminateIfUncaught()
        return dictionary
    }

    /// Returns the entries, borrowed; nil if an exception was raised.
    static func entries(of dictionary: ID) -> [(key: ID, value: ID)]? {
        if !family.overrides(Selectors.objectForKey, in: dictionary),
            !family.overrides(Selectors.keyEnumerator, in: dictionary)
        {
            return HashTable<ID>(of: dictionary).all
        }
        let check = ExceptionCheck()
        let entries = members(of: dictionary)?.compactMap { key in value(for: key, in: dictionary).map { (key, $0) } }
        return check.raised ? nil : entries
    }

    /// Returns `[dictionary objectForKey:key]`.
    static func value(for key: ID, in dictionary: ID) -> ID? {
        if family.overrides(Selectors.objectForKey, in: dictionary) {
            return send(dictionary, Selectors.objectForKey, word(key))
        }
        let table = HashTable<ID>(of: dictionary)
        return table.position(of: key).map { table[$0].value }
    }

    /// Returns a new dictionary, +1.
    static func create(_ cls: Class, _ entries: [(key: ID, value: ID)]) -> ID {
        let dictionary = allocate(cls)
        HashTable<ID>(of: dictionary).fill(entries)
        return dictionary
    }

    /// Returns the entries of an argument that must be a dictionary or nil. nil if an exception was raised.
    static func entries(_ argument: ID?, _ me: ID, _ selector: SEL) -> [(key: ID, value: ID)]? {
        if family.accepts(argument, me, selector) { return entries(of: argument!) }
        return argument == nil ? [] : nil
    }
}

extension HashTable<ID> {
    /// Adds entries. Leaves out those whose keys raise.
    func fill(_ entries: [(key: ID, value: ID)]) {
        reserve(entries.count)
        keepingAlive(entries.map(\.key)) {
            keepingAlive(entries.map(\.value)) {
                for (key, value) in entries { set(value, for: key) }
            }
        }
    }

    /// Sets a value: copies a new key and retains the value. Changes nothing if the key raises when it is copied or
    /// compared.
    func set(_ value: ID, for key: ID) {
        switch search(key) {
        case .found(let position): release(replaceValue(at: position, with: retain(value)))
        case .absent(let hash):
            // The copy of a plain string is the string itself.
            guard let key = UnmanagedObject(key).isa == NSString.cls ? retain(key) : copy(key) else { return }
            append(hash: hash, key: key, value: retain(value))
        case .raised: break
        }
    }

    /// Removes all entries and releases them.
    func releaseAll() {
        removeAll { key, value in
            release(key)
            release(value)
        }
    }
}

// ── Methods ─────────────────────────────────────────────────────────────────────────────────────────

extension NSDictionary {
    private typealias FromLists = @convention(c) (ID, SEL, UnsafePointer<ID?>?, UnsafePointer<ID?>?, UInt) -> ID?

    static func makeClass() throws -> Class {
        var builder = try ClassBuilder("NSDictionary")
        try builder.addStorage(HashTable<ID>.Storage.self)
        addConstructors(to: builder)
        addReading(to: builder)
        builder.addCollection(
            equality: "isEqualToDictionary:",
            isEqual: { me, _, other in
                areEqual(me, other, NSDictionary.family) { NSDictionary.haveEqualEntries(me, $0) }
            },
            enumeration: { me, _, state, room, capacity in
                let request = EnumerationRequest(state, room, capacity)
                if NSDictionary.family.overrides(Selectors.keyEnumerator, in: me) {
                    return request.fill(me, by: Selectors.keyEnumerator)
                }
                return request.fill(HashTable<ID>(of: me))
            },
            dealloc: { me, _ in
                HashTable<ID>(of: me).releaseAll()
                superDealloc(me)
            })
        return builder.register()
    }

    private static func haveEqualEntries(_ a: ID, _ b: ID) -> Bool {
        let check = ExceptionCheck()
        return everyMember(of: a) { key in
            guard let mine = value(for: key, in: a), let other = value(for: key, in: b) else { return false }
            return isEqual(mine, other) && !check.raised
        }
    }

    private static func addConstructors(to builder: borrowing ClassBuilder) {
        builder.addEmptyConstructor("dictionary")
        builder.addToClass(
            "dictionaryWithObject:forKey:", "@", "@", "@",
            function: { me, selector, value, key in
                initialize(me) { dictionary in
                    withUnsafePointer(to: value) { value in
                        withUnsafePointer(to: key) { NSDictionary.fill(dictionary, me, selector, value, $0, 1) }
                    }
                }
            } as @convention(c) (ID, SEL, ID?, ID?) -> ID?)
        builder.addConstructor(
            ("dictionaryWithObjects:forKeys:count:", "initWithObjects:forKeys:count:"), "r^@", "r^@", "Q",
            function: { me, selector, values, keys, count in
                initialize(me) { NSDictionary.fill($0, me, selector, values, keys, count) }
            } as FromLists)
        builder.addConstructor(
            ("dictionaryWithDictionary:", "initWithDictionary:"), "@",
            function: { me, selector, other in
                initialize(me) { HashTable<ID>(of: $0).fill(NSDictionary.entries(other, me, selector) ?? []) }
            } as ObjectFromObject)
        builder.addCopy("copyWithZone:", retainedSelf)
        builder.addCopy("mutableCopyWithZone:") { me, _, _ in
            NSDictionary.entries(of: me).map { NSDictionary.create(NSMutableDictionary.cls, $0) }
        }
    }

    /// Raises for nil keys and values.
    private static func fill(
        _ dictionary: ID, _ me: ID, _ selector: SEL, _ values: UnsafePointer<ID?>?, _ keys: UnsafePointer<ID?>?,
        _ count: UInt
    ) {
        let count = values == nil || keys == nil ? 0 : count
        guard let values = presentObjects(values, count, "objects", me, selector),
            let keys = presentObjects(keys, count, "keys", me, selector)
        else { return }
        HashTable<ID>(of: dictionary).fill(zip(keys, values).map { (key: $0, value: $1) })
    }

    private static func addReading(to builder: borrowing ClassBuilder) {
        builder.add(Selectors.count, "Q", function: { me, _ in UInt(HashTable<ID>(of: me).count) } as WordMethod)
        builder.add(
            Selectors.objectForKey, "@", "@",
            function: { me, _, key in
                let table = HashTable<ID>(of: me)
                return key.flatMap { table.position(of: $0) }.map { table[$0].value }
            } as ObjectFromObject)
        builder.add(
            "objectForKeyedSubscript:", "@", "@",
            function: { me, _, key in key.flatMap { NSDictionary.value(for: $0, in: me) } } as ObjectFromObject)
        builder.add("allKeys", "@", function: arrayOfMembers)
        builder.add("allValues", "@", function: { me, _ in NSDictionary.allValues(of: me) } as ObjectMethod)
        builder.add(
            Selectors.keyEnumerator, "@",
            function: { me, _ in
                NSEnumerator.autoreleased(me, overriding: Selectors.keyEnumerator, NSDictionary.family) {
                    HashTable<ID>(of: me).keys
                }
            } as ObjectMethod)
        builder.add(
            Selectors.objectEnumerator, "@",
            function: { me, _ in NSDictionary.allValues(of: me).map { NSEnumerator.autoreleased($0) } } as ObjectMethod)
    }

    private static func allValues(of me: ID) -> ID? {
        entries(of: me).map { NSArray.autoreleased($0.map(\.value)) }
    }
}

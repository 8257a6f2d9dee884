// NSDictionary.swift - values by key, immutable. Copies its keys, retains its values; keys are told apart by -hash and
// -isEqual:.
//
//      │ isa │ count │ entries ─┼─► │ hash, key, value │ ... │     in the order they came
//      │           index ───────┼─► │ numbers of entries │          by hash, only if there are more than eight
//
// A dictionary that is made in Swift has its entries behind the ivars, in the same block of memory.
import MiniRuntime

/// Keyed collections as objects. Objective-C: `NSDictionary`.
public enum NSDictionary {
    /// The runtime class.
    public static var cls: Class { Foundation.classes.pointee.dictionary }

    /// A dictionary of these entries; of several with equal keys the last one counts. O(n).
    ///
    /// Sends `copy` and `hash` to each key, and `isEqual:` where hashes are equal. What those raise ends the process
    /// unless a `try` send is under way. Objective-C: `+[NSDictionary dictionaryWithObjects:forKeys:]`.
    public static func object(_ entries: [(key: Object, value: Object)]) -> Object {
        let bytes = entries.count * MemoryLayout<DictionaryTable.Entry>.stride
        guard let dictionary = cls.createInstance(extraBytes: bytes) else {
            preconditionFailure("NSDictionary is no class")
        }
        let table = storage(of: dictionary.unmanaged.address, as: DictionaryTable.self)
        if let lent = dictionary.indexedIvars {
            table.initialize(
                to: DictionaryTable(
                    lent: lent.assumingMemoryBound(to: DictionaryTable.Entry.self), capacity: entries.count))
        }
        for (key, value) in entries { table.pointee.set(value.unmanaged.address, for: key.unmanaged.address) }
        RuntimeException.terminateIfUncaught()
        return dictionary
    }

    /// The entries of an NSDictionary, in the order they came; nil for other objects. O(n).
    public static func entries(of object: Object) -> [(key: Object, value: Object)]? {
        let address = object.unmanaged.address
        guard isKind(address, of: cls) else { return nil }
        return read(address).map { (UnmanagedObject($0.key).retained(), UnmanagedObject($0.value).retained()) }
    }
}

extension NSDictionary {
    /// Fills an instance that `alloc` returned. Keys that raise when copied or compared are left out.
    static func fill(_ object: ID, count: Int, _ entry: (Int) -> (key: ID, value: ID)) {
        let table = storage(of: object, as: DictionaryTable.self)
        table.pointee.reserve(count)
        for index in 0..<count {
            let (key, value) = entry(index)
            table.pointee.set(value, for: key)
        }
    }

    /// The entries, borrowed.
    static func read(_ object: ID) -> UnsafeMutableBufferPointer<DictionaryTable.Entry> {
        storage(of: object, as: DictionaryTable.self).pointee.all
    }

    private static func value(for key: ID, in dictionary: ID) -> ID? {
        storage(of: dictionary, as: DictionaryTable.self).pointee.value(for: key)
    }

    private static func areEqual(_ a: ID, _ b: ID) -> Bool {
        let entries = read(a)
        guard entries.count == read(b).count else { return false }
        for entry in entries {
            guard let other = value(for: entry.key, in: b), isEqual(entry.value, other) else { return false }
        }
        return true
    }
}

// ── Methods ─────────────────────────────────────────────────────────────────────────────────────────

extension NSDictionary {
    private typealias FromObjects = @convention(c) (ID, SEL, UnsafePointer<ID?>?, UnsafePointer<ID?>?, Int) -> ID?

    static func makeClass() throws -> Class {
        var builder = try ClassBuilder("NSDictionary")
        try builder.addStorage(DictionaryTable.self)
        addMaking(to: builder)
        addReading(to: builder)
        addComparing(to: builder)
        builder.add("copyWithZone:", "@", "^v", function: retainedSelf)
        builder.add(
            "dealloc", "v",
            function: { me, _ in
                storage(of: me, as: DictionaryTable.self).deinitialize(count: 1)
                superDealloc(me)
            } as VoidMethod)
        return builder.register()
    }

    private static func addMaking(to builder: borrowing ClassBuilder) {
        builder.addToClass("dictionary", "@", function: { me, _ in autoreleased(allocate(me)) } as ObjectMethod)
        builder.addToClass(
            "dictionaryWithObject:forKey:", "@", "@", "@",
            function: { me, selector, value, key in
                withUnsafePointer(to: value) { value in
                    withUnsafePointer(to: key) { NSDictionary.made(allocate(me), me, selector, value, $0, 1) }
                }.map(autoreleased)
            } as @convention(c) (ID, SEL, ID?, ID?) -> ID?)
        builder.addToClass(
            "dictionaryWithObjects:forKeys:count:", "@", "r^@", "r^@", "Q",
            function: { me, selector, values, keys, count in
                NSDictionary.made(allocate(me), me, selector, values, keys, count).map(autoreleased)
            } as FromObjects)
        builder.add(
            "initWithObjects:forKeys:count:", "@", "r^@", "r^@", "Q",
            function: { me, selector, values, keys, count in
                NSDictionary.made(me, me, selector, values, keys, count)
            } as FromObjects)
    }

    /// nil keys and values raise.
    private static func made(
        _ dictionary: ID, _ me: ID, _ selector: SEL, _ values: UnsafePointer<ID?>?, _ keys: UnsafePointer<ID?>?,
        _ count: Int
    ) -> ID? {
        let count = values == nil || keys == nil ? 0 : count
        let values = UnsafeBufferPointer(start: values, count: count)
        let keys = UnsafeBufferPointer(start: keys, count: count)
        for (name, list) in [("objects", values), ("keys", keys)] {
            guard let index = list.firstIndex(of: nil) else { continue }
            raise(ExceptionName.invalidArgument, me, selector, "attempt to insert nil object from \(name)[\(index)]")
            release(dictionary)
            return nil
        }
        fill(dictionary, count: count) { (keys[$0]!, values[$0]!) }
        return dictionary
    }

    private static func addReading(to builder: borrowing ClassBuilder) {
        builder.add("count", "Q", function: { me, _ in UInt(NSDictionary.read(me).count) } as WordMethod)
        let objectForKey: ObjectFromObject = { me, _, key in key.flatMap { NSDictionary.value(for: $0, in: me) } }
        builder.add("objectForKey:", "@", "@", function: objectForKey)
        builder.add("objectForKeyedSubscript:", "@", "@", function: objectForKey)
        builder.add(
            "allKeys", "@",
            function: { me, _ in NSArray.autoreleased(NSDictionary.read(me).map(\.key)) } as ObjectMethod)
        builder.add(
            "allValues", "@",
            function: { me, _ in NSArray.autoreleased(NSDictionary.read(me).map(\.value)) } as ObjectMethod)
        builder.add(
            "description", "@",
            function: { me, _ in NSString.autoreleased(CollectionText.text(of: me)) } as ObjectMethod)
    }

    private static func addComparing(to builder: borrowing ClassBuilder) {
        let isEqual: Question = { me, _, other in
            guard let other, me != other else { return other != nil }
            return isKind(other, of: NSDictionary.cls) && NSDictionary.areEqual(me, other)
        }
        builder.add("isEqual:", "B", "@", function: isEqual)
        builder.add("isEqualToDictionary:", "B", "@", function: isEqual)
        builder.add("hash", "Q", function: { me, _ in UInt(NSDictionary.read(me).count) } as WordMethod)
    }
}

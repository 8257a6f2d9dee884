// ChangeDictionary.swift - the class of change dictionaries, which observers receive: immutable, and small.
//
//      │ isa │ NSDictionary's ivars, empty │ kind │ indexes │ old │ new │ notificationIsPrior │
//
// The last five are ivars, each an object or nil. A subclass of NSDictionary that implements the primitives on them:
// one block of memory, and no hashing.
import KeyValueCoding
import MiniFoundation
import MiniRuntime

enum ChangeDictionary {
    /// The keys in the order of the ivars.
    private static let keys: [Object] = [
        KeyValueChangeKey.kind, .indexes, .old, .new, .notificationIsPrior,
    ].map(\.object)
    private static let kinds = (0...4).map { NSNumber.object(UInt($0)) }
    private static let yes = NSNumber.object(true)

    /// Returns a new change dictionary. C makes those of the kind setting (value.c).
    static func object(
        _ kind: KeyValueChangeKind, old: Object? = nil, new: Object? = nil, indexes: Object? = nil,
        isPrior: Bool = false
    ) -> Object {
        guard let dictionary = cls.allocateInstance() else { fatalError("\(cls) makes no instances") }
        let values = values(of: dictionary.address)
        // `kind` and `yes` are tagged pointers, which are not retained.
        values[0] = kinds[Int(kind.rawValue)].unmanaged.address
        values[1] = indexes?.unmanaged.retain().address
        values[2] = old?.unmanaged.retain().address
        values[3] = new?.unmanaged.retain().address
        values[4] = isPrior ? yes.unmanaged.address : nil
        return dictionary.takeOwnership()
    }

    // ── Reading ─────────────────────────────────────────────────────────────────────────────────────
    // Read directly from the ivars: ObservedChange needs no messages for the five entries.

    /// The positions of the entries in `values(of:)`.
    enum Entry: Int {
        case kind, indexes, old, new, isPrior
    }

    static func isOne(_ dictionary: Object) -> Bool { dictionary.isa == cls }

    /// Returns an entry; nil if it is absent. `dictionary` must be an instance of this class.
    static func entry(_ entry: Entry, of dictionary: Object) -> Object? {
        withExtendedLifetime(dictionary) {
            UnmanagedObject(values(of: dictionary.unmanaged.address)[entry.rawValue])?.retained()
        }
    }

    static func kind(of dictionary: Object) -> KeyValueChangeKind {
        let kind = entry(.kind, of: dictionary)
        // Most changes are settings.
        return KeyValueChangeKind(rawValue: kind == kinds[1] ? 1 : UInt(kinds.firstIndex { $0 == kind }!))!
    }

    // ── The class ───────────────────────────────────────────────────────────────────────────────────

    static let cls: Class = {
        do {
            var builder = try ClassBuilder("NSKeyValueChangeDictionary", superclass: NSDictionary.cls)
            try builder.addIvar("_values", encoding: TypeEncoding("[\(keys.count)^v]"), ownership: .unretained)
            addMethods(to: builder.cls)
            return builder.register()
        } catch {
            fatalError("the class of change dictionaries cannot be made: \(error)")
        }
    }()

    private static let offset = cls.instanceVariable("_values")!.offset

    private static func values(of dictionary: ID) -> UnsafeMutablePointer<ID?> {
        (dictionary + offset).assumingMemoryBound(to: ID?.self)
    }

    private static func addMethods(to cls: Class) {
        cls.addFunction(Selectors.count, "Q16@0:8", as: WordMethod.self) { dictionary, _ in
            UInt((0..<ChangeDictionary.keys.count).count { ChangeDictionary.values(of: dictionary)[$0] != nil })
        }
        cls.addFunction(Selectors.objectForKey, "@24@0:8@16", as: ObjectFromObject.self) { dictionary, _, key in
            key.flatMap { ChangeDictionary.position(of: UnmanagedObject($0)) }.flatMap {
                ChangeDictionary.values(of: dictionary)[$0]
            }
        }
        cls.addFunction(Selectors.keyEnumerator, "@16@0:8", as: ObjectMethod.self) { dictionary, _ in
            let present = (0..<ChangeDictionary.keys.count).filter {
                ChangeDictionary.values(of: dictionary)[$0] != nil
            }.map { ChangeDictionary.keys[$0] }
            return NSArray.object(present).autoreleased().message(Selectors.objectEnumerator)?.address
        }
        cls.addFunction(Selectors.dealloc, "v16@0:8", as: VoidMethod.self) { dictionary, selector in
            for index in 1...3 { UnmanagedObject(ChangeDictionary.values(of: dictionary)[index])?.release() }
            let inherited = NSDictionary.cls.methodImplementation(Selectors.dealloc).address
            unsafeBitCast(inherited, to: VoidMethod.self)(dictionary, selector)
        }
    }

    /// Returns the index of a key's value; nil for other keys. Most callers use the constant strings, which are
    /// compared by address first.
    private static func position(of key: UnmanagedObject) -> Int? {
        keys.firstIndex { $0.unmanaged == key }
            ?? keys.firstIndex { own in withExtendedLifetime(own) { own.unmanaged.sendBool(Selectors.isEqual, key) } }
    }
}

/// Returns an entry of a change dictionary of any class, read by message.
func changeEntry(_ change: UnmanagedObject, _ key: KeyValueChangeKey) -> Object? {
    let value = change.sendWords(Selectors.objectForKey, (key.object.unmanaged.word, 0, 0, 0))
    return UnmanagedObject(word: value)?.retained()
}

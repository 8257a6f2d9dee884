// ChangeDictionary.swift - the class of change dictionaries, which observers receive: immutable, and small.
//
//      │ isa │ NSDictionary's ivars, empty │ kind │ indexes │ old │ new │ notificationIsPrior │
//
// The last five are one ivar, an array of objects or nil, in the order of kvo_entry (observing.h). A subclass of
// NSDictionary that implements the primitives on them: one block of memory, and no hashing.
import CKeyValueObserving
import KeyValueCoding
import MiniFoundation
import MiniRuntime

enum ChangeDictionary {
    /// The keys in the order of `kvo_entry`.
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
        // `kinds` and `yes` live for ever, and are not retained.
        place(KVO_KIND_ENTRY, of: dictionary.address).pointee = kinds[Int(kind.rawValue)].unmanaged.address
        place(KVO_INDEXES_ENTRY, of: dictionary.address).pointee = indexes?.unmanaged.retain().address
        place(KVO_OLD_ENTRY, of: dictionary.address).pointee = old?.unmanaged.retain().address
        place(KVO_NEW_ENTRY, of: dictionary.address).pointee = new?.unmanaged.retain().address
        place(KVO_IS_PRIOR_ENTRY, of: dictionary.address).pointee = isPrior ? yes.unmanaged.address : nil
        return dictionary.takeOwnership()
    }

    // ── Reading ─────────────────────────────────────────────────────────────────────────────────────
    // Read directly from the ivars: ObservedChange needs no messages for the five entries.

    static func isOne(_ dictionary: Object) -> Bool { dictionary.isa == cls }

    /// Returns an entry; nil if it is absent. `dictionary` must be an instance of this class.
    static func entry(_ entry: kvo_entry, of dictionary: Object) -> Object? {
        withExtendedLifetime(dictionary) {
            UnmanagedObject(place(entry, of: dictionary.unmanaged.address).pointee)?.retained()
        }
    }

    static func kind(of dictionary: Object) -> KeyValueChangeKind {
        let kind = entry(KVO_KIND_ENTRY, of: dictionary)
        return KeyValueChangeKind(rawValue: UInt(kinds.firstIndex { $0 == kind }!))!
    }

    // ── The class ───────────────────────────────────────────────────────────────────────────────────

    static let cls: MiniRuntime.Class = {
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

    private static func place(_ entry: kvo_entry, of dictionary: ID) -> UnsafeMutablePointer<ID?> {
        values(of: dictionary) + Int(entry.rawValue)
    }

    private static func addMethods(to cls: MiniRuntime.Class) {
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
            for entry in [KVO_INDEXES_ENTRY, KVO_OLD_ENTRY, KVO_NEW_ENTRY] {
                UnmanagedObject(ChangeDictionary.place(entry, of: dictionary).pointee)?.release()
            }
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

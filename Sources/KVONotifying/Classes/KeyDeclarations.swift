// KeyDeclarations.swift - implements NSObject's methods by which a class declares whether a key notifies automatically
// and which keys affect it.
//
// They call a method that is named after the key, if the class has one, so that a class can declare each key beside its
// accessors.
import CKeyValueObserving
import KeyValueCoding
import MiniFoundation
import MiniRuntime

enum KeyDeclarations {
    /// Implements `automaticallyNotifiesObserversForKey:`: returns the result of
    /// `automaticallyNotifiesObserversOf<Key>`; true if the class has no such method.
    static func isAutomatic(_ key: String, _ cls: UnmanagedObject) -> Bool {
        guard let declaration = declaration("automaticallyNotifiesObserversOf", key, cls) else { return true }
        return cls.sendBool(declaration)
    }

    /// Implements `keyPathsForValuesAffectingValueForKey:`: returns the NSSet from `keyPathsForValuesAffecting<Key>`;
    /// if the class has no such method, the keys set by `setKeys:triggerChangeNotificationsForDependentKey:`.
    static func keyPathsAffecting(_ key: String, _ cls: UnmanagedObject) -> Object {
        if let declaration = declaration("keyPathsForValuesAffecting", key, cls) {
            return UnmanagedObject(word: cls.sendWords(declaration))?.retained() ?? NSSet.object([])
        }
        return NSSet.object(oldStyleKeys(key, MiniRuntime.Class(address: cls.address)))
    }

    private static func declaration(_ prefix: String, _ key: String, _ cls: UnmanagedObject) -> Selector? {
        accessorNames(key).lazy.compactMap { cls.isa.resolvedMethod(named: prefix + $0)?.selector }.first
    }

    // ── setKeys:triggerChangeNotificationsForDependentKey: ──────────────────────────────────────────

    private static let oldStyle = Locked<[MiniRuntime.Class: [String: [Object]]]>([:], rank: .table)

    /// Implements `setKeys:triggerChangeNotificationsForDependentKey:`: replaces the keys set before for that key and
    /// class. Ignores key paths, because the message supports keys only.
    static func setKeys(_ keys: Object, triggering dependent: String, of cls: MiniRuntime.Class) {
        let keys = (NSArray.elements(of: keys) ?? NSSet.elements(of: keys) ?? []).filter { key in
            NSString.string(key).map { !$0.contains(".") } ?? false
        }
        oldStyle.withLock { $0[cls, default: [:]][dependent] = keys }
        kvo_declarations_changed()
    }

    /// Removes the keys set for a class that is disposed of.
    static func forget(_ cls: MiniRuntime.Class) {
        // Returned from the closure, so that the objects are released after the lock.
        _ = oldStyle.withLock { $0.removeValue(forKey: cls) }
    }

    /// Returns the keys set for the class, or for the nearest superclass that has some.
    private static func oldStyleKeys(_ key: String, _ cls: MiniRuntime.Class) -> [Object] {
        oldStyle.read { all in
            var next: MiniRuntime.Class? = cls
            while let cls = next {
                if let keys = all[cls]?[key] { return keys }
                next = cls.superclass
            }
            return []
        }
    }
}

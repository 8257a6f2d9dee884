// KeyDeclarations.swift - what a class says of its keys: whether they notify by themselves, and what affects them.
//
// NSObject's own answers. They ask a method that is named after the key, if the class has one, so that each key can be
// declared beside its accessors.
import CKeyValueObserving
import MiniFoundation
import MiniRuntime

enum KeyDeclarations {
    /// What `automaticallyNotifiesObserversForKey:` answers: `automaticallyNotifiesObserversOf<Key>`, or else yes.
    static func isAutomatic(_ key: String, _ cls: UnmanagedObject) -> Bool {
        guard let declaration = declaration("automaticallyNotifiesObserversOf", key, cls) else { return true }
        return cls.asks(declaration)
    }

    /// What `keyPathsForValuesAffectingValueForKey:` answers, an NSSet: `keyPathsForValuesAffecting<Key>`, or else what
    /// was set in the old way.
    static func keyPathsAffecting(_ key: String, _ cls: UnmanagedObject) -> Object {
        if let declaration = declaration("keyPathsForValuesAffecting", key, cls) {
            return UnmanagedObject(word: cls.sendWords(declaration))?.retained() ?? NSSet.object([])
        }
        return NSSet.object(oldStyleKeys(key, MiniRuntime.Class(address: cls.address)))
    }

    private static func declaration(_ prefix: String, _ key: String, _ cls: UnmanagedObject) -> Selector? {
        cls.isa.resolvedMethod(named: prefix + capitalized(key))?.selector
    }

    // ── setKeys:triggerChangeNotificationsForDependentKey: ──────────────────────────────────────────

    private static let oldStyle = Locked<[MiniRuntime.Class: [String: [Object]]]>([:], rank: .table)

    /// Replaces what was set before for that key of that class. Paths are left out: the old way knows keys only.
    static func setKeys(_ keys: Object, triggering dependent: String, of cls: MiniRuntime.Class) {
        let keys = (NSArray.elements(of: keys) ?? NSSet.elements(of: keys) ?? []).filter { key in
            withExtendedLifetime(key) { NSString.string(key.unmanaged).map { !$0.contains(".") } ?? false }
        }
        oldStyle.withLock { $0[cls, default: [:]][dependent] = keys }
        kvo_declarations_changed()
    }

    /// The class is disposed of.
    static func forget(_ cls: MiniRuntime.Class) {
        // What was there is let go after the lock.
        _ = oldStyle.withLock { $0.removeValue(forKey: cls) }
    }

    /// What the class or the nearest superclass has set.
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

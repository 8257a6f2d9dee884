// KeyRecord.swift - what is known of a class and its observed keys: asked once, kept for good.
import MiniFoundation
import MiniRuntime

/// A key of a class: its name in all forms that are needed, and what the class says about it.
final class KeyRecord: Sendable {
    let key: String
    /// The key as the NSString that messages carry.
    let object: Object
    /// Whether the class notifies by itself, when a setter is called.
    let isAutomatic: Bool
    unowned let cls: ClassRecord

    init(_ key: String, isAutomatic: Bool, cls: ClassRecord) {
        self.key = key
        object = NSString.object(key)
        self.isAutomatic = isAutomatic
        self.cls = cls
    }

    /// `set<Key>:` and `_set<Key>:`, the setters that notify.
    var setterSelectors: [Selector] {
        ["set", "_set"].map { Selector("\($0)\(capitalized(key)):") }
    }
}

/// `age` as accessors spell it: `Age`.
func capitalized(_ key: String) -> String {
    key.prefix(1).uppercased() + key.dropFirst()
}

/// A class X, its notifying class, and the keys of X that were ever observed.
///
/// One per class, for ever. What it asks the class, it asks by messages and without holding its lock.
final class ClassRecord: Sendable {
    let original: Class
    /// `NSKVONotifying_X`; nil if the name was taken, or X is a metaclass, and then nothing is automatic.
    let notifying: Class?
    private let keys = Locked<[String: KeyRecord]>([:])

    private init(_ original: Class) {
        self.original = original
        // A class that is observed itself keeps its metaclass: only manual notification reaches its observers.
        notifying = original.isMetaclass ? nil : NotifyingClass.make(for: original)
    }

    // ── Finding one ─────────────────────────────────────────────────────────────────────────────────

    private static let records = Locked<[Class: ClassRecord]>([:])

    /// The record of an object's class, which its isa says: either X or the notifying class of X.
    static func record(for isa: Class) -> ClassRecord {
        if let record = records.withLock({ $0[isa] }) { return record }
        return making.withLock { made in
            if let record = records.withLock({ $0[isa] }) { return record }
            let record = ClassRecord(isa)
            made += 1
            if let notifying = record.notifying { NotifyingClass.complete(notifying, record) }
            records.withLock {
                $0[isa] = record
                if let notifying = record.notifying { $0[notifying] = record }
            }
            return record
        }
    }

    // How many records there are. One thread at a time makes one: a second would find the notifying class's name taken.
    private static let making = Locked(0)

    // ── Keys ────────────────────────────────────────────────────────────────────────────────────────

    /// The record of a key, with the class asked whether it is automatic when the key is first met. nil with an
    /// exception pending if asking raised.
    func keyRecord(_ key: String) -> KeyRecord? {
        if let record = keys.withLock({ $0[key] }) { return record }
        let keyObject = NSString.object(key)
        let answer = withExtendedLifetime(keyObject) {
            original.object.unmanaged.sendWords(Selectors.automaticallyNotifies, (keyObject.unmanaged.word, 0, 0, 0))
        }
        if RuntimeException.isPending { return nil }
        let record = KeyRecord(key, isAutomatic: answer & 0xFF != 0, cls: self)
        return keys.withLock {
            if let other = $0[key] { return other }
            $0[key] = record
            return record
        }
    }

    /// Overrides the setters of an automatic key in the notifying class, those that X has.
    func hookSetters(of record: KeyRecord) {
        guard let notifying, record.isAutomatic else { return }
        for selector in record.setterSelectors {
            // What is still inherited is not overridden yet. Two threads may both find it so: the class keeps the first
            // override, and neither goes on to register before there is one.
            guard let method = original.instanceMethod(selector), notifying.instanceMethod(selector) == method else {
                continue
            }
            NotifyingClass.overrideSetter(method, in: notifying, of: record)
        }
    }
}

// ClassRecord.swift - a class whose instances are observed: its notifying class, and the keys that ever were.
import MiniFoundation
import MiniRuntime

/// A class X, its notifying class, and the records of its keys.
///
/// One per class, for ever. What it asks the class, it asks by messages and without holding its lock.
final class ClassRecord: Sendable {
    let original: Class
    /// `NSKVONotifying_X`; nil if the name was taken, or X is a metaclass, and then nothing is automatic.
    let notifying: Class?
    private let keys = Locked<[String: KeyRecord]>([:])

    private init(_ original: Class, _ notifying: Class?) {
        self.original = original
        self.notifying = notifying
    }

    /// For keys of objects that have their own way of observing: nothing is known of their class.
    static let ofNobody = ClassRecord(.nsObject, nil)

    // ── Finding one ─────────────────────────────────────────────────────────────────────────────────

    private static let records = Locked<[Class: ClassRecord]>([:])

    /// The record for an object's isa: that of X for X, for its notifying class, and for a class that somebody else put
    /// on top of the notifying class; X's overrides are reached from there, and a second set would tell everybody twice.
    static func record(for isa: Class) -> ClassRecord {
        known(isa) ?? make(for: isa)
    }

    private static func known(_ isa: Class) -> ClassRecord? {
        records.withLock { records in
            if let record = records[isa] { return record }
            var ancestor = isa.superclass
            while let cls = ancestor {
                if let record = records[cls], record.notifying == cls { return record }
                ancestor = cls.superclass
            }
            return nil
        }
    }

    private static func make(for original: Class) -> ClassRecord {
        making.withLock { made in
            if let record = known(original) { return record }
            // A class that is observed itself keeps its metaclass: only manual notification reaches its observers.
            let record = ClassRecord(original, original.isMetaclass ? nil : NotifyingClass.make(for: original))
            made += 1
            if let notifying = record.notifying { NotifyingClass.complete(notifying, record) }
            records.withLock {
                $0[original] = record
                if let notifying = record.notifying { $0[notifying] = record }
            }
            return record
        }
    }

    // How many records there are. One thread at a time makes one: a second would find the notifying class's name taken.
    private static let making = Locked(0)

    // ── Keys ────────────────────────────────────────────────────────────────────────────────────────

    /// The record of a key, with the class asked about it when the key is first met. nil with an exception pending if
    /// asking raised, or the answer cannot be.
    func keyRecord(_ name: String) -> KeyRecord? {
        if let record = keys.withLock({ $0[name] }) { return record }
        let key = Key.named(name)
        guard let record = makeRecord(of: key) else { return nil }
        return keys.withLock {
            if let other = $0[name] { return other }
            $0[name] = record
            return record
        }
    }

    private func makeRecord(of key: Key) -> KeyRecord? {
        if key.name.hasPrefix("@") {
            let argument = operatorArgument(key.name).map { [$0] } ?? []
            return KeyRecord(key, isAutomatic: false, affecting: argument, cls: self)
        }
        guard let isAutomatic = asksWhetherAutomatic(key), let affecting = asksWhatAffects(key) else { return nil }
        return KeyRecord(key, isAutomatic: isAutomatic, affecting: affecting, cls: self)
    }

    private func asksWhetherAutomatic(_ key: Key) -> Bool? {
        let answer = original.object.unmanaged.sendWords(Selectors.automaticallyNotifies, (key.word, 0, 0, 0))
        return RuntimeException.isPending ? nil : answer & 0xFF != 0
    }

    /// In the order of the set that the class answers.
    private func asksWhatAffects(_ key: Key) -> [String]? {
        autoreleasepool { () -> [String]? in
            let cls = original.object
            let answer = cls.unmanaged.sendWords(Selectors.keyPathsForValuesAffecting, (key.word, 0, 0, 0))
            if RuntimeException.isPending { return nil }
            guard let set = UnmanagedObject(UnsafeMutableRawPointer(bitPattern: answer))?.retained() else { return [] }
            let paths = (NSSet.elements(of: set) ?? []).compactMap { NSString.string($0) }
            for path in paths where splitKeyPath(path).key == key.name {
                RuntimeException.dependsOnItself(key.name, path, of: cls, set).raise()
                return nil
            }
            return paths
        }
    }
}

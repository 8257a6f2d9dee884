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
    private let keys = Locked<[ObjectIdentifier: KeyRecord]>([:])

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
        records.withLock { known(isa, in: $0) }
    }

    private static func known(_ isa: Class, in records: [Class: ClassRecord]) -> ClassRecord? {
        if let record = records[isa] { return record }
        var ancestor = isa.superclass
        while let cls = ancestor {
            if let record = records[cls], record.notifying == cls { return record }
            ancestor = cls.superclass
        }
        return nil
    }

    /// Makes the record with no lock held, for others see the class being made. Of two threads that do, one's counts.
    private static func make(for original: Class) -> ClassRecord {
        // A class that is observed itself keeps its metaclass: only manual notification reaches its observers.
        let isMetaclass = original.isMetaclass
        let notifying = isMetaclass ? nil : NotifyingClass(of: original)
        let record = ClassRecord(original, notifying?.cls)
        let winner = records.withLock { records in
            if let other = known(original, in: records) { return other }
            records[original] = record
            if let notifying = record.notifying { records[notifying] = record }
            return record
        }
        if winner === record {
            notifying?.register()
            if notifying == nil && !isMetaclass { NotifyingClass.logNameTaken(original) }
        } else {
            notifying?.dispose()
        }
        return winner
    }

    // ── Keys ────────────────────────────────────────────────────────────────────────────────────────

    /// The record of a key, with the class asked about it when the key is first met. nil with an exception pending if
    /// asking raised, or the answer cannot be.
    func keyRecord(_ name: String) -> KeyRecord? {
        let key = Key.named(name)
        if let record = keys.withLock({ $0[ObjectIdentifier(key)] }) { return record }
        guard let record = makeRecord(of: key) else { return nil }
        return keys.withLock {
            if let other = $0[ObjectIdentifier(key)] { return other }
            $0[ObjectIdentifier(key)] = record
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
        let answer = original.object.unmanaged.asks(Selectors.automaticallyNotifies, key.object.unmanaged)
        return RuntimeException.isPending ? nil : answer
    }

    /// In the order of the set that the class answers.
    private func asksWhatAffects(_ key: Key) -> [String]? {
        autoreleasepool { () -> [String]? in
            let cls = original.object
            let answer = cls.unmanaged.message(Selectors.keyPathsForValuesAffecting, key.object.unmanaged)
            if RuntimeException.isPending { return nil }
            guard let set = answer?.retained() else { return [] }
            let paths = (NSSet.elements(of: set) ?? []).compactMap { NSString.string($0) }
            for path in paths where key.isNamed(splitKeyPath(path).key) {
                RuntimeException.dependsOnItself(key.name, path, of: cls, set).raise()
                return nil
            }
            return paths
        }
    }
}

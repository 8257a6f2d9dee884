// ClassRecord.swift - a class whose instances are observed: its notifying class, and the keys that ever were.
import MiniFoundation
import MiniRuntime
import Synchronization

/// A class X, its notifying class, and the records of its keys.
///
/// One per class, for ever. What it asks the class, it asks by messages and without holding its lock.
final class ClassRecord: Sendable {
    let original: Class
    /// `NSKVONotifying_X`; nil if the name was taken, or X is a metaclass, and then nothing is automatic.
    let notifying: Class?
    /// As of when the notifying class is known to override no message of a changing value.
    private let silentGeneration = Atomic<UInt>(0)
    private let keys = PermanentTable<KeyRecord>()

    private init(_ original: Class, _ notifying: Class?) {
        self.original = original
        self.notifying = notifying
    }

    /// For keys of objects that have their own way of observing: nothing is known of their class.
    static let ofNobody = ClassRecord(.nsObject, nil)

    /// Whether an object of that isa wants to see the messages by which a change is said.
    func wantsMessages(_ messages: ChangeMessages, _ isa: Class) -> Bool {
        // Read first: what is added meanwhile will be found next time.
        let generation = Runtime.methodGeneration
        if messages.kind == .setting, isa == notifying, silentGeneration.load(ordering: .relaxed) == generation {
            return false
        }
        if messages.areOverridden(isa) { return true }
        if messages.kind == .setting, isa == notifying { silentGeneration.store(generation, ordering: .relaxed) }
        return false
    }

    // ── Finding one ─────────────────────────────────────────────────────────────────────────────────

    /// Under the class, and under its notifying class.
    private static let records = PermanentTable<ClassRecord>()
    /// How many have been entered. The lock is held while one is, under both.
    private static let count = Locked(0)

    /// The record for an object's isa: that of X for X, for its notifying class, and for a class that somebody else put
    /// on top of the notifying class; X's overrides are reached from there, and a second set would tell everybody twice.
    static func record(for isa: Class) -> ClassRecord {
        known(isa) ?? make(for: isa)
    }

    /// The same, if there is one already.
    static func known(_ isa: Class) -> ClassRecord? {
        if let record = entered(isa) { return record }
        var ancestor = isa.superclass
        while let cls = ancestor {
            if let record = entered(cls), record.notifying == cls { return record }
            ancestor = cls.superclass
        }
        return nil
    }

    private static func entered(_ cls: Class) -> ClassRecord? {
        records.find(hashOfAddress(cls.receiverAddress)) { $0.original == cls || $0.notifying == cls }
    }

    private func enter(under cls: Class) {
        _ = Self.records.insert(self, hashOfAddress(cls.receiverAddress)) { _ in false }
    }

    /// Makes the record with no lock held, for others see the class being made. Of two threads that do, one's counts.
    private static func make(for original: Class) -> ClassRecord {
        // A class that is observed itself keeps its metaclass: only manual notification reaches its observers.
        let isMetaclass = original.isMetaclass
        let notifying = isMetaclass ? nil : NotifyingClass(of: original)
        let record = ClassRecord(original, notifying?.cls)
        let winner = count.withLock { count in
            if let other = known(original) { return other }
            count += 1
            if let notifying = record.notifying { record.enter(under: notifying) }
            record.enter(under: original)
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
        if let record = keys.find(key.hash, { $0.key == key }) { return record }
        guard let record = makeRecord(of: key) else { return nil }
        return keys.insert(record, key.hash) { $0.key == key }
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

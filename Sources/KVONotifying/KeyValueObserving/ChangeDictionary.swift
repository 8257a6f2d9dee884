// ChangeDictionary.swift - the dictionary that an observer is given. Immutable, one per notification.
import MiniFoundation
import MiniRuntime

enum ChangeDictionary {
    private static let kinds: [KeyValueChangeKind: Object] = Dictionary(
        uniqueKeysWithValues: [.setting, .insertion, .removal, .replacement].map { ($0, NSNumber.object($0.rawValue)) })
    private static let settingOnly = NSDictionary.object([
        (KeyValueChangeKey.kind.object, NSNumber.object(KeyValueChangeKind.setting.rawValue))
    ])

    /// A change. The dictionary is shared when there is nothing to say but that a value was set.
    static func object(
        _ kind: KeyValueChangeKind, old: Object? = nil, new: Object? = nil, indexes: Object? = nil,
        isPrior: Bool = false
    ) -> Object {
        if kind == .setting && old == nil && new == nil && !isPrior { return settingOnly }
        var entries = [(key: KeyValueChangeKey.kind.object, value: kinds[kind]!)]
        if let indexes { entries.append((KeyValueChangeKey.indexes.object, indexes)) }
        if let old { entries.append((KeyValueChangeKey.old.object, old)) }
        if let new { entries.append((KeyValueChangeKey.new.object, new)) }
        if isPrior { entries.append((KeyValueChangeKey.notificationIsPrior.object, NSNumber.object(true))) }
        return NSDictionary.object(entries)
    }
}

/// An entry of a change dictionary, asked for by message.
func changeEntry(_ change: UnmanagedObject, _ key: KeyValueChangeKey) -> Object? {
    let value = change.sendWords(Selectors.objectForKey, (key.object.unmanaged.word, 0, 0, 0))
    return UnmanagedObject(word: value)?.retained()
}

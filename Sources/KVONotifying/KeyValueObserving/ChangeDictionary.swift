// ChangeDictionary.swift - the dictionary that an observer is given. Immutable, one per notification.
import MiniFoundation
import MiniRuntime

enum ChangeDictionary {
    private static let settingKind = NSNumber.object(KeyValueChangeKind.setting.rawValue)
    private static let kindOnly = NSDictionary.object([(KeyValueChangeKey.kind.object, settingKind)])

    /// A change of kind Setting. Shared when there is nothing else to say.
    static func setting(old: Object? = nil, new: Object? = nil, isPrior: Bool = false) -> Object {
        if old == nil && new == nil && !isPrior { return kindOnly }
        var entries = [(key: KeyValueChangeKey.kind.object, value: settingKind)]
        if let old { entries.append((KeyValueChangeKey.old.object, old)) }
        if let new { entries.append((KeyValueChangeKey.new.object, new)) }
        if isPrior { entries.append((KeyValueChangeKey.notificationIsPrior.object, NSNumber.object(true))) }
        return NSDictionary.object(entries)
    }
}

/// An entry of a change dictionary, asked for by message.
func changeValue(_ change: UnmanagedObject, _ key: KeyValueChangeKey) -> Object? {
    let value = change.sendWords("objectForKey:", (key.object.unmanaged.word, 0, 0, 0))
    return UnsafeMutableRawPointer(bitPattern: value).map { UnmanagedObject($0).retained() }
}

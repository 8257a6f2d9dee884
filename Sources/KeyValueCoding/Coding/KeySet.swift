// KeySet.swift - gets and sets several keys at once, as a dictionary in which NSNull stands for nil.
import MiniFoundation
import MiniRuntime

enum KeySet {
    /// Implements `dictionaryWithValuesForKeys:`. The result is borrowed; nil if an exception is pending afterwards.
    static func values(of object: UnmanagedObject, _ keys: UnmanagedObject?) -> UnmanagedObject? {
        guard let keys = keys.flatMap({ Collections.elements(of: $0) }) else {
            refuse(object, Selectors.dictionaryWithValuesForKeys, keys, "keys are", "an array")
            return nil
        }
        var entries: [(key: Object, value: Object)] = []
        for key in keys {
            let value = object.message(Selectors.valueForKey, key.unmanaged)?.retained()
            if RuntimeException.isPending { return nil }
            entries.append((key, value ?? NSNull.object))
        }
        return NSDictionary.object(entries).autoreleased()
    }

    /// Implements `setValuesForKeysWithDictionary:`. Stops at the first exception.
    static func setValues(_ values: UnmanagedObject?, _ object: UnmanagedObject) {
        guard let entries = values.flatMap({ NSDictionary.entries(of: $0.retained()) }) else {
            return refuse(object, Selectors.setValuesForKeys, values, "values are", "a dictionary")
        }
        for (key, value) in entries {
            let value = value == NSNull.object ? nil : value
            _ = object.message(Selectors.setValueForKey, value?.unmanaged, key.unmanaged)
            if RuntimeException.isPending { return }
        }
    }

    private static func refuse(
        _ object: UnmanagedObject, _ message: Selector, _ found: UnmanagedObject?, _ what: String, _ wanted: String
    ) {
        let found = found.map { "a \($0.isa.name)" } ?? "nil"
        RuntimeException.badArgument(object, message, "the \(what) \(found), not \(wanted)").raise()
    }
}

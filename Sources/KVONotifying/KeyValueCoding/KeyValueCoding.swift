// KeyValueCoding.swift - for callers within this module that are not methods themselves.
import MiniFoundation
import MiniRuntime

enum KeyValueCoding {
    /// The value of a key by the message `valueForKey:`. nil, or nil with an exception pending.
    static func value(of object: UnmanagedObject, _ key: String) -> Object? {
        let key = NSString.object(key)
        return autoreleasepool {
            withExtendedLifetime(key) { object.message(CodingSelectors.valueForKey, key.unmanaged)?.retained() }
        }
    }
}

// KeyPathWalk.swift - key paths: `employer.name` is `name` of what `employer` is.
//
// The object is asked for the first key, what it answers for the rest, each by message: whatever stands there may have
// its own way. A path that meets nil answers nil, and changes nothing.
import MiniFoundation
import MiniRuntime

enum KeyPathWalk {
    /// Sends `message` with the last key to the object that the path leads to, by way of `pathMessage`, which takes the
    /// rest of the path. nil if there is nothing, or with an exception pending.
    static func value(
        _ object: UnmanagedObject, _ path: KeyArgument, last message: Selector, rest pathMessage: Selector
    ) -> UnmanagedObject? {
        guard let rest = path.afterFirstKey else { return object.message(message, path.object) }
        return hop(object, path) { $0.message(pathMessage, rest.unmanaged)?.retained() }?.autoreleased()
    }

    static func setValue(_ value: UnmanagedObject?, _ object: UnmanagedObject, _ path: KeyArgument) {
        guard let rest = path.afterFirstKey else {
            _ = object.message(Selectors.setValueForKey, value, path.object)
            return
        }
        hop(object, path) { _ = $0.message(Selectors.setValueForKeyPath, value, rest.unmanaged) }
    }

    /// Calls `body` with the next object, which is kept alive meanwhile.
    @discardableResult
    static func hop<Result>(_ object: UnmanagedObject, _ path: KeyArgument, _ body: (UnmanagedObject) -> Result?)
        -> Result?
    {
        let key = path.firstKey
        let next = withExtendedLifetime(key) { object.message(Selectors.valueForKey, key.unmanaged)?.retained() }
        guard let next else { return nil }
        return withExtendedLifetime(next) { body(next.unmanaged) }
    }
}

extension KeyArgument {
    private var dot: String.Index? { text.utf8.firstIndex(of: UInt8(ascii: ".")) }

    /// What stands before the first dot.
    var firstKey: Object { NSString.object(String(text[..<(dot ?? text.endIndex)])) }

    /// What stands behind the first dot; nil if there is none.
    var afterFirstKey: Object? { dot.map { NSString.object(String(text[text.utf8.index(after: $0)...])) } }
}

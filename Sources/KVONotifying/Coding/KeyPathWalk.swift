// KeyPathWalk.swift - follows key paths: `employer.name` is the `name` of the object's `employer`.
//
// Each object on the path receives a message, because its class may override the method. If a key on the way has the
// value nil, the result is nil, and setting does nothing.
import MiniFoundation
import MiniRuntime

enum KeyPathWalk {
    /// Sends `message` with the last key to the last object on the path. The object after the first key receives
    /// `pathMessage` with the rest of the path. Returns nil if a value on the way is nil, or with an exception pending.
    static func value(
        _ object: UnmanagedObject, _ path: KeyArgument, last message: Selector, rest pathMessage: Selector
    ) -> UnmanagedObject? {
        guard let rest = path.afterFirstKey else { return object.message(message, path.object) }
        return step(object, path) { $0.message(pathMessage, rest.unmanaged)?.retained() }?.autoreleased()
    }

    static func setValue(_ value: UnmanagedObject?, _ object: UnmanagedObject, _ path: KeyArgument) {
        guard let rest = path.afterFirstKey else {
            _ = object.message(Selectors.setValueForKey, value, path.object)
            return
        }
        step(object, path) { _ = $0.message(Selectors.setValueForKeyPath, value, rest.unmanaged) }
    }

    /// Calls `body` with the value of the first key, and keeps it alive during the call.
    @discardableResult
    static func step<Result>(_ object: UnmanagedObject, _ path: KeyArgument, _ body: (UnmanagedObject) -> Result?)
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

    /// The part before the first dot.
    var firstKey: Object { NSString.object(String(text[..<(dot ?? text.endIndex)])) }

    /// The part after the first dot; nil if there is none.
    var afterFirstKey: Object? { dot.map { NSString.object(String(text[text.utf8.index(after: $0)...])) } }
}

// KeyPathWalk.swift - follows key paths: `employer.name` is the `name` of the object's `employer`.
//
// Each object on the path receives a message, because its class may override the method. If a key on the way has the
// value nil, the result is nil, and setting does nothing.
import MiniFoundation
import MiniRuntime

enum KeyPathWalk {
    /// Sends `message` with the last key to the last object on the path. The object after the first key receives
    /// `pathMessage` with the rest of the path. Returns nil if a value on the way is nil, or if an exception is
    /// pending afterwards.
    static func value(_ path: KeyArgument, last message: Selector, rest pathMessage: Selector) -> UnmanagedObject? {
        guard let rest = path.afterFirstKey else { return path.receiver.message(message, path.object) }
        return step(path) { $0.message(pathMessage, rest.unmanaged)?.retained() }?.autoreleased()
    }

    static func setValue(_ value: UnmanagedObject?, _ path: KeyArgument) {
        guard let rest = path.afterFirstKey else {
            _ = path.receiver.message(Selectors.setValueForKey, value, path.object)
            return
        }
        step(path) { _ = $0.message(Selectors.setValueForKeyPath, value, rest.unmanaged) }
    }

    /// Calls `body` with the value of the first key, and keeps it alive during the call.
    @discardableResult
    static func step<Result>(_ path: KeyArgument, _ body: (UnmanagedObject) -> Result?) -> Result? {
        let key = path.firstKey
        let next = withExtendedLifetime(key) {
            path.receiver.message(Selectors.valueForKey, key.unmanaged)?.retained()
        }
        return next.flatMap { next in withExtendedLifetime(next) { body(next.unmanaged) } }
    }
}

extension KeyArgument {
    /// The part before the first dot.
    var firstKey: Object { NSString.object(splitAtDot(text).first) }

    /// The part after the first dot; nil if there is none.
    var afterFirstKey: Object? { splitAtDot(text).rest.map { NSString.object($0) } }
}

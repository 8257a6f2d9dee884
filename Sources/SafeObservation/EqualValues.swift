// EqualValues.swift - leaving out changes that change nothing.
import KVONotifying
import MiniFoundation
import MiniRuntime

enum EqualValues {
    /// A handler that is called only for changes whose old and new values differ, by `isEqual:`, and which sees only what
    /// `options` asked for. Changes of single elements, and notifications before a change, always pass: whether
    /// a value will be equal is not known yet.
    static func skipping(
        _ options: KeyValueObservingOptions, _ handler: @escaping ObservationToken.Handler
    ) -> ObservationToken.Handler {
        { object, change in
            if change.kind == .setting, let old = change.oldValue, let new = change.newValue {
                if try old == new || old.send("isEqual:", new, as: Bool.self) { return }
            }
            try handler(object, change.restricted(to: options))
        }
    }
}

extension KeyValueObservedChange {
    /// The same without the values that were not asked for.
    fileprivate func restricted(to options: KeyValueObservingOptions) -> KeyValueObservedChange {
        KeyValueObservedChange(
            kind: kind, oldValue: options.contains(.old) ? oldValue : nil,
            newValue: options.contains(.new) ? newValue : nil, indexes: indexes, isPrior: isPrior)
    }
}

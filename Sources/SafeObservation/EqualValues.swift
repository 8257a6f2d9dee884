// EqualValues.swift - leaving out changes that change nothing.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TypedClasses

/// How an observation finds out that a change has changed nothing.
@usableFromInline struct EqualValues: Sendable {
    private let areEqual: @Sendable (Object, Object) throws -> Bool

    /// By `isEqual:`, for values whose Swift type is not known.
    static let byMessage = EqualValues { old, new in
        try old == new || old.send("isEqual:", new, as: Bool.self)
    }

    /// By the `==` of a Swift type; by `isEqual:` if it has none.
    @usableFromInline static func of<Value: PropertyValue>(_ type: Value.Type) -> EqualValues {
        if let type = type as? any (PropertyValue & Equatable).Type { return byOperator(type) }
        return byMessage
    }

    private static func byOperator<Value: PropertyValue & Equatable>(_ type: Value.Type) -> EqualValues {
        EqualValues { old, new in try Value.fromObject(old) == Value.fromObject(new) }
    }

    /// A handler that is called only for changes whose old and new values differ, and which sees only the values that
    /// `options` include. Changes of single elements, and notifications before a change, always pass: whether the
    /// new value will be equal is not known yet.
    func skipping(
        _ options: KeyValueObservingOptions, _ handler: @escaping KeyValueObservation.Handler
    ) -> KeyValueObservation.Handler {
        { object, change in
            if change.kind == .setting, let old = change.oldValue, let new = change.newValue {
                if try areEqual(old, new) { return }
            }
            try handler(object, change.restricted(to: options))
        }
    }

    /// Whether a property that has the first value need not be set to the second.
    static func areEqual<Value: PropertyValue>(_ a: Value, _ b: Value) throws -> Bool {
        if let a = a as? any Equatable { return isEqual(a, b) }
        let (a, b) = (a.boxed, b.boxed)
        return try a == b || a?.send("isEqual:", b, as: Bool.self) == true
    }

    private static func isEqual<Value: Equatable>(_ a: Value, _ b: some Any) -> Bool {
        a == b as? Value
    }
}

extension KeyValueObservedChange {
    /// The same change without the values that were not asked for.
    fileprivate func restricted(to options: KeyValueObservingOptions) -> KeyValueObservedChange {
        KeyValueObservedChange(
            kind: kind, oldValue: options.contains(.old) ? oldValue : nil,
            newValue: options.contains(.new) ? newValue : nil, indexes: indexes, isPrior: isPrior)
    }
}

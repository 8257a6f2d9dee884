// EqualValues.swift - leaves out changes whose old and new values are equal.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TypedClasses

/// Decides whether the old and the new value of a change are equal.
@usableFromInline struct EqualValues: Sendable {
    private let areEqual: @Sendable (Object, Object) throws -> Bool

    /// Compares by `isEqual:`, for values whose Swift type is not known.
    static let byMessage = EqualValues { old, new in
        try old == new || old.send("isEqual:", new, as: Bool.self)
    }

    /// Compares by the `==` of a Swift type, or by `isEqual:` if the type is not Equatable.
    @usableFromInline static func of<Value: PropertyValue>(_ type: Value.Type) -> EqualValues {
        if let type = type as? any (PropertyValue & Equatable).Type { return byOperator(type) }
        return byMessage
    }

    private static func byOperator<Value: PropertyValue & Equatable>(_ type: Value.Type) -> EqualValues {
        EqualValues { old, new in try Value.fromObject(old) == Value.fromObject(new) }
    }

    /// Returns a handler that calls `handler` only for changes whose old and new values differ, with only the values
    /// that `options` include. Changes of single elements and notifications before a change are never left out: the
    /// latter do not contain the new value.
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

    /// Returns whether two values of a property are equal, so that a set can be left out.
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
    /// Returns the change without the values that `options` do not include.
    fileprivate func restricted(to options: KeyValueObservingOptions) -> KeyValueObservedChange {
        KeyValueObservedChange(
            kind: kind, oldValue: options.contains(.old) ? oldValue : nil,
            newValue: options.contains(.new) ? newValue : nil, indexes: indexes, isPrior: isPrior)
    }
}

// EqualValues.swift - leaving out changes that change nothing.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TypedClasses

enum EqualValues {
    /// Whether two values are not to be told apart.
    typealias Comparison = @Sendable (_ old: Object, _ new: Object) throws -> Bool

    /// As `isEqual:` says.
    static let byMessage: Comparison = { old, new in
        try old == new || old.send("isEqual:", new, as: Bool.self)
    }

    /// As `isEqual:` says, or `==` of the Swift type.
    static func of<Value: PropertyValue>(_ type: Value.Type) -> Comparison {
        { old, new in
            if try byMessage(old, new) { return true }
            guard type is any Equatable.Type else { return false }
            return try areEqual(type.fromObject(old), type.fromObject(new))
        }
    }

    /// Whether two values are equal by `==`; false for a type that has none.
    static func areEqual<Value>(_ a: Value, _ b: Value) -> Bool {
        func compare<Known: Equatable>(_ a: Known) -> Bool { (b as? Known) == a }
        return (a as? any Equatable).map { compare($0) } ?? false
    }

    /// A handler that is called only for changes whose old and new values differ, and which sees only what `options`
    /// asked for. Changes of single elements, and notifications before a change, always pass: whether a value will be
    /// equal is not known yet.
    static func skipping(
        _ areEqual: @escaping Comparison, _ options: KeyValueObservingOptions,
        _ handler: @escaping ObservationToken.Handler
    ) -> ObservationToken.Handler {
        { object, change in
            if change.kind == .setting, let old = change.oldValue, let new = change.newValue, try areEqual(old, new) {
                return
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

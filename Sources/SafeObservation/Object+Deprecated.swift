// Object+Deprecated.swift - the former names of `onChange(of:)` for key paths as text. The next version removes them.
import Dispatch
import KVONotifying
import MiniFoundation
import MiniRuntime

extension Object {
    /// Deprecated: `onChange(of:)` calls a closure for as long as the object lives.
    @available(*, deprecated, message: "use 'onChange(of:)', whose handler receives the object and the change")
    public func observe(
        _ keyPath: String, options: KeyValueObservingOptions = .oldToNew, identifier: String? = nil,
        skipsEqualValues: Bool = false, on queue: DispatchQueue? = nil,
        changes:
            @escaping @Sendable (
                _ receiver: Object, _ newValue: Object?, _ change: KeyValueObservedChange
            ) throws -> Void
    ) throws {
        try onChange(
            of: keyPath, options: options, identifier: identifier, skipsEqualValues: skipsEqualValues, on: queue
        ) { receiver, change in try changes(receiver, change.newValueOrNil, change) }
    }

    /// Deprecated: `onChange(of:_:)` calls a closure for as long as both objects live.
    @available(*, deprecated, message: "use 'onChange(of: target, \"key\")', whose default option is [.new]")
    public func observe(
        target: Object, _ keyPath: String, options: KeyValueObservingOptions = .upToDate,
        skipsEqualValues: Bool = false, on queue: DispatchQueue? = nil,
        changes:
            @escaping @Sendable (
                _ observer: Object, _ target: Object, _ newValue: Object?, _ change: KeyValueObservedChange
            ) throws -> Void
    ) throws {
        try onChange(of: target, keyPath, options: options, skipsEqualValues: skipsEqualValues, on: queue) {
            observer, target, change in try changes(observer, target, change.newValueOrNil, change)
        }
    }

    /// Deprecated: call `onChange(of:_:)` in a loop.
    @available(*, deprecated, message: "call 'onChange(of: target, \"key\", options: .upToDate)' for each target")
    public func observe(
        targets: [(object: Object, keyPath: String)],
        updates: @escaping @Sendable (_ observer: Object, _ target: Object, _ newValue: Object?) throws -> Void
    ) throws {
        for (target, keyPath) in targets {
            try onChange(of: target, keyPath, options: .upToDate) { observer, target, change in
                try updates(observer, target, change.newValueOrNil)
            }
        }
    }

    /// Deprecated: renamed to `unobserve(_:_:)`.
    @available(*, deprecated, renamed: "unobserve(_:_:)")
    public func unobserve(target: Object, _ keyPath: String) { unobserve(target, keyPath) }

    /// Deprecated: renamed to `unobserve(_:)`.
    @available(*, deprecated, renamed: "unobserve(_:)")
    public func unobserve(target: Object) { unobserve(target) }

    /// Deprecated: renamed to `unobserveOthers()`.
    @available(*, deprecated, renamed: "unobserveOthers()")
    public func unobserveTargets() { unobserveOthers() }

    /// Deprecated: `onChange(of:)` does the same.
    @available(*, deprecated, message: "use 'onChange(of:)', whose handler receives the object and the change")
    public func post(
        _ keyPath: String, _ handler: @escaping @Sendable (_ object: Object, _ newValue: Object?) throws -> Void
    ) throws {
        let held = ObjectObservation(.post, owner: self, target: self, keyPath: keyPath, options: [.new])
        try held.begin { object, _, change in try handler(object, change.newValueOrNil) }
    }

    /// Deprecated: `unobserve(_:)` ends what `onChange(of:)` began.
    @available(*, deprecated, message: "use 'unobserve(_:)' with 'onChange(of:)'")
    public func stopPosting(_ keyPath: String) {
        ObjectObservations.end(ownedBy: self) { $0.kind == .post && $0.keyPath == keyPath }
    }
}

extension KeyValueObservedChange {
    /// The new value; nil if it is NSNull.
    fileprivate var newValueOrNil: Object? { newValue == NSNull.object ? nil : newValue }
}

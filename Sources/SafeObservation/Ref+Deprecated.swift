// Ref+Deprecated.swift - the former names of `onChange(of:)` for typed properties. The next version removes them.
import Dispatch
import KVONotifying
import MiniFoundation
import MiniRuntime
import TypedClasses

extension Ref {
    /// Deprecated: `onChange(of:)` calls a closure for as long as the object lives.
    @available(*, deprecated, message: "use 'onChange(of:)', whose handler receives the object and the change")
    public func observe<P: ReadableProperty>(
        _ member: KeyPath<Description, P>, options: KeyValueObservingOptions = .oldToNew, identifier: String? = nil,
        skipsEqualValues: Bool = false, on queue: DispatchQueue? = nil,
        changes:
            @escaping @Sendable (
                _ receiver: Ref, _ newValue: P.Value.Unwrapped?, _ change: ObservedChange<P.Value>
            ) throws -> Void
    ) throws {
        try onChange(
            of: member, options: options, identifier: identifier, skipsEqualValues: skipsEqualValues, on: queue
        ) { receiver, change in try changes(receiver, change.newValue, change) }
    }

    /// Deprecated: `onChange(of:_:)` calls a closure for as long as both objects live.
    @available(*, deprecated, message: "use 'onChange(of: target, \\.key)', whose default option is [.new]")
    public func observe<Target, P: ReadableProperty>(
        target: Ref<Target>, _ member: KeyPath<Target, P>, options: KeyValueObservingOptions = .upToDate,
        skipsEqualValues: Bool = false, on queue: DispatchQueue? = nil,
        changes:
            @escaping @Sendable (
                _ observer: Ref, _ target: Ref<Target>, _ newValue: P.Value.Unwrapped?,
                _ change: ObservedChange<P.Value>
            ) throws -> Void
    ) throws {
        try onChange(of: target, member, options: options, skipsEqualValues: skipsEqualValues, on: queue) {
            observer, target, change in try changes(observer, target, change.newValue, change)
        }
    }

    /// Deprecated: call `onChange(of:_:)` in a loop.
    @available(*, deprecated, message: "call 'onChange(of: target, \\.key, options: .upToDate)' for each target")
    public func observe<Target, P: ReadableProperty>(
        targets: [Ref<Target>], _ member: KeyPath<Target, P>, options: KeyValueObservingOptions = .upToDate,
        skipsEqualValues: Bool = false, on queue: DispatchQueue? = nil,
        changes:
            @escaping @Sendable (
                _ observer: Ref, _ target: Ref<Target>, _ newValue: P.Value.Unwrapped?,
                _ change: ObservedChange<P.Value>
            ) throws -> Void
    ) throws {
        for target in targets {
            try observe(
                target: target, member, options: options, skipsEqualValues: skipsEqualValues, on: queue,
                changes: changes)
        }
    }

    /// Deprecated: renamed to `unobserve(_:_:)`.
    @available(*, deprecated, renamed: "unobserve(_:_:)")
    public func unobserve<Target, P: ReadableProperty>(target: Ref<Target>, _ member: KeyPath<Target, P>) {
        unobserve(target, member)
    }

    /// Deprecated: renamed to `unobserve(_:)`.
    @available(*, deprecated, renamed: "unobserve(_:)")
    public func unobserve<Target>(target: Ref<Target>) { unobserve(target) }

    /// Deprecated: renamed to `unobserveOthers()`.
    @available(*, deprecated, renamed: "unobserveOthers()")
    public func unobserveTargets() { unobserveOthers() }

    /// Deprecated: `onChange(of:)` does the same.
    @available(*, deprecated, message: "use 'onChange(of:)', whose handler receives the object and the change")
    public func post<P: ReadableProperty>(
        _ member: KeyPath<Description, P>,
        _ handler: @escaping @Sendable (_ object: Ref, _ newValue: P.Value) throws -> Void
    ) throws {
        let keyPath = Self.keyPath(member)
        try object.post(keyPath) { object, newValue in
            try handler(.bridged(from: object), P.Value.fromObject(newValue ?? NSNull.object))
        }
    }

    /// Deprecated: `unobserve(_:)` ends what `onChange(of:)` began.
    @available(*, deprecated, message: "use 'unobserve(_:)' with 'onChange(of:)'")
    public func stopPosting<P: ReadableProperty>(_ member: KeyPath<Description, P>) {
        object.stopPosting(Self.keyPath(member))
    }
}

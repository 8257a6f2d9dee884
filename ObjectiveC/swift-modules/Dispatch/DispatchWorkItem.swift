// DispatchWorkItem.swift - work that can be cancelled and awaited.

/// How work runs.
public struct DispatchWorkItemFlags: OptionSet, Sendable {
    /// The flags as bits.
    public let rawValue: UInt
    /// Creates flags from bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Waits for the earlier work of a concurrent queue, and lets later work wait.
    public static let barrier = DispatchWorkItemFlags(rawValue: 0x1)
    /// Does not inherit from where the work was created.
    public static let detached = DispatchWorkItemFlags(rawValue: 0x2)
    /// Inherits from where the work was created.
    public static let assignCurrentContext = DispatchWorkItemFlags(rawValue: 0x4)
    /// Has no quality of service of its own.
    public static let noQoS = DispatchWorkItemFlags(rawValue: 0x8)
    /// Prefers the quality of service of the queue.
    public static let inheritQoS = DispatchWorkItemFlags(rawValue: 0x10)
    /// Prefers the quality of service of the work.
    public static let enforceQoS = DispatchWorkItemFlags(rawValue: 0x20)
}

/// Returns a block of libdispatch with these properties, or the work itself if it has none.
func makeBlock(
    _ qos: DispatchQoS, _ flags: DispatchWorkItemFlags, _ work: @escaping Block
) -> Block {
    qos == .unspecified && flags.isEmpty ? work : DispatchWorkItem(qos: qos, flags: flags, block: work).block
}

/// Work that can be cancelled before it runs, and awaited.
public final class DispatchWorkItem: @unchecked Sendable {  // a block of libdispatch, which is made for threads
    let block: Block

    /// Creates a work item that calls `block`.
    public init(
        qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
        block: @escaping @convention(block) () -> Void
    ) {
        self.block =
            qos == .unspecified
            ? createBlock(flags.rawValue, block)
            : createBlock(flags.rawValue, qos.qosClass.rawValue.rawValue, Int32(qos.relativePriority), block)
    }

    /// Runs the work now, unless it is cancelled.
    public func perform() { block() }

    /// Waits until the work has run.
    public func wait() { _ = Dispatch.wait(block, DispatchTime.distantFuture.rawValue) }
    /// Waits until the work has run, or until `timeout`.
    public func wait(timeout: DispatchTime) -> DispatchTimeoutResult {
        DispatchTimeoutResult(Dispatch.wait(block, timeout.rawValue))
    }
    /// Waits until the work has run, or until the clock of the computer shows `wallTimeout`.
    public func wait(wallTimeout: DispatchWallTime) -> DispatchTimeoutResult {
        DispatchTimeoutResult(Dispatch.wait(block, wallTimeout.rawValue))
    }

    /// Runs `work` on `queue` when this work has run or was cancelled.
    @preconcurrency public func notify(
        qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [], queue: DispatchQueue,
        execute work: @escaping @Sendable @convention(block) () -> Void
    ) {
        Dispatch.notify(block, queue, makeBlock(qos, flags, work))
    }
    /// Runs `execute` on `queue` when this work has run or was cancelled.
    public func notify(queue: DispatchQueue, execute workItem: DispatchWorkItem) {
        Dispatch.notify(block, queue, workItem.block)
    }

    /// Keeps the work from running, unless it runs already.
    public func cancel() { Dispatch.cancel(block) }
    /// Whether the work was cancelled.
    public var isCancelled: Bool { testCancel(block) != 0 }
}

// DispatchGroup.swift - waiting: for work of a group, and for the signals of a semaphore.

// Sendable: libdispatch is made for threads. The module CDispatch has no other declarations in Swift than those here.
// swift-format-ignore: AvoidRetroactiveConformances
extension DispatchGroup: @retroactive @unchecked Sendable {}
// swift-format-ignore: AvoidRetroactiveConformances
extension DispatchSemaphore: @retroactive @unchecked Sendable {}

/// Whether a wait has ended before its timeout.
public enum DispatchTimeoutResult: Sendable {
    /// It has ended before.
    case success
    /// The time came first.
    case timedOut

    init(_ result: Int) { self = result == 0 ? .success : .timedOut }
}

extension DispatchGroup {
    /// Waits until the group is empty.
    public func wait() { _ = dispatch_group_wait(self, DispatchTime.distantFuture.rawValue) }
    /// Waits until the group is empty, or until `timeout`.
    public func wait(timeout: DispatchTime) -> DispatchTimeoutResult {
        DispatchTimeoutResult(dispatch_group_wait(self, timeout.rawValue))
    }
    /// Waits until the group is empty, or until the clock of the computer shows `wallTimeout`.
    public func wait(wallTimeout: DispatchWallTime) -> DispatchTimeoutResult {
        DispatchTimeoutResult(dispatch_group_wait(self, wallTimeout.rawValue))
    }

    /// Runs `work` on `queue` when the group is empty.
    @preconcurrency public func notify(
        qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [], queue: DispatchQueue,
        execute work: @escaping @Sendable @convention(block) () -> Void
    ) {
        Dispatch.notify(self, queue, makeBlock(qos, flags, work))
    }
    /// Runs the work item on `queue` when the group is empty.
    public func notify(queue: DispatchQueue, work: DispatchWorkItem) { Dispatch.notify(self, queue, work.block) }
}

extension DispatchSemaphore {
    /// Waits for a signal.
    public func wait() { _ = dispatch_semaphore_wait(self, DispatchTime.distantFuture.rawValue) }
    /// Waits for a signal, or until `timeout`.
    public func wait(timeout: DispatchTime) -> DispatchTimeoutResult {
        DispatchTimeoutResult(dispatch_semaphore_wait(self, timeout.rawValue))
    }
    /// Waits for a signal, or until the clock of the computer shows `wallTimeout`.
    public func wait(wallTimeout: DispatchWallTime) -> DispatchTimeoutResult {
        DispatchTimeoutResult(dispatch_semaphore_wait(self, wallTimeout.rawValue))
    }
}

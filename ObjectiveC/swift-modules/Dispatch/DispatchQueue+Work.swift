// DispatchQueue+Work.swift - work for queues, now, later, and awaited.

extension DispatchQueue {
    /// Runs `work` on the queue, later.
    ///
    /// - Parameters:
    ///   - group: contains the work until it has run.
    ///   - flags: `.barrier` waits for the earlier work of a concurrent queue, and lets later work wait.
    @preconcurrency public func async(
        group: DispatchGroup? = nil, qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
        execute work: @escaping @Sendable @convention(block) () -> Void
    ) {
        let block = makeBlock(qos, flags, work)
        if let group { Dispatch.async(group, self, block) } else { Dispatch.async(self, block) }
    }

    /// Runs the work item on the queue, later, unless it is cancelled.
    public func async(execute workItem: DispatchWorkItem) { Dispatch.async(self, workItem.block) }

    /// Runs the work item on the queue, later. `group` contains it until it has run.
    public func async(group: DispatchGroup, execute workItem: DispatchWorkItem) {
        Dispatch.async(group, self, workItem.block)
    }

    /// Runs `work` on the queue at `deadline` or soon after.
    @preconcurrency public func asyncAfter(
        deadline: DispatchTime, qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
        execute work: @escaping @Sendable @convention(block) () -> Void
    ) {
        Dispatch.after(deadline.rawValue, self, makeBlock(qos, flags, work))
    }

    /// Runs `work` on the queue when the clock of the computer shows `wallDeadline`, or soon after.
    @preconcurrency public func asyncAfter(
        wallDeadline: DispatchWallTime, qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
        execute work: @escaping @Sendable @convention(block) () -> Void
    ) {
        Dispatch.after(wallDeadline.rawValue, self, makeBlock(qos, flags, work))
    }

    /// Runs the work item on the queue at `deadline` or soon after, unless it is cancelled.
    public func asyncAfter(deadline: DispatchTime, execute workItem: DispatchWorkItem) {
        Dispatch.after(deadline.rawValue, self, workItem.block)
    }

    /// Runs the work item on the queue when the clock of the computer shows `wallDeadline`, unless it is cancelled.
    public func asyncAfter(wallDeadline: DispatchWallTime, execute workItem: DispatchWorkItem) {
        Dispatch.after(wallDeadline.rawValue, self, workItem.block)
    }

    /// Runs `work` on the queue and returns its result. Never called on the queue itself.
    ///
    /// - Parameter flags: with `.barrier`, no other work of a concurrent queue runs at the same time.
    public func sync<Value, Failure: Error>(
        flags: DispatchWorkItemFlags = [], execute work: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        var result: Result<Value, Failure>?
        func run() {
            do throws(Failure) { result = .success(try work()) } catch { result = .failure(error) }
        }
        if flags.contains(.barrier) { dispatch_barrier_sync(self, run) } else { Dispatch.sync(self, run) }
        return try result!.get()
    }

    /// Runs the work item on the queue and waits for it, unless it is cancelled.
    public func sync(execute workItem: DispatchWorkItem) { Dispatch.sync(self, workItem.block) }

    /// Calls `work` with 0 to `iterations` - 1, on several threads, and waits for all.
    public class func concurrentPerform(iterations: Int, execute work: (Int) -> Void) {
        dispatch_apply(iterations, .global(), work)
    }
}

// DispatchSource.swift - timers on queues.

extension DispatchSourceProtocol {
    /// This object: only objects of this class adopt protocols of sources.
    fileprivate var source: DispatchSource { unsafeDowncast(self as AnyObject, to: DispatchSource.self) }

    /// Sets what runs at each event.
    @preconcurrency public func setEventHandler(
        qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
        handler: (@Sendable @convention(block) () -> Void)?
    ) {
        Dispatch.setEventHandler(source, handler.map { makeBlock(qos, flags, $0) })
    }
    /// Sets what runs at each event.
    public func setEventHandler(handler: DispatchWorkItem) { Dispatch.setEventHandler(source, handler.block) }

    /// Sets what runs when the source was cancelled.
    @preconcurrency public func setCancelHandler(
        qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
        handler: (@Sendable @convention(block) () -> Void)?
    ) {
        Dispatch.setCancelHandler(source, handler.map { makeBlock(qos, flags, $0) })
    }

    /// Begins the events of a new source.
    public func activate() { source.activate() }
    /// Ends one suspension, or begins the events of a new source.
    public func resume() { source.resume() }
    /// Suspends the events until `resume()` is called.
    public func suspend() { source.suspend() }
    /// Ends the events.
    public func cancel() { dispatch_source_cancel(source) }
    /// Whether the source was cancelled.
    public var isCancelled: Bool { dispatch_source_testcancel(source) != 0 }
    /// The number of events since the handler ran.
    public var data: UInt { dispatch_source_get_data(source) }
}

extension DispatchSource {
    /// Options of a timer.
    public struct TimerFlags: OptionSet, Sendable {
        /// The options as bits.
        public let rawValue: UInt
        /// Creates options from bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// Fires as exactly as possible.
        public static let strict = TimerFlags(rawValue: 1)
    }

    /// Creates a timer, which fires after it was scheduled and resumed.
    ///
    /// - Parameter queue: runs the handlers; a global queue if nil.
    public class func makeTimerSource(flags: TimerFlags = [], queue: DispatchQueue? = nil) -> DispatchSourceTimer {
        dispatch_source_create(OpaquePointer(constant("_dispatch_source_type_timer")), 0, flags.rawValue, queue)
    }
}

extension DispatchSourceTimer {
    /// Lets the timer fire at `deadline`, and then at each interval.
    public func schedule(
        deadline: DispatchTime, repeating interval: DispatchTimeInterval = .never,
        leeway: DispatchTimeInterval = .nanoseconds(0)
    ) {
        schedule(deadline.rawValue, interval.inNanoseconds, leeway)
    }
    /// Lets the timer fire at `deadline`, and then each time when this many seconds have passed.
    public func schedule(
        deadline: DispatchTime, repeating interval: Double, leeway: DispatchTimeInterval = .nanoseconds(0)
    ) {
        schedule(deadline.rawValue, DispatchTimeInterval.nanoseconds(inSeconds: interval), leeway)
    }
    /// Lets the timer fire when the clock of the computer shows `wallDeadline`, and then at each interval.
    public func schedule(
        wallDeadline: DispatchWallTime, repeating interval: DispatchTimeInterval = .never,
        leeway: DispatchTimeInterval = .nanoseconds(0)
    ) {
        schedule(wallDeadline.rawValue, interval.inNanoseconds, leeway)
    }

    private func schedule(_ start: dispatch_time_t, _ interval: Int64, _ leeway: DispatchTimeInterval) {
        dispatch_source_set_timer(
            source, start, interval == .max ? ~0 : UInt64(interval), UInt64(leeway.inNanoseconds))
    }
}

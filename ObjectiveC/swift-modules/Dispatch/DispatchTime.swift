// DispatchTime.swift - times and intervals.

/// A length of time.
public enum DispatchTimeInterval: Equatable, Sendable {
    /// This many seconds.
    case seconds(Int)
    /// This many thousandths of a second.
    case milliseconds(Int)
    /// This many millionths of a second.
    case microseconds(Int)
    /// This many billionths of a second.
    case nanoseconds(Int)
    /// For ever.
    case never

    /// The number of nanoseconds, at most Int64.max.
    var inNanoseconds: Int64 {
        func scaled(_ count: Int, by factor: Int64) -> Int64 {
            let (product, isTooLarge) = Int64(count).multipliedReportingOverflow(by: factor)
            return isTooLarge ? (count < 0 ? .min : .max) : product
        }
        switch self {
        case .seconds(let count): return scaled(count, by: 1_000_000_000)
        case .milliseconds(let count): return scaled(count, by: 1_000_000)
        case .microseconds(let count): return scaled(count, by: 1_000)
        case .nanoseconds(let count): return Int64(count)
        case .never: return .max
        }
    }

    /// Compares lengths, whatever their units.
    public static func == (left: DispatchTimeInterval, right: DispatchTimeInterval) -> Bool {
        left.inNanoseconds == right.inNanoseconds
    }

    /// The nanoseconds in a number of seconds, at most Int64.max.
    static func nanoseconds(inSeconds seconds: Double) -> Int64 {
        let nanoseconds = seconds * 1e9
        return Int64(exactly: nanoseconds.rounded(.towardZero)) ?? (nanoseconds < 0 ? .min : .max)
    }
}

/// Returns the time that is later by an interval; ``DispatchTime/distantFuture`` if that is too far.
private func later(_ time: dispatch_time_t, by nanoseconds: Int64) -> dispatch_time_t {
    nanoseconds == .max ? ~0 : dispatch_time(time, nanoseconds)
}

/// A time since the computer was started.
public struct DispatchTime: Comparable, Sendable {
    /// The time as libdispatch writes it.
    public let rawValue: dispatch_time_t
    init(rawValue: dispatch_time_t) { self.rawValue = rawValue }

    /// The present time.
    public static func now() -> DispatchTime { DispatchTime(rawValue: dispatch_time(0, 0)) }
    /// A time that never comes.
    public static let distantFuture = DispatchTime(rawValue: ~0)

    /// The time that is this many nanoseconds after the start of the computer.
    public init(uptimeNanoseconds: UInt64) { rawValue = uptimeNanoseconds }
    /// The nanoseconds since the start of the computer.
    public var uptimeNanoseconds: UInt64 { rawValue }

    /// Whether one time is before another one.
    public static func < (left: DispatchTime, right: DispatchTime) -> Bool { left.rawValue < right.rawValue }
    /// The time that is later by an interval.
    public static func + (time: DispatchTime, interval: DispatchTimeInterval) -> DispatchTime {
        DispatchTime(rawValue: later(time.rawValue, by: interval.inNanoseconds))
    }
    /// The time that is earlier by an interval.
    public static func - (time: DispatchTime, interval: DispatchTimeInterval) -> DispatchTime {
        DispatchTime(rawValue: later(time.rawValue, by: -max(interval.inNanoseconds, -.max)))
    }
    /// The time that is later by a number of seconds.
    public static func + (time: DispatchTime, seconds: Double) -> DispatchTime {
        DispatchTime(rawValue: later(time.rawValue, by: DispatchTimeInterval.nanoseconds(inSeconds: seconds)))
    }
    /// The time that is earlier by a number of seconds.
    public static func - (time: DispatchTime, seconds: Double) -> DispatchTime { time + -seconds }

    /// The interval from this time to another one.
    public func distance(to other: DispatchTime) -> DispatchTimeInterval {
        if other == .distantFuture || self == .distantFuture { return .never }
        return .nanoseconds(Int(Int64(bitPattern: other.rawValue &- rawValue)))
    }
    /// The time that is later by an interval.
    public func advanced(by interval: DispatchTimeInterval) -> DispatchTime { self + interval }
}

/// A time of the computer's clock.
public struct DispatchWallTime: Comparable, Sendable {
    /// The time as libdispatch writes it.
    public let rawValue: dispatch_time_t
    init(rawValue: dispatch_time_t) { self.rawValue = rawValue }

    /// The present time.
    public static func now() -> DispatchWallTime { DispatchWallTime(rawValue: dispatch_walltime(nil, 0)) }
    /// A time that never comes.
    public static let distantFuture = DispatchWallTime(rawValue: ~0)

    /// The time that the clock shows as `timespec`.
    public init(timespec: timespec) {
        rawValue = withUnsafePointer(to: timespec) { dispatch_walltime($0, 0) }
    }

    /// Whether one time is before another one. libdispatch's numbers for times of the clock count down.
    public static func < (left: DispatchWallTime, right: DispatchWallTime) -> Bool {
        right == .distantFuture ? left != right : left != .distantFuture && left.rawValue > right.rawValue
    }
    /// The time that is later by an interval.
    public static func + (time: DispatchWallTime, interval: DispatchTimeInterval) -> DispatchWallTime {
        DispatchWallTime(rawValue: later(time.rawValue, by: interval.inNanoseconds))
    }
    /// The time that is later by a number of seconds.
    public static func + (time: DispatchWallTime, seconds: Double) -> DispatchWallTime {
        DispatchWallTime(rawValue: later(time.rawValue, by: DispatchTimeInterval.nanoseconds(inSeconds: seconds)))
    }
}

// LeftoverPolicy.swift - what happens to registrations whose observer, or whose observed object, is gone.
import MiniRuntime
import Synchronization

/// What happens to registrations whose observer, or whose observed object, is gone.
public enum LeftoverPolicy: UInt8, Sendable {
    /// An exception with the documented text.
    case raise
    /// The same text as one line on standard error.
    case log
    /// Nothing: the registration goes with the object.
    case forgive

    /// The policy of the process; ``raise`` unless changed. Any thread.
    public static var current: LeftoverPolicy {
        get { LeftoverPolicy(rawValue: stored.load(ordering: .relaxed))! }
        set { stored.store(newValue.rawValue, ordering: .relaxed) }
    }

    private static let stored = Atomic<UInt8>(LeftoverPolicy.raise.rawValue)

    /// Does to `exception` what the policy says.
    static func apply(_ exception: @autoclosure () -> RuntimeException) {
        switch current {
        case .raise: exception().raise()
        case .log: logLine(exception().reason)
        case .forgive: break
        }
    }
}

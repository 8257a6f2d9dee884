// LeftoverPolicy.swift - the choice between an exception, a line and silence for registrations that were not removed;
// and how a line is written.
import MiniRuntime
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The reaction to a registration whose observer, or whose observed object, was deallocated before the registration was
/// removed. The registration is removed in every case.
public enum LeftoverPolicy: UInt8, Sendable {
    /// Raises an `NSInternalInconsistencyException`.
    case raise
    /// Writes the text of that exception to standard error, as one line.
    case log
    /// Does nothing.
    case forgive

    /// The policy of the process. At first it is the one that `MINIRUNTIME_LEFTOVERS` names in the environment, or
    /// ``raise``. Any thread.
    public static var current: LeftoverPolicy {
        get { LeftoverPolicy(rawValue: stored.load(ordering: .relaxed))! }
        set { stored.store(newValue.rawValue, ordering: .relaxed) }
    }

    private static let stored = Atomic<UInt8>(ObjectRuntime.leftoverWord)

    /// Raises, logs or ignores `exception`, according to the policy.
    static func apply(_ exception: @autoclosure () -> RuntimeException) {
        switch current {
        case .raise: exception().raise()
        case .log: logLine(exception().reason)
        case .forgive: break
        }
    }
}

/// Writes a line to standard error.
func logLine(_ text: String) {
    var line = text + "\n"
    line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

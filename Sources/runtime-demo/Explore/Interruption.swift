// Interruption.swift - Ctrl-C as a request to stop, instead of the end of the process.
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A handler of Ctrl-C, from `begin` until the instance ends. The first Ctrl-C only sets a flag. The second ends the
/// process as usual, because the running code may never read the flag. A process can have one at a time.
final class Interruption: Sendable {
    private static let wasRequested = Atomic(false)
    private let hasBegun = Atomic(false)

    init() {
        Self.wasRequested.store(false, ordering: .relaxed)
    }

    /// Catches Ctrl-C from now on. Further calls have no effect.
    func begin() {
        if hasBegun.exchange(true, ordering: .relaxed) { return }
        signal(SIGINT) { _ in
            // Both calls are allowed in a signal handler.
            Interruption.wasRequested.store(true, ordering: .relaxed)
            signal(SIGINT, SIG_DFL)
        }
        // The parent process may have blocked the signal: libdispatch's threads do.
        var interrupts = sigset_t()
        sigemptyset(&interrupts)
        sigaddset(&interrupts, SIGINT)
        pthread_sigmask(SIG_UNBLOCK, &interrupts, nil)
    }

    deinit {
        signal(SIGINT, SIG_DFL)
    }

    /// Whether Ctrl-C was pressed.
    var isRequested: Bool { Self.wasRequested.load(ordering: .relaxed) }
}

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

    /// Catches Ctrl-C from now on, or other signals. Further calls have no effect.
    func begin(by signals: [Int32] = [SIGINT]) {
        if hasBegun.exchange(true, ordering: .relaxed) { return }
        var interrupts = sigset_t()
        sigemptyset(&interrupts)
        for number in signals {
            signal(number) { number in
                // Both calls are allowed in a signal handler.
                Interruption.wasRequested.store(true, ordering: .relaxed)
                signal(number, SIG_DFL)
            }
            sigaddset(&interrupts, number)
        }
        // The parent process may have blocked the signal: libdispatch's threads do.
        pthread_sigmask(SIG_UNBLOCK, &interrupts, nil)
    }

    deinit {
        signal(SIGINT, SIG_DFL)
    }

    /// Whether Ctrl-C was pressed.
    var isRequested: Bool { Self.wasRequested.load(ordering: .relaxed) }
}

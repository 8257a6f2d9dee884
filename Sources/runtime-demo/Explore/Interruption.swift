// Interruption.swift - Ctrl-C as a request to stop, instead of the end of the process.
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// While one exists, the first Ctrl-C only sets a flag. The second ends the process, as always: what runs may not read the
/// flag. One at a time in a process.
final class Interruption: Sendable {
    private static let wasRequested = Atomic(false)

    init() {
        Self.wasRequested.store(false, ordering: .relaxed)
        signal(SIGINT) { _ in
            // Both are allowed in a signal handler.
            Interruption.wasRequested.store(true, ordering: .relaxed)
            signal(SIGINT, SIG_DFL)
        }
        // A program that starts this one may have blocked it: libdispatch's threads do.
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

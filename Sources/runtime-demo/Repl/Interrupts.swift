// Interrupts.swift - Ctrl-C in the repl: it cancels the line that is typed, or stops the statement that runs.
//
// The handler only sets a flag and writes to a pipe, which are both allowed in a signal handler. The thread that reads
// lines waits for the terminal and for the pipe; the interpreter reads the flag before each statement.
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

enum Interrupts {
    /// What came first.
    enum Event { case input, interrupt, end }

    private static let wasRequested = Atomic(false)
    /// Whether a statement runs. If it does not stop at the first Ctrl-C, the second ends the process.
    private static let isRunning = Atomic(false)
    private static let pipeEnd = Atomic<Int32>(-1)
    // Written once, before the first line is read.
    nonisolated(unsafe) private static var readingEnd: Int32 = -1

    /// Handles Ctrl-C from now on. Called once, before the first line is read.
    static func install() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        readingEnd = ends[0]
        pipeEnd.store(ends[1], ordering: .relaxed)
        isRunning.store(false, ordering: .relaxed)
        wasRequested.store(false, ordering: .relaxed)
        signal(SIGINT) { _ in
            let code = errno
            let isSecond = Interrupts.wasRequested.exchange(true, ordering: .relaxed)
            if isSecond && Interrupts.isRunning.load(ordering: .relaxed) {
                signal(SIGINT, SIG_DFL)
                raise(SIGINT)
            }
            var byte: UInt8 = 0
            _ = write(Interrupts.pipeEnd.load(ordering: .relaxed), &byte, 1)
            errno = code
        }
        // The parent process may have blocked the signal: libdispatch's threads do.
        var interrupts = sigset_t()
        sigemptyset(&interrupts)
        sigaddset(&interrupts, SIGINT)
        pthread_sigmask(SIG_UNBLOCK, &interrupts, nil)
    }

    /// Whether Ctrl-C was pressed since the statement began.
    static var isRequested: Bool { wasRequested.load(ordering: .relaxed) }

    /// Runs the statements of a line, which Ctrl-C stops. A Ctrl-C from before is over.
    static func running<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        clear()
        isRunning.store(true, ordering: .relaxed)
        defer {
            isRunning.store(false, ordering: .relaxed)
            clear()
        }
        return try body()
    }

    private static func clear() {
        var byte: UInt8 = 0
        while readingEnd >= 0, read(readingEnd, &byte, 1) == 1 {}
        wasRequested.store(false, ordering: .relaxed)
    }

    /// Waits for standard input or Ctrl-C.
    static func wait() -> Event {
        var files = [
            pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
            pollfd(fd: readingEnd, events: Int16(POLLIN), revents: 0),
        ]
        while poll(&files, nfds_t(files.count), -1) < 0 {
            if errno != EINTR { return .end }
        }
        if files[1].revents & Int16(POLLIN) != 0 {
            clear()
            return .interrupt
        }
        // A terminal that is gone is readable, too.
        return files[0].revents == Int16(POLLIN) ? .input : .end
    }
}

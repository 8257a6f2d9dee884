// Child.swift - children of fork(), which are ended if they hang.
import Glibc

/// How a child process ended.
package enum ChildEnd: Equatable {
    case exited(Int32), signalled(Int32), hung
}

/// Forks, and runs `body` in the child, which exits with its result. A child that takes `limit` seconds is ended and
/// reported as hung.
package func inChild(limit: UInt32 = 60, _ body: () -> Int32) -> ChildEnd {
    let child = fork()
    if child == 0 {
        // The child inherits the signal mask of this thread. Threads of Swift's pool block the alarm.
        var alarmed = sigset_t()
        sigemptyset(&alarmed)
        sigaddset(&alarmed, SIGALRM)
        sigprocmask(SIG_UNBLOCK, &alarmed, nil)
        signal(SIGALRM, SIG_DFL)
        alarm(limit)
        _exit(body())
    }
    var status: Int32 = 0
    precondition(child > 0 && waitpid(child, &status, 0) == child, "fork() failed: \(String(cString: strerror(errno)))")
    let signal = status & 0x7f
    if signal == SIGALRM { return .hung }
    return signal == 0 ? .exited(status >> 8 & 0xff) : .signalled(signal)
}

// Log.swift - lines in the order in which they were added, from any thread.
import Glibc

/// Lines, in order, from any thread.
package final class Log: @unchecked Sendable {
    // Sendable: `lines` is used only while the lock is held.
    // A pthread lock, because the thread sanitizer does not know Mutex.
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var lines: [String] = []

    package init() { pthread_mutex_init(lock, nil) }

    deinit {
        pthread_mutex_destroy(lock)
        lock.deallocate()
    }

    package func add(_ line: String) { withLock { lines.append(line) } }
    package var all: [String] { withLock { lines } }

    /// Returns the lines since the last call, and removes them.
    package func take() -> [String] {
        withLock {
            defer { lines = [] }
            return lines
        }
    }

    private func withLock<Result>(_ body: () -> Result) -> Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return body()
    }
}

// Text.swift - formats numbers and columns, prints messages, and reads the clock.
import Glibc

extension Double {
    func fixed(_ places: Int) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            withVaList([Int32(places), self]) { _ = vsnprintf(buffer.baseAddress!, buffer.count, "%.*f", $0) }
            return String(cString: buffer.baseAddress!)
        }
    }

    /// The number with three significant digits, or all digits before the point.
    var short: String { fixed(magnitude < 10 ? 2 : magnitude < 100 ? 1 : 0) }

    /// The number without unnecessary decimals: 100, 2.5.
    var plain: String {
        self == rounded(.down) ? fixed(0) : fixed(1 + (self * 10 == (self * 10).rounded(.down) ? 0 : 1))
    }
}

extension String {
    func padded(_ width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }

    func leftPadded(_ width: Int) -> String {
        String(repeating: " ", count: max(0, width - count)) + self
    }
}

func wallSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Ends the process with a message, because a figure would be wrong.
func fail(_ message: String) -> Never {
    warn(message)
    exit(70)
}

func warn(_ message: String) {
    tell("benchmarks: \(message)\n")
}

/// Writes to standard error.
func tell(_ text: String) {
    text.withCString { _ = write(STDERR_FILENO, $0, strlen($0)) }
}

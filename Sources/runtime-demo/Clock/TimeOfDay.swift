// TimeOfDay.swift - the local time, as text.
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

enum TimeOfDay {
    /// Returns the local time, as in `10:29:54.631956`.
    static func now() -> String {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        var local = tm()
        localtime_r(&time.tv_sec, &local)
        let fields = [local.tm_hour, local.tm_min, local.tm_sec].map { ($0 < 10 ? "0" : "") + "\($0)" }
        return fields.joined(separator: ":") + ".\(String(1_000_000 + time.tv_nsec / 1000).dropFirst())"
    }
}

// LogPrefix.swift - the prefix that NSLog writes before a line.
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

enum LogPrefix {
    /// Returns `2018-08-23 10:29:54.631956+0800 runtime-demo[1448:53790] `: local time, program, process and thread.
    static func now() -> String {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        var local = tm()
        localtime_r(&time.tv_sec, &local)
        let microseconds = String(1_000_000 + time.tv_nsec / 1000).dropFirst()
        let program = CommandLine.arguments.first?.split(separator: "/").last ?? "runtime-demo"
        return "\(format(&local, "%Y-%m-%d %H:%M:%S")).\(microseconds)\(format(&local, "%z")) "
            + "\(program)[\(getpid()):\(threadNumber())] "
    }

    /// Returns the kernel's id of this thread, the last part of the link /proc/thread-self: `1448/task/53790`.
    private static func threadNumber() -> Substring {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            let length = max(0, readlink("/proc/thread-self", buffer.baseAddress!, buffer.count))
            let target = String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
            return target.split(separator: "/").last ?? "?"
        }
    }

    private static func format(_ time: inout tm, _ format: String) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            let length = strftime(buffer.baseAddress!, buffer.count, format, &time)
            return String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
    }
}

// Machine.swift - describes the machine and the date of a measurement, without which its figures mean nothing.
import FoundationEssentials
import Kernels

enum Machine {
    /// A line such as "AMD EPYC, 2 cores (load 0.12), Debian GNU/Linux 12, Clang 21.0.0; 2026-01-31". If the load is
    /// near the number of cores, the rows with two threads cannot scale.
    static var description: String {
        let system = value("PRETTY_NAME=", in: "/etc/os-release") ?? "Linux"
        let compiler = String(cString: kernels_compiler()).prefix { $0 != "(" }.trimmed
        return "\(processor), \(cores) cores (load \(load)), \(system), \(compiler); \(today)"
    }

    private static var processor: String {
        value("model name", in: "/proc/cpuinfo") ?? "unknown processor"
    }

    private static var cores: Int { ProcessInfo.processInfo.activeProcessorCount }

    /// The load average of the last minute.
    private static var load: String {
        (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8))?.split(separator: " ").first.map(String.init)
            ?? "-"
    }

    private static var today: String { String(Date.now.formatted(.iso8601).prefix(10)) }

    /// Returns the rest of the line that begins with `name`, without a colon and quotes.
    private static func value(_ name: String, in file: String) -> String? {
        guard let text = try? String(contentsOfFile: file, encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix(name) })
        else { return nil }
        return line.dropFirst(name.count).drop { " \t:\"".contains($0) }.trimmed
    }
}

extension Substring {
    var trimmed: String {
        var rest = self
        while let last = rest.last, " \t\"".contains(last) { rest.removeLast() }
        return String(rest)
    }
}

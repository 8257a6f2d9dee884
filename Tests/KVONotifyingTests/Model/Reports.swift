// Reports.swift - reads the reports about dead objects from standard error.
//
// The policy and standard error belong to the process, so this is used in separate processes only.
import KVONotifying
import MiniRuntime

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
import RuntimeTestSupport
#endif

final class Reports {
    private let file: Int32
    private var offset = 0

    /// Makes leftover registrations log instead of raise, and redirects standard error to a file that can be read.
    init() {
        LeftoverPolicy.current = .log
        file = fileno(tmpfile())
        dup2(file, STDERR_FILENO)
    }

    /// Returns the reports since the last call.
    /// - Parameter numberOf: returns the number of a node or an observer.
    func take(_ numberOf: (UnmanagedObject) -> Int) -> [Event] {
        let text = read()
        if text.isEmpty { return [] }
        func number(at address: Substring) -> Int {
            numberOf(UnmanagedObject(UnsafeMutableRawPointer(bitPattern: UInt(address, radix: 16)!)!))
        }
        // Each report begins on a new line; the paths of a node's registrations follow on lines of their own.
        return text.split(separator: /\n(?=The|An)/).map { report in
            if let found = report.firstMatch(
                of: /^The observer <\S+ 0x(\S+)> of the key path "(.*)" of <\S+ 0x(\S+)> was/)
            {
                return .buried(
                    observer: number(at: found.1), path: String(found.2), node: number(at: found.3))
            }
            if let found = report.firstMatch(of: /^An instance 0x(\S+) of class \S+ was deallocated while key value/) {
                let paths = report.matches(of: /Key path: ([^,]*),/).map { String($0.1) }
                return .left(node: number(at: found.1), paths: paths)
            }
            return .raised("?? \(report)")
        }
    }

    private func read() -> String {
        var bytes: [UInt8] = []
        let chunk = 4096
        while true {
            let part = [UInt8](unsafeUninitializedCapacity: chunk) { buffer, count in
                count = max(0, pread(file, buffer.baseAddress, chunk, offset))
            }
            offset += part.count
            bytes += part
            if part.count < chunk { return String(decoding: bytes, as: UTF8.self) }
        }
    }
}

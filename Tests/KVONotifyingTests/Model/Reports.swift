// Reports.swift - what is reported of the dead, read back from standard error.
//
// The policy is the process's, and so is standard error: to be used in a process of its own.
import KVONotifying
import MiniRuntime

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

final class Reports {
    private let file: Int32
    private var offset = 0

    /// From now on nothing that was left over ends anything, and standard error is a file that can be read.
    init() {
        LeftoverPolicy.current = .log
        file = fileno(tmpfile())
        dup2(file, STDERR_FILENO)
    }

    /// What was reported since this was last asked.
    /// - Parameter numberOf: that of a node or an observer.
    func take(_ numberOf: (UnmanagedObject) -> Int) -> [Event] {
        let text = read()
        if text.isEmpty { return [] }
        func number(at address: Substring) -> Int {
            numberOf(UnmanagedObject(UnsafeMutableRawPointer(bitPattern: UInt(address, radix: 16)!)!))
        }
        // Each begins a line; the paths that a node was observed at follow on lines of their own.
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

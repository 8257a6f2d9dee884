// ServedTool.swift - `runtime-demo explore --serve` as a process, and requests to it, byte by byte.
import Foundation
import Testing

/// The tool serves until the instance ends.
final class ServedTool {
    private let process = Process()
    private let output = Pipe()
    let port: UInt16
    let token: String

    init(_ arguments: String..., environment: [String: String] = [:]) throws {
        process.executableURL = URL(fileURLWithPath: toolPath)
        process.arguments = ["explore"] + arguments + ["--serve"]
        process.environment = ProcessInfo.processInfo.environment.merging(["LC_ALL": "C.UTF-8"]) { $1 }
            .merging(environment) { $1 }
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var line = Data()
        while !line.contains(UInt8(ascii: "\n")) {
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { break }
            line += more
        }
        let text = String(decoding: line, as: UTF8.self)
        let found = try #require(text.prefixMatch(of: /http:\/\/127\.0\.0\.1:(\d+)\/([0-9a-f]{32})\//), "\(text)")
        (port, token) = (try #require(UInt16(found.1)), String(found.2))
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }

    var host: String { "127.0.0.1:\(port)" }
    var processIdentifier: Int32 { process.processIdentifier }
    var isRunning: Bool { process.isRunning }

    /// Sends Ctrl-C, and returns the exit status.
    func interrupt() -> Int32 {
        kill(process.processIdentifier, SIGINT)
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// The processes that this one has started.
    func children() -> [Int32] {
        let folders = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return folders.compactMap { Int32($0) }.filter { candidate in
            let text = (try? String(contentsOfFile: "/proc/\(candidate)/stat", encoding: .utf8)) ?? ""
            // After the name in parentheses: the state, and the parent.
            let fields = text.split(separator: ")").last.map { $0.split(separator: " ") } ?? []
            return fields.count > 1 && fields[1] == "\(processIdentifier)"
        }
    }

    // ── Requests ────────────────────────────────────────────────────────────────────────────────────

    /// The bytes of a request as the page sends it.
    func request(
        _ method: String = "GET", path: String? = nil, fields: [String] = [], body: String? = nil
    ) -> String {
        let length = body.map { ["Origin: http://\(host)", "Content-Length: \($0.utf8.count)"] } ?? []
        let lines = ["\(method) \(path ?? "/\(token)/") HTTP/1.1", "Host: \(host)"] + length + fields
        return lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? "")
    }

    /// Sends bytes, and returns what comes back until the server ends the connection.
    func answer(to request: some Sequence<UInt8>) throws -> String {
        let connection = try Connection(port)
        connection.send(Array(request))
        return connection.answer()
    }

    func answer(to request: String) throws -> String { try answer(to: request.utf8) }

    /// Records a program, and returns the body of the response.
    func record(_ program: String) throws -> String {
        let answer = try answer(to: request("POST", path: "/\(token)/run", body: program))
        let end = try #require(answer.range(of: "\r\n\r\n"), "\(answer)")
        return String(answer[end.upperBound...])
    }

    /// A connection to the server.
    final class Connection {
        private let file: Int32

        init(_ port: UInt16) throws {
            file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
            let result = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            try #require(result == 0, "\(String(cString: strerror(errno)))")
        }

        deinit { close(file) }

        /// Sends as much as the server takes.
        func send(_ bytes: [UInt8]) {
            var sent = 0
            while sent < bytes.count {
                let count = bytes.withUnsafeBytes {
                    Glibc.send(file, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { return }
                sent += count
            }
        }

        /// Sends nothing more.
        func finish() { shutdown(file, Int32(SHUT_WR)) }

        /// Returns what is sent until the server ends the connection.
        func answer() -> String {
            var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
            while true {
                let count = recv(file, &buffer, buffer.count, 0)
                guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
                bytes += buffer[..<count]
            }
        }
    }
}

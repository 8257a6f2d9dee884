// ChildProcess.swift - runs this program again as a child, so that a crash can be shown; or another program.
import FoundationEssentials
import MiniRuntime

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The output and the end of a child process.
struct ChildProcess {
    let output: String
    let error: String
    /// The signal that ended it; nil if it exited.
    let signal: Int32?
    let exitStatus: Int32?

    /// The end in words: `signal 6 (Aborted)`.
    var ending: String {
        if let signal { return "signal \(signal) (\(String(cString: strsignal(signal))))" }
        return "exit status \(exitStatus ?? 0)"
    }

    /// Runs the same executable, reads its output, and waits for its end.
    /// - Parameter input: the text on its standard input; if nil, the standard input of this process.
    init(arguments: [String], input: String? = nil) throws {
        try self.init("/proc/self/exe", [CommandLine.arguments[0]] + arguments, input: input)
    }

    /// Runs a program that is found by `PATH`, reads its output, and waits for its end.
    init(command: [String]) throws {
        try self.init(command[0], command)
    }

    private init(_ program: String, _ arguments: [String], input: String? = nil) throws {
        let (output, error) = (try Pipe(), try Pipe())
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let text = input.flatMap { Self.file(containing: Array($0.utf8)) }
        defer { if let text { close(text) } }
        if let text { posix_spawn_file_actions_adddup2(&actions, text, STDIN_FILENO) }
        posix_spawn_file_actions_adddup2(&actions, output.writeEnd, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, error.writeEnd, STDERR_FILENO)
        // Swift's report of the crash would hide the message of the runtime.
        let environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
            .map { "\($0.key)=\($0.value)" }
        var child = pid_t()
        let result = Self.withCStrings(arguments) { arguments in
            Self.withCStrings(environment) { posix_spawnp(&child, program, &actions, nil, arguments, $0) }
        }
        guard result == 0 else { throw RuntimeException("ChildProcess", String(cString: strerror(result))) }
        (self.output, self.error) = (output.readAll(), error.readAll())
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 && errno == EINTR {}
        signal = status & 0x7f == 0 ? nil : status & 0x7f
        exitStatus = signal == nil ? status >> 8 & 0xff : nil
    }

    /// Opens a file without a name, which children do not inherit, at its beginning; nil if it cannot be written.
    /// Unlike a pipe, it takes a long text without a reader.
    static func file(containing bytes: [UInt8]) -> Int32? {
        guard let stream = tmpfile() else { return nil }
        defer { fclose(stream) }
        let file = dup(fileno(stream))
        _ = fcntl(file, F_SETFD, FD_CLOEXEC)
        if write(file, bytes, bytes.count) == bytes.count && lseek(file, 0, SEEK_SET) == 0 { return file }
        close(file)
        return nil
    }

    /// Calls `body` with a NULL-terminated array of copied strings, as the exec functions take it.
    static func withCStrings<Result>(
        _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        let copies = strings.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        return (copies + [nil]).withUnsafeBufferPointer { body($0.baseAddress!) }
    }
}

private struct Pipe {
    let readEnd: Int32
    let writeEnd: Int32

    init() throws {
        var ends: (Int32, Int32) = (0, 0)
        let result = withUnsafeMutableBytes(of: &ends) {
            pipe($0.baseAddress!.assumingMemoryBound(to: Int32.self))
        }
        guard result == 0 else { throw RuntimeException("ChildProcess", String(cString: strerror(errno))) }
        (readEnd, writeEnd) = ends
    }

    /// Reads until the child has closed its end of the pipe, and closes this end.
    func readAll() -> String {
        close(writeEnd)
        defer { close(readEnd) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(readEnd, &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer.prefix(count)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

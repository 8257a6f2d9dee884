// Program.swift - another process that measures rows. It reads a line with the name of a row, and writes a line with a
// figure.
//
// The peers with their own runtime are such programs. This program also runs itself in this way, for rows that need a
// separate process. A figure is in the row's unit; "-" means that the program does not implement the row.
import Foundation
import Glibc

final class Program {
    private let input: UnsafeMutablePointer<FILE>
    private let output: UnsafeMutablePointer<FILE>
    private let process: pid_t

    /// Starts a program. nil if it cannot be started.
    /// - Parameter setting: environment variables in addition to those of this process, as in "NAME=value".
    init?(_ path: String, _ arguments: [String] = [], setting variables: [String] = []) {
        var toProgram: [Int32] = [0, 0]
        var fromProgram: [Int32] = [0, 0]
        guard pipe(&toProgram) == 0, pipe(&fromProgram) == 0 else { return nil }
        // Other child processes must not keep the pipes of this one open.
        for descriptor in toProgram + fromProgram { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, toProgram[0], STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, fromProgram[1], STDOUT_FILENO)
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        var settings = (variables + Self.environment).map { strdup($0) } + [nil]
        var process: pid_t = 0
        let status = posix_spawn(&process, path, &actions, nil, &words, &settings)
        (words + settings).forEach { free($0) }
        posix_spawn_file_actions_destroy(&actions)
        close(toProgram[0])
        close(fromProgram[1])
        input = fdopen(toProgram[1], "w")
        output = fdopen(fromProgram[0], "r")
        self.process = process
        if status != 0 { return nil }
    }

    /// Starts this program again with the command `serve`.
    static func again(setting variables: [String] = []) -> Program? {
        Program("/proc/self/exe", ["serve"], setting: variables)
    }

    private static var environment: [String] {
        ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
    }

    deinit {
        fclose(input)
        fclose(output)
        // Killing the process skips its cleanup, which may take long and is not measured.
        if process > 0 {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
        }
    }

    /// Sends a line and returns the response; nil if the program has ended.
    func ask(_ line: String) -> String? {
        fputs(line + "\n", input)
        fflush(input)
        var buffer: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(buffer) }
        guard getline(&buffer, &capacity, output) > 0, let buffer else { return nil }
        return String(String(cString: buffer).prefix { $0 != "\n" })
    }
}

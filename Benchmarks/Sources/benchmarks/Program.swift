// Program.swift - another program that measures: a line with the name of a row goes in, a line with a figure comes out.
//
// The peers that have a runtime of their own are such programs, and so is this one when a row wants a process to
// itself. A figure is in the row's unit; "-" says that the program does not do the row.
import Foundation
import Glibc

final class Program {
    private let input: UnsafeMutablePointer<FILE>
    private let output: UnsafeMutablePointer<FILE>
    private let process: pid_t

    /// nil if it cannot be started.
    /// - Parameter setting: what its environment has besides that of this process, as in "NAME=value".
    init?(_ path: String, _ arguments: [String] = [], setting variables: [String] = []) {
        var toProgram: [Int32] = [0, 0]
        var fromProgram: [Int32] = [0, 0]
        guard pipe(&toProgram) == 0, pipe(&fromProgram) == 0 else { return nil }
        // Another program that is started must not keep this one's pipes open.
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

    /// This program, answering.
    static func again(setting variables: [String] = []) -> Program? {
        Program("/proc/self/exe", ["serve"], setting: variables)
    }

    private static var environment: [String] {
        ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
    }

    deinit {
        fclose(input)
        fclose(output)
        // What it leaves behind may take long to take down, and is of no interest.
        if process > 0 {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
        }
    }

    /// The answer to one line; nil if the program is gone.
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

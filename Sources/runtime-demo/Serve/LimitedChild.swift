// LimitedChild.swift - a run of a program from the page: this executable as a child process, with limits.
//
// The child gives itself limits of memory and processor time (see Rerun.swift). Here are those of real time and output.
// It has standard input, output and error, and no other file of this process.
import FoundationEssentials

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

enum RunLimits {
    /// In bytes.
    static let programLength = 64 << 10, outputLength = 32 << 20, memory = 1 << 30
    static let seconds = 10
    static let steps = 2000
    /// Of programs in Objective-C: real time with the compiler, processor time of the program, and bytes of a file.
    static let nativeSeconds = 60, nativeProcessorSeconds = 5, nativeFileLength = 4 << 20
}

final class LimitedChild {
    private let output: Int32
    private let complaints: Int32
    private let process: pid_t
    private let language: Language
    private let folder: TemporaryFolder?
    private let seconds: Int
    private let deadline: ContinuousClock.Instant
    private var bytes: [UInt8] = []
    private var isClosed = false

    /// The file that becomes ready when the child has written something, or has ended; -1 after that.
    var file: Int32 { isClosed ? -1 : output }

    /// Starts `runtime-demo rerun`. Throws a refusal if the kernel cannot.
    /// - Parameter acceptsNative: whether the program may be one in Objective-C, which has a folder until its end.
    init(
        _ program: [UInt8], _ arguments: [String], _ language: Language, acceptsNative: Bool
    ) throws(HTTPRefusal) {
        do {
            folder = acceptsNative ? try TemporaryFolder() : nil
        } catch {
            throw HTTPRefusal(503, "No folder could be made: \(error)")
        }
        seconds = folder == nil ? RunLimits.seconds : RunLimits.nativeSeconds
        deadline = .now + .seconds(seconds)
        let arguments = arguments + (folder.map { ["--folder", $0.path] } ?? [])
        let input = ChildProcess.file(containing: program)
        let complaints = ChildProcess.file(containing: []) ?? -1
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        output = ends[0]
        for file in ends { _ = fcntl(file, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(output, F_SETFL, O_NONBLOCK)
        defer {
            if let input { close(input) }
            close(ends[1])
        }
        (self.complaints, self.language) = (complaints, language)
        let files = [input ?? -1, ends[1], complaints]
        let child = files.allSatisfy { $0 >= 0 } ? Self.spawn(arguments, files) : nil
        process = child ?? -1
        guard child != nil else {
            end()
            throw HTTPRefusal(503, "No process could be started: \(String(cString: strerror(errno)))")
        }
    }

    /// Starts this executable with three files, in a process group of its own: the terminal's Ctrl-C is for the server.
    private static func spawn(_ arguments: [String], _ files: [Int32]) -> pid_t? {
        var (child, actions, attributes) = (pid_t(), posix_spawn_file_actions_t(), posix_spawnattr_t())
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        for (number, file) in files.enumerated() { posix_spawn_file_actions_adddup2(&actions, file, Int32(number)) }
        // The signals of limits end the child, even if this process blocks or ignores them.
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        posix_spawnattr_setflags(&attributes, Int16(flags))
        // Swift's report of a crash would hide the message of the runtime.
        let kept = ProcessInfo.processInfo.environment.filter { name, _ in
            ["LD_", "OBJC_"].contains { name.hasPrefix($0) } || name == "PATH"
        }
        let environment = ["SWIFT_BACKTRACE=enable=no"] + kept.map { "\($0.key)=\($0.value)" }
        let result = ChildProcess.withCStrings([CommandLine.arguments[0]] + arguments) { arguments in
            ChildProcess.withCStrings(environment) {
                posix_spawn(&child, "/proc/self/exe", &actions, &attributes, arguments, $0)
            }
        }
        errno = result
        return result == 0 ? child : nil
    }

    /// Reads what the child has written. Returns the response when it has ended, or has reached a limit.
    func proceed(isReady: Bool) -> HTTPResponse? {
        if isReady && !isClosed { readOutput() }
        var status: Int32 = 0
        if bytes.count > RunLimits.outputLength {
            end()
            return Self.response("The run was ended: it wrote more than \(RunLimits.outputLength >> 20) MB.", language)
        }
        if isClosed && waitpid(process, &status, WNOHANG) == process {
            defer { closeFiles() }
            if status == 0 { return HTTPResponse(bytes, type: "application/json") }
            return Self.response(ending(status), language)
        }
        guard deadline <= .now else { return nil }
        end()
        return Self.response(timeIsUp, language)
    }

    /// Ends the child, and waits for its end.
    func end() {
        if process > 0 {
            kill(-process, SIGKILL)
            while waitpid(process, nil, 0) < 0 && errno == EINTR {}
        }
        closeFiles()
    }

    private func closeFiles() {
        close(output)
        close(complaints)
        folder?.remove()
    }

    private func readOutput() {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        let count = read(output, &buffer, buffer.count)
        if count > 0 { bytes += buffer[..<count] }
        isClosed = count == 0
    }

    private var timeIsUp: Phrase { "The run was ended: it took more than \(seconds) seconds." }

    /// Why a child has failed: a limit, or a signal and what it wrote first on standard error.
    private func ending(_ status: Int32) -> Phrase {
        let signal = status & 0x7f
        if [SIGXCPU, SIGKILL, SIGALRM].contains(signal) { return timeIsUp }
        var buffer = [UInt8](repeating: 0, count: 1000)
        let count = pread(complaints, &buffer, buffer.count, 0)
        let lines = String(decoding: buffer[..<max(0, count)], as: UTF8.self).split(separator: "\n")
        let name = signal == 0 ? "exit status \(status >> 8 & 0xff)" : String(cString: strsignal(signal))
        let words = ([name] + lines.prefix(1).map(String.init)).joined(separator: ": ")
        return "The run failed, perhaps because it needed more than \(RunLimits.memory >> 20) MB. \(words)"
    }

    private static func response(_ problem: Phrase, _ language: Language) -> HTTPResponse {
        let text = problem.text(in: language)
        guard let json = try? json(RunAnswer(recording: nil, problem: RunAnswer.Problem(text: text))) else {
            return HTTPResponse(HTTPRefusal(500, text))
        }
        return HTTPResponse(Array(json.utf8), type: "application/json")
    }
}

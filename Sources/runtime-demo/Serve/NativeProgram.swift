// NativeProgram.swift - a program in Objective-C from the page, compiled, run and recorded with nothing but a folder.
//
// This process confines itself before it starts the compiler, whose #include and .incbin could read any file, and it
// stays so while it reads what the program has written: events, and the names of source files. The program is confined
// further: it computes, and writes its events.
import CConfinement
import FoundationEssentials

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

struct NativeProgram {
    let text, title: String
    let language: Language
    let tools: NativeTools
    /// A new folder.
    let folder: String

    private var source: String { "\(folder)/program.m" }
    private var executable: String { "\(folder)/program" }
    private var events: String { "\(folder)/events.jsonl" }

    /// What every compiler and every program needs. Paths that do not exist do no harm.
    private static let system = ["/usr", "/bin", "/lib", "/lib64", loaderCache]
    private static let systemLibraries = ["/usr/lib", "/usr/lib64", "/lib", "/lib64", loaderCache]
    private static let loaderCache = "/etc/ld.so.cache"

    func answer() throws -> RunAnswer {
        let errors = ChildProcess.file(containing: []) ?? -1
        guard errors >= 0, confine() else { return notConfined() }
        try text.write(toFile: source, atomically: false, encoding: .utf8)
        try "".write(toFile: events, atomically: false, encoding: .utf8)
        if let problem = try compile() { return RunAnswer(recording: nil, problem: problem) }
        guard let status = run(errors) else { return notConfined() }
        let ending = ending(status, errors)
        // The program may have written anything into that file.
        let recording = try? Recording(
            traceFile: events, maximumSteps: RunLimits.steps, language: language, title: title)
        guard let recording, !recording.steps.isEmpty else {
            return RunAnswer(problem: ending ?? "The program has no events.", language)
        }
        let problem = ending.map { RunAnswer.Problem(text: $0.text(in: language)) }
        return RunAnswer(recording: recording, problem: problem)
    }

    private func notConfined() -> RunAnswer {
        let reason = String(cString: strerror(errno))
        return RunAnswer(problem: "The program was not run, because it could not be confined: \(reason)", language)
    }

    // ── Compiling ───────────────────────────────────────────────────────────────────────────────────

    /// Confines this process for ever. Returns false if the kernel cannot.
    private func confine() -> Bool {
        setenv("TMPDIR", folder, 1)
        // The folder is there, too, because the program in it is executed.
        let readable = Self.system + tools.readable + tools.libraries + [folder]
        return withFiles(readable: readable, writable: [folder, "/dev/null"]) {
            withUnsafePointer(to: $0) { confinement_enter($0) == 0 }
        }
    }

    /// Returns the first error of the compiler or the linker; nil if there is none. The linker has no column.
    private func compile() throws -> RunAnswer.Problem? {
        let flags =
            [Run.debugging, "-w", "-ferror-limit=1", "-fno-caret-diagnostics"] + (tools.arc ? ["-fobjc-arc"] : [])
        let child = try ChildProcess(command: [tools.compiler, source] + flags + ["-o", executable])
        if child.exitStatus == 0 { return nil }
        let lines = child.error.split(separator: "\n").map(String.init)
        let place = lines.lazy.compactMap {
            $0.firstMatch(of: /program\.m:(\d+):(?:(\d+):)? (?:(?:fatal )?error: )?(.*)/)
        }.first
        guard let place, let line = Int(place.1) else {
            return RunAnswer.Problem(text: lines.isEmpty ? child.ending : lines.prefix(3).joined(separator: " "))
        }
        let column = place.2.flatMap { Int($0) } ?? 1
        return RunAnswer.Problem(line: line, column: characters(column, line), text: String(place.3))
    }

    /// Returns a column in characters; clang counts bytes.
    private func characters(_ column: Int, _ line: Int) -> Int {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.indices.contains(line - 1) else { return column }
        return String(decoding: lines[line - 1].utf8.prefix(column - 1), as: UTF8.self).unicodeScalars.count + 1
    }

    // ── Running ─────────────────────────────────────────────────────────────────────────────────────

    /// Returns the status with which the program ended; nil if it could not be started.
    private func run(_ errors: Int32) -> Int32? {
        let process = withFiles(
            readable: Self.systemLibraries + tools.libraries + [executable], writable: [events]
        ) { files in
            ChildProcess.withCStrings(["MINIRUNTIME_TRACE_FILE=\(events)", "SWIFT_BACKTRACE=enable=no"]) {
                environment in
                executable.withCString { path in
                    var program = confinement_program(
                        path: path, environment: environment, files: files, errors: errors,
                        seconds: rlim_t(RunLimits.nativeProcessorSeconds), memory: rlim_t(RunLimits.memory),
                        file_length: rlim_t(RunLimits.nativeFileLength))
                    return confinement_start(&program)
                }
            }
        }
        guard process > 0 else { return nil }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        return status
    }

    /// How a program has ended that did not return 0 from main, with the last line that it wrote on standard error.
    private func ending(_ status: Int32, _ errors: Int32) -> Phrase? {
        let signal = status & 0x7f
        let phrase: Phrase
        switch signal {
        case 0 where status == 0: return nil
        case 0: phrase = "The program ended with exit status \(Int(status >> 8 & 0xff))."
        case SIGKILL, SIGXCPU:
            phrase = "The program was ended: it took more than \(RunLimits.nativeProcessorSeconds) seconds."
        case SIGXFSZ:
            phrase = "The program was ended: it wrote more than \(RunLimits.nativeFileLength >> 20) MB."
        default: phrase = "The program was ended by a signal: \(String(cString: strsignal(signal)))."
        }
        var buffer = [UInt8](repeating: 0, count: 1000)
        let length = lseek(errors, 0, SEEK_END)
        let count = pread(errors, &buffer, buffer.count, max(0, length - buffer.count))
        let line = String(decoding: buffer[..<max(0, count)], as: UTF8.self).split(separator: "\n").last
        return line.map { phrase + .verbatim(" \($0)") } ?? phrase
    }

    private func withFiles<Result>(
        readable: [String], writable: [String], _ body: (confinement_files) -> Result
    ) -> Result {
        ChildProcess.withCStrings(readable) { readable in
            ChildProcess.withCStrings(writable) { body(confinement_files(readable: readable, writable: $0)) }
        }
    }
}

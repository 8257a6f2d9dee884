// Run.swift - the command that compiles a program in Objective-C, and runs it in place of this one.
import ArgumentParser
import FoundationEssentials

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

struct Run: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Compiles a program in Objective-C or Objective-C++, and runs it on this runtime.",
        discussion: """
            The clang of the Swift toolchain compiles the program. A folder stands for all of its .m and .mm files. \
            All other arguments are passed to the program; write -- before arguments that begin with a dash.

              runtime-demo run ObjectiveC/examples/isa-swizzling.m --arc
              runtime-demo run ObjectiveC/examples/kvo-controller --arc
              runtime-demo run ObjectiveC/examples/clock-cell.m --arc 10
              runtime-demo run program.m -O2 -- --verbose
              runtime-demo run program.m --flag -lsqlite3 --flag -Wall
              runtime-demo run program.m --explore             also writes explorer.html, which steps through it

            The command uses scripts/objc-clang of MiniRuntime's sources, in the current folder or in the folder that \
            the environment variable MINIRUNTIME_ROOT names, or the objc-clang that 'make install' puts beside it.

            The exit status is the program's; 1 if the program does not compile; 77 if there is no clang; 64 for bad \
            input.
            """)

    @Argument(
        help: ArgumentHelp("A file that ends in .m or .mm, or a folder with such files.", valueName: "program"),
        completion: .file(extensions: Self.endings))
    var path: String

    @Flag(help: "Compile with automatic reference counting.")
    var arc = false

    @Option(
        name: .customShort("O", allowingJoined: true),
        help: ArgumentHelp("How much to optimize, as clang's -O: 0, 1, 2, 3, s or z.", valueName: "level"))
    var optimization = "0"

    @Option(
        name: .customLong("flag"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp("A flag for the compiler or the linker. Repeat the option for more.", valueName: "flag"))
    var flags: [String] = []

    @Flag(help: "Also write explorer.html, a page that steps through what the program did.")
    var explore = false

    @Argument(help: "The arguments of the program.")
    var arguments: [String] = []

    func validate() throws {
        guard ["0", "1", "2", "3", "s", "z"].contains(optimization) else {
            throw ValidationError("-O is \(optimization); it must be 0, 1, 2, 3, s or z.")
        }
    }

    func run() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        if explore { return try explore(in: folder) }
        let program = try compile(in: folder)
        let file = open(program, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw OutputFile.failure(program) }
        // The file is unlinked before the program runs, so nothing remains to be deleted.
        folder.remove()
        try Self.become(file, [name] + arguments)
    }

    /// Compiles the program into a folder, and runs it with a trace. Returns the program's exit status, too.
    func record(
        in folder: TemporaryFolder, maximumSteps: Int, language: Language
    ) throws -> (recording: Recording, status: Int32) {
        let program = try compile(in: folder, flags: [Self.debugging])
        let events = "\(folder.path)/events.jsonl"
        setenv("MINIRUNTIME_TRACE_FILE", events, 1)
        defer { unsetenv("MINIRUNTIME_TRACE_FILE") }
        let status = try Self.spawn([program] + arguments)
        let title = try sources().joined(separator: ", ")
        return try (
            Recording(traceFile: events, maximumSteps: maximumSteps, language: language, title: title), status
        )
    }

    /// Runs the program, and writes the page. The exit status is the program's.
    private func explore(in folder: TemporaryFolder) throws {
        let (recording, status) = try record(in: folder, maximumSteps: 2000, language: .current)
        if recording.steps.isEmpty {
            complain("The program has no events, so no page is written.")
        } else {
            try OutputFile.write(ExplorerPage.html(recording), to: "explorer.html")
            let report: Phrase = "\("explorer.html"): \(.steps(recording.steps.count)). Open it in a browser."
            complain(report.text(in: .current))
            if let ending = recording.ending { complain(ending) }
        }
        if status != 0 { throw ExitCode(status) }
    }

    /// Later debug information breaks the error messages of the gold linker.
    static let debugging = "-gdwarf-4"

    private static let endings = ["m", "mm"]

    private static func isSource(_ path: String) -> Bool { endings.contains { path.hasSuffix(".\($0)") } }

    /// The path without its ending: the program's name while it runs.
    private var name: String {
        let path = path.reversed().drop { $0 == "/" }.reversed().map(String.init).joined()
        return Self.isSource(path) ? String(path[..<path.lastIndex(of: ".")!]) : path
    }

    // ── Input ───────────────────────────────────────────────────────────────────────────────────────

    /// Returns the path of objc-clang. Throws a `ValidationError` if there is none.
    static func compiler() throws -> String {
        let variable = ProcessInfo.processInfo.environment["MINIRUNTIME_ROOT"]
        let compiler = (variable.map { $0 + "/" } ?? "") + "scripts/objc-clang"
        guard access(compiler, X_OK) == 0 else {
            if variable == nil, let installed = installedCompiler() { return installed }
            throw ValidationError(
                "There is no '\(compiler)'. Run this command in the root of MiniRuntime's repository, or set "
                    + "MINIRUNTIME_ROOT to that folder.")
        }
        return compiler
    }

    /// The compiler beside this program, where `make install` puts it.
    private static func installedCompiler() -> String? {
        let link = "/proc/self/exe"
        guard let tool = try? FileManager.default.destinationOfSymbolicLink(atPath: link) else { return nil }
        let compiler = URL(fileURLWithPath: tool).deletingLastPathComponent().path + "/objc-clang"
        return access(compiler, X_OK) == 0 ? compiler : nil
    }

    private func sources() throws -> [String] {
        var isFolder = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw ValidationError("There is no file '\(path)'.")
        }
        if !isFolder {
            guard Self.isSource(path) else {
                throw ValidationError(
                    "'\(path)' does not end in .m or .mm, as programs in Objective-C do. 'runtime-demo trace' runs "
                        + "scripts.")
            }
            return [path]
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: path).filter(Self.isSource).sorted()
        guard !names.isEmpty else {
            throw ValidationError("The folder '\(path)' contains no file that ends in .m or .mm.")
        }
        return names.map { "\(path)/\($0)" }
    }

    // ── Compiling and running ───────────────────────────────────────────────────────────────────────

    /// Returns the path of the compiled program.
    private func compile(in folder: TemporaryFolder, flags more: [String] = []) throws -> String {
        let (compiler, sources) = (try Self.compiler(), try sources())
        let program = "\(folder.path)/program"
        let flags = (arc ? ["-fobjc-arc"] : []) + ["-O\(optimization)"] + more + flags
        let status = try Self.spawn([compiler] + sources + flags + ["-o", program])
        // The compiler has explained the error on standard error.
        guard status == 0 else { throw ExitCode(status == 77 ? 77 : 1) }
        return program
    }

    /// Runs a command, and returns its exit status; 1 if a signal ended it.
    private static func spawn(_ command: [String]) throws -> Int32 {
        var child = pid_t()
        let result = ChildProcess.withCStrings(command) { posix_spawn(&child, command[0], nil, nil, $0, environ) }
        guard result == 0 else {
            throw ValidationError("Cannot run '\(command[0])': \(String(cString: strerror(result)))")
        }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 && errno == EINTR {}
        return status & 0x7f == 0 ? status >> 8 & 0xff : 1
    }

    /// Replaces this program by another one, so that the exit status, signals and terminal are those of that program.
    private static func become(_ program: Int32, _ arguments: [String]) throws {
        fflush(nil)
        _ = ChildProcess.withCStrings(arguments) { fexecve(program, $0, environ) }
        throw ValidationError("Cannot run '\(arguments[0])': \(String(cString: strerror(errno)))")
    }
}

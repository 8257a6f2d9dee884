// RuntimeDemo.swift - the command line and its subcommands.
import ArgumentParser
import ObjectiveScript

// @preconcurrency: `stdout` is a variable in C, which no code assigns.
#if canImport(Glibc)
@preconcurrency import Glibc
#elseif canImport(Musl)
@preconcurrency import Musl
#endif

@main
struct RuntimeDemo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "runtime-demo",
        abstract: "Shows how an Objective-C-style runtime observes properties by swizzling isa.",
        discussion: """
            Everything shown is read from the live runtime. Without a subcommand, print-info runs. Then try \
            'trace --explain', which prints each step of an observation, and 'explore', which writes the steps as a \
            web page.

            Output is coloured on terminals unless NO_COLOR is set. Exit status: 0; 64 for bad input, with one line on \
            standard error; others are listed in each command's help.
            """,
        version: "MiniRuntime 0.1.0",
        subcommands: [Rerun.self],
        groupedSubcommands: [
            CommandGroup(
                name: "Tracing",
                subcommands: [PrintInfo.self, TraceCommand.self, Repl.self, Explore.self]),
            CommandGroup(name: "Inspecting", subcommands: [Inspect.self, Graph.self, Mistakes.self]),
            CommandGroup(
                name: "Article",
                subcommands: [Registration.self, Controller.self, Cells.self, Safe.self, CellClock.self]),
            CommandGroup(name: "Objective-C", subcommands: [Run.self]),
            CommandGroup(name: "Machine", subcommands: [Doctor.self]),
        ],
        defaultSubcommand: PrintInfo.self)

    /// Runs the command. Bad input prints one line on standard error, without the usage, and exits with status 64. So
    /// does output that cannot be written.
    static func main() {
        let failure = error {
            var command = try parseAsRoot()
            try command.run()
        }
        // The help and the version are errors for the library.
        if let failure, exitCode(for: failure).isSuccess { print(fullMessage(for: failure)) }
        checkOutput()
        if let failure { end(failure) }
    }

    private static func error(of body: () throws -> Void) -> (any Error)? {
        do { try body() } catch { return error }
        return nil
    }

    /// Ends the process if output could not be written, for instance to a full disk: when a buffer was full, or now.
    private static func checkOutput() {
        let isFlushed = fflush(nil) == 0
        if isFlushed && ferror(stdout) == 0 { return }
        let reason = isFlushed ? "" : ": \(String(cString: strerror(errno)))"
        complain("Error: Cannot write standard output\(reason)")
        exit(withError: ExitCode.validationFailure)
    }

    private static func end(_ error: any Error) -> Never {
        if let error = error as? ScriptError {
            complain(error)
            // An exception of the script is not the user's bad input, so the status is 1.
            exit(withError: error.exception == nil ? ExitCode.validationFailure : ExitCode.failure)
        }
        if exitCode(for: error) == .validationFailure { complain("Error: \(message(for: error))") }
        exit(withError: exitCode(for: error))
    }
}

/// Bad input: its text goes to standard error, and the exit status is 64. Key-value coding has an error of the same
/// name.
typealias ValidationError = ArgumentParser.ValidationError

/// Writes a line on standard error, after everything that was printed on standard output before.
func complain(_ text: some CustomStringConvertible) {
    fflush(nil)
    let line = Array("\(text)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
}

// RuntimeDemo.swift - the command line: what can be shown.
import ArgumentParser

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@main
struct RuntimeDemo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "runtime-demo",
        abstract: "Shows how an Objective-C-style runtime observes properties by swizzling isa.",
        discussion: """
            Everything shown is read from the live runtime. Without a subcommand, print-info runs.
            """,
        subcommands: [
            PrintInfo.self, Registration.self, Controller.self, Cells.self, Safe.self, CellClock.self, Inspect.self,
            Graph.self, Mistakes.self, Doctor.self,
        ],
        defaultSubcommand: PrintInfo.self)

    /// Bad input gets one line on standard error, without the usage, and exit status 64.
    static func main() {
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch  where exitCode(for: error) == .validationFailure {
            let line = "Error: \(message(for: error))\n"
            _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
            exit(withError: ExitCode.validationFailure)
        } catch {
            exit(withError: error)
        }
    }
}

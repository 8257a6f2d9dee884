// Doctor.swift - what this machine is, and whether the runtime works on it.
import ArgumentParser
import MiniRuntime

struct Doctor: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Says what this machine is, and whether the runtime works on it.",
        discussion: """
            CPU and message lookup, libffi and the memory that closures are in, limits that matter, debug switches; \
            then a short self test of each mechanism, and of what must always be true of every class.

            A minus marks what one should know, an exclamation mark what is wrong. The exit status is 0 if nothing is \
            wrong, and 1 otherwise.
            """)

    @OptionGroup var output: OutputOptions

    func run() throws {
        let groups = try Machine.examine() + [SelfTest.run()]
        let wrong = groups.flatMap(\.findings).count { $0.verdict == .wrong }
        if output.json {
            try printJSON(groups)
        } else {
            var page = Page()
            for group in groups { group.write(to: &page) }
            page.line()
            page.line(
                wrong == 0 ? "Nothing is wrong." : "\(counted(wrong, "thing")) wrong: see the exclamation marks.",
                wrong == 0 ? .good : .bad)
            page.show()
        }
        if wrong > 0 { throw ExitCode.failure }
    }
}

// Doctor.swift - what this machine is, and whether the runtime works on it.
import ArgumentParser
import MiniRuntime

struct Doctor: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Describes this machine, and tests whether the runtime works on it.",
        discussion: """
            Prints the CPU and the kind of message lookup, libffi and the memory of closures, limits, and debug \
            switches. Then it tests each mechanism briefly, and checks the invariants of every class.

            A minus marks a note, an exclamation mark an error. The exit status is 0 if nothing is wrong, and 1 \
            otherwise.
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

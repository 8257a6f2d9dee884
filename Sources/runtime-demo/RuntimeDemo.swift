// RuntimeDemo.swift - the command line: what can be shown.
import ArgumentParser

@main
struct RuntimeDemo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "runtime-demo",
        abstract: "Shows how an Objective-C-style runtime observes properties by swizzling isa.",
        discussion: """
            Everything shown is read from the live runtime. Without a subcommand, print-info runs.
            """,
        subcommands: [PrintInfo.self],
        defaultSubcommand: PrintInfo.self)
}

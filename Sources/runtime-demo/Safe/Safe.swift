// Safe.swift - the command that shows three crashes, and the same program with SafeObservation.
import ArgumentParser
import KVONotifying
import MiniFoundation
import MiniRuntime
import SafeObservation
import TypedClasses

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

struct Safe: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Three programs that crash with key-value observing, and that do not crash with SafeObservation.",
        discussion: """
            Forgetting to remove an observer, removing one that is not registered, and observing without a callback: \
            each ends a child process, which is this same program, with the text that Apple's runtime prints. Then all \
            three run with hidden observers, which need not be removed.

            Long lines are folded; --json prints them whole. The exit status is 0 if the three children crashed and \
            this process did not.
            """)

    @OptionGroup var output: OutputOptions

    @Option(help: .hidden)
    var crash: Crash?

    final class Foo: ClassDescription {
        override class var className: String { "Foo" }
        let count = Property<Int>(0)
    }

    func run() throws {
        if let crash { return try crash.happen() }
        var survivors = 0
        try transcript.run(output.style) {
            for crash in Crash.allCases where try !show(crash) { survivors += 1 }
            try observeSafely()
        }
        if survivors > 0 { throw ExitCode.failure }
    }

    /// Runs a crash in a child process and prints it. Returns whether a signal ended the child.
    private func show(_ crash: Crash) throws -> Bool {
        transcript.section(crash.title, "A child process runs this, and prints the text on its standard error:")
        var isCrash = false
        try transcript.step("runtime-demo safe --crash \(crash.rawValue)") {
            let child = try ChildProcess(arguments: ["safe", "--crash", crash.rawValue])
            for line in child.output.split(separator: "\n") { transcript.message(String(line)) }
            transcript.standardError(child.error)
            transcript.happened("the child ended by \(child.ending)")
            isCrash = child.signal != nil
        }
        return isCrash
    }

    private func observeSafely() throws {
        transcript.section(
            "The same with SafeObservation, in this process",
            "The layer makes the observer, which handles the notifications and is released with foo. Removing a "
                + "registration that does not exist does nothing.")
        transcript.reportIsaChanges()
        var foo: Ref<Foo>? = Foo.new()
        transcript.name(foo!.object, "foo")
        try transcript.step("[foo observeKeyPath: @\"count\" options: OldToNew changes: ^{ ... }]") {
            try foo!.object.onChange(of: "count", options: .oldToNew) { foo, change in
                transcript.told("the block of \(transcript.name(of: foo))", "count", change)
            }
        }
        try transcript.step("[foo setCount: 1]") { try foo!.set(\.count, to: 1) }
        for time in ["the first time", "the second time"] {
            try transcript.step("[foo unobserveKeyPath: @\"count\"]   // \(time)") {
                foo!.object.unobserve("count")
                transcript.countRegistrations(of: foo!.object)
            }
        }
        try transcript.step("[foo observeKeyPath: @\"count\" options: OldToNew changes: ^{}]   // and never stopped") {
            try foo!.object.onChange(of: "count", options: .oldToNew) { _, _ in }
            transcript.countRegistrations(of: foo!.object)
        }
        try transcript.step("[foo setCount: 2];  [foo release]") {
            try foo!.set(\.count, to: 2)
            try release(&foo)
            transcript.countRegistrations()
            transcript.happened("process \(getpid()) is alive; exceptions: \(transcript.raisedCount)")
        }
    }
}

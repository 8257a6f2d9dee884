// PrintInfo.swift - the demonstration: an object before, during and after observation.
import ArgumentParser
import KVONotifying
import MiniRuntime

struct PrintInfo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "print-info",
        abstract: "Prints a Person's isa and two of its IMPs before, during and after its age is observed.",
        discussion: """
            Watch three things: isa becomes NSKVONotifying_Person and goes back; setAge: is another function \
            meanwhile; printInfo, which nobody observes, stays the same.
            """)

    @Flag(help: "Put date, time, program and process:thread in front of each line, as NSLog does.")
    var logPrefix = false

    @Flag(help: "Print the same facts as JSON.")
    var json = false

    func validate() throws {
        if json && logPrefix { throw ValidationError("--json and --log-prefix exclude each other.") }
    }

    func run() throws {
        let report: any Report = json ? JSONReport() : TextReport(prefixed: logPrefix)
        let person = try Person.register(report).new()
        let observer = try Inspector.register().new()

        report.begin("Before add observer")
        try person.send("printInfo")

        try person.addObserver(observer, forKeyPath: "age", options: [.new, .old])
        report.begin("After add observer")
        try person.send("printInfo")

        try person.removeObserver(observer, forKeyPath: "age")
        report.begin("After remove observer")
        try person.send("printInfo")

        report.end()
    }
}

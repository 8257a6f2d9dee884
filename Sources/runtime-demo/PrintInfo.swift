// PrintInfo.swift - the demonstration: an object before, during and after observation.
import ArgumentParser
import KVONotifying
import MiniRuntime

struct PrintInfo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "print-info",
        abstract:
            "Prints a Person's isa and the addresses of two methods before, during and after its age is observed.",
        discussion: """
            Only isa changes: it points to NSKVONotifying_Person during observation, and to Person again afterwards. \
            Person's own setAge: never changes. During observation the look-up of setAge: begins in \
            NSKVONotifying_Person, and finds the override at another address. printInfo is not overridden, so the \
            look-up finds Person's at the same address each time.
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

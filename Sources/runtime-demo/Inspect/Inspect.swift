// Inspect.swift - a class or an object, taken apart.
import ArgumentParser
import KVONotifying
import MiniRuntime

struct Inspect: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows all that the runtime knows of a class, or of an instance of it.",
        discussion: """
            Of a class: the chains of superclasses and metaclasses, the size of an instance, ivars, properties, \
            protocols, the method table with the function behind each method, and the cache. Of an object: its header, \
            its isa, its ivars' values, and who observes it.

            There are four classes to look at, Person, Student, Company and View, and all that the libraries define, \
            as NSObject and NSMutableArray. For a class NSKVONotifying_X, an instance of X is observed first:

              runtime-demo inspect Person
              runtime-demo inspect NSKVONotifying_Person
              runtime-demo inspect NSKVONotifying_Person --object
              runtime-demo inspect NSKVONotifying_Person --object --bytes
              runtime-demo inspect NSKVONotifying_View

            A method that was made at run time is a stub or a libffi closure: the two setters of NSKVONotifying_View \
            are one of each, unless MINIRUNTIME_CLOSURES=libffi is in the environment.

            An unknown class gets one line with the nearest name, and exit status 64.
            """)

    @Argument(
        help: ArgumentHelp("The name of a class.", valueName: "class"),
        completion: .list(["Person", "Student", "Company", "View", "NSKVONotifying_Person"]))
    var cls: String

    @Flag(help: "Inspect an instance instead of the class.")
    var object = false

    @Flag(help: "Show the bytes of the instance as well: its isa, its ivars, its header.")
    var bytes = false

    @Flag(help: "List what superclasses define as well.")
    var inherited = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if object && inherited {
            throw ValidationError("--object shows inherited ivars anyhow; leave out --inherited.")
        }
        if bytes && !object { throw ValidationError("--bytes shows the bytes of an instance; add --object.") }
    }

    func run() throws {
        let demonstration = try DemonstrationClasses()
        try demonstration.withClass(cls) { cls, observed in
            if object {
                let instance = try observed ?? demonstration.instance(of: cls)
                var facts = ObjectFacts(instance)
                if bytes { facts.memory = MemoryRow.rows(of: instance) }
                try output.json ? printJSON(facts) : facts.page().show()
            } else {
                let facts = ClassFacts(cls, inherited: inherited)
                try output.json ? printJSON(facts) : facts.page().show()
            }
        }
    }
}

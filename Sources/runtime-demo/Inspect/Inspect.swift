// Inspect.swift - a class or an object, taken apart.
import ArgumentParser
import KVONotifying
import MiniRuntime

struct Inspect: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows all that the runtime knows about a class, or about an instance of the class.",
        discussion: """
            For a class: the chains of superclasses and metaclasses, the size of an instance, ivars, properties, \
            protocols, the method table with the function behind each method, and the cache. For an object: its \
            header, its isa, the values of its ivars, and its observers.

            The command defines four classes: Person, Student, Company and View. It also shows the classes of the \
            libraries, such as NSObject and NSMutableArray. For a class NSKVONotifying_X, it observes an instance of X \
            first:

              runtime-demo inspect Person
              runtime-demo inspect NSKVONotifying_Person
              runtime-demo inspect NSKVONotifying_Person --object
              runtime-demo inspect NSKVONotifying_Person --object --bytes
              runtime-demo inspect NSKVONotifying_View
              runtime-demo inspect NSKVONotifying_Person --code

            A method that was made at run time is a stub or a libffi closure: the two setters of NSKVONotifying_View \
            are one of each, unless MINIRUNTIME_CLOSURES=libffi is in the environment.

            For an unknown class it prints one line with the nearest name. The exit status is 64.
            """)

    @Argument(
        help: ArgumentHelp("The name of a class.", valueName: "class"),
        completion: .list(["Person", "Student", "Company", "View", "NSKVONotifying_Person"]))
    var cls: String

    @Flag(help: "Inspect an instance instead of the class.")
    var object = false

    @Flag(help: "Show the bytes of the instance as well: its isa, its ivars, its header.")
    var bytes = false

    @Flag(help: "Show the instructions of the methods that are stubs, and of the stubs that they override.")
    var code = false

    @Flag(help: "List inherited ivars, properties and methods as well.")
    var inherited = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if object && inherited {
            throw ValidationError("--object always shows inherited ivars; leave out --inherited.")
        }
        if object && code { throw ValidationError("--code shows the methods of a class; leave out --object.") }
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
                var facts = ClassFacts(cls, inherited: inherited)
                if code { facts.code = [StubCode](cls) }
                try output.json ? printJSON(facts) : facts.page().show()
            }
        }
    }
}

// Mistake.swift - one way in which observing goes wrong: what to do to see it, why it is wrong, and what to do instead.
//
// The program runs in a child process, which it ends. It says each message before it sends it, so that what is shown is
// what was done.
import KVONotifying
import MiniFoundation
import MiniRuntime

struct Mistake: Sendable {
    /// What it is called on the command line.
    let name: String
    let title: String
    let why: String
    let avoid: String
    /// What the runtime does about it.
    var consequence = Consequence.exception
    /// Makes it. Throws what is raised.
    let make: @Sendable (Scene) throws -> Void

    enum Consequence: String, Encodable {
        /// The process ends.
        case exception
        /// A line on standard error, and the process goes on.
        case logLine
    }

    /// All of them, in the order in which a programmer meets them.
    static let all = registering + changing + removing + lifetimes

    /// Makes it in this process, as a program does that catches nothing.
    func happen() throws {
        try transcript.run(.plain) {
            // Whoever takes part is alive until the end: an observed object that dies raises as well.
            let scene = try Scene()
            do {
                try autoreleasepool { try make(scene) }
            } catch let exception as RuntimeException {
                withExtendedLifetime(scene) {
                    exception.raise()
                    RuntimeException.terminateIfUncaught()
                }
            }
        }
    }
}

/// Who takes part: a person with an employer, and a watcher, whose callback says what it is told.
struct Scene {
    let person, company, watcher: Object

    init() throws {
        transcript.message("Person *person = [Person new];  Watcher *watcher = [Watcher new]")
        person = try Self.makePerson().new()
        company = try Self.makeCompany().new()
        watcher = try Self.makeWatcher().new()
        for (object, name) in [(person, "person"), (company, "acme"), (watcher, "watcher")] {
            transcript.name(object, name)
        }
    }

    /// Says a line of the program, and does it.
    func say(_ line: String, _ body: () throws -> Void) rethrows {
        say(line)
        try body()
    }

    func say(_ line: String) { transcript.message(line) }

    /// `person.employer = acme`
    func employ() throws {
        try say("Company *acme = [Company new];  person.employer = acme") { try person.send("setEmployer:", company) }
    }

    /// Says and sends `addObserver:forKeyPath:options:context:`.
    func observe(_ keyPath: String, _ options: KeyValueObservingOptions = [], _ context: Context = .null) throws {
        try transcript.add(watcher, to: person, keyPath, options, context)
    }

    private static func makePerson() throws -> Class {
        var builder = try ClassBuilder("Person")
        try builder.addProperty("age", Int32.self)
        try builder.addProperty("employer", Object?.self)
        try builder.addProperty("children", Object?.self)
        return builder.register()
    }

    private static func makeCompany() throws -> Class {
        var builder = try ClassBuilder("Company")
        try builder.addProperty("name", Object?.self, storage: .copy)
        return builder.register()
    }

    private static func makeWatcher() throws -> Class {
        let builder = try ClassBuilder("Watcher")
        try builder.addMethod(.observeValue) {
            (_: Object, keyPath: String, _: Object, change: Object, _: UnsafeMutableRawPointer?) in
            try transcript.told("// watcher", keyPath, KeyValueObservedChange(change))
        }
        return builder.register()
    }
}

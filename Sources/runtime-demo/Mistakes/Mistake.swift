// Mistake.swift - one mistake in observing: a program that makes it, why it is wrong, and what to do instead.
//
// The program runs in a child process and ends it. It prints each message before it sends the message, so that the
// listing is exactly what was run.
import KVONotifying
import MiniFoundation
import MiniRuntime

struct Mistake: Sendable {
    /// The name on the command line.
    let name: String
    let title: String
    let why: String
    let avoid: String
    /// The runtime's reaction.
    var consequence = Consequence.exception
    /// Makes the mistake. Throws the exception that is raised.
    let make: @Sendable (Scene) throws -> Void

    enum Consequence: String, Encodable {
        /// The process ends with an uncaught exception.
        case exception
        /// A line is logged on standard error, and the process continues.
        case logLine
    }

    /// All mistakes, in the order in which a programmer meets them.
    static let all = registering + changing + removing + lifetimes

    /// Makes the mistake in this process, like a program that catches no exception.
    func happen() throws {
        try transcript.run(.plain) {
            // Keeps the scene's objects alive until the end: an observed object that dies would raise as well.
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

/// The objects of a mistake: a person with an employer, and a watcher whose callback prints its notifications.
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

    /// Prints a line of the program, and runs `body`.
    func say(_ line: String, _ body: () throws -> Void) rethrows {
        say(line)
        try body()
    }

    func say(_ line: String) { transcript.message(line) }

    /// Prints and runs `person.employer = acme`.
    func employ() throws {
        try say("Company *acme = [Company new];  person.employer = acme") { try person.send("setEmployer:", company) }
    }

    /// Prints and sends `addObserver:forKeyPath:options:context:`.
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

// Mistake+Changing.swift - mistakes that are detected when a value changes.
import KVONotifying
import MiniFoundation
import MiniRuntime

extension Mistake {
    static let changing = [notHandled, changedSilently]

    private static let notHandled = Mistake(
        name: "not-handled", title: "The observer does not implement the callback",
        why: "NSObject implements observeValueForKeyPath:ofObject:change:context: by raising: a notification that "
            + "nobody handles is a registration that nobody meant. A call of super for a context of one's own, at the "
            + "end of the callback, comes here as well.",
        avoid: "Implement the callback, and pass on to super only what has another context. Or observe by a closure, "
            + "which is its own callback."
    ) { scene in
        let deaf = try ClassBuilder("Deaf").register().new()
        transcript.name(deaf, "deaf")
        scene.say("Deaf *deaf = [Deaf new]   // a class without observeValueForKeyPath: ...")
        try transcript.add(deaf, to: scene.person, "age", [.new, .old])
        try scene.say("person.age = 1") { try scene.person.send("setAge:", Int32(1)) }
    }

    private static let changedSilently = Mistake(
        name: "changed-silently", title: "An object on the path was replaced silently: found at a change",
        why: "The watcher's path went through the old employer. When the employer changes the next time, the one to be "
            + "left is not the one that was followed: what happened to \"employer.name\" in between, nobody was told.",
        avoid: announceReplacing
    ) { scene in
        try scene.employ()
        try scene.observe("employer.name")
        try replaceSilently(scene)
        try scene.say("person.employer = nil") { try scene.person.send("setEmployer:", Object?.none) }
    }

    static let announceReplacing =
        "Set properties by their setters, or announce what you do to ivars: willChangeValueForKey: before it, "
        + "didChangeValueForKey: after it."

    /// Assigns the ivar without the setter, as a method of Person itself might.
    static func replaceSilently(_ scene: Scene) throws {
        try scene.say("person->_employer = [Company new]   // past the setter") {
            try scene.person.setIvar("_employer", to: scene.company.isa.new())
        }
    }
}

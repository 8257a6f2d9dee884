// Mistake+Changing.swift - mistakes that are detected when a value changes.
import KVONotifying
import MiniFoundation
import MiniRuntime

extension Mistake {
    static let changing = [notHandled, changedSilently]

    private static let notHandled = Mistake(
        name: "not-handled", title: "The observer does not implement the callback",
        why: "NSObject's observeValueForKeyPath:ofObject:change:context: raises, because a notification that no class "
            + "handles belongs to a registration made by mistake. A callback that calls super for a context of its own "
            + "has the same result.",
        avoid: "Implement the callback, and call super only for other contexts. Or observe with a closure, which needs "
            + "no callback method."
    ) { scene in
        let deaf = try ClassBuilder("Deaf").register().new()
        transcript.name(deaf, "deaf")
        scene.say("Deaf *deaf = [Deaf new]   // a class without observeValueForKeyPath: ...")
        try transcript.add(deaf, to: scene.person, "age", [.new, .old])
        try scene.say("person.age = 1") { try scene.person.send("setAge:", Int32(1)) }
    }

    private static let changedSilently = Mistake(
        name: "changed-silently", title: "An object on the path was replaced silently: found at a change",
        why: "The path leads through the old employer, which is still observed. At the next change the person's "
            + "employer is not the observed one, so changes of \"employer.name\" since the replacement were not "
            + "notified.",
        avoid: announceReplacing
    ) { scene in
        try scene.employ()
        try scene.observe("employer.name")
        try replaceSilently(scene)
        try scene.say("person.employer = nil") { try scene.person.send("setEmployer:", Object?.none) }
    }

    static let announceReplacing =
        "Set properties by their setters, or send willChangeValueForKey: before you assign an ivar and "
        + "didChangeValueForKey: afterwards."

    /// Assigns the ivar without the setter, as a method of Person itself might.
    static func replaceSilently(_ scene: Scene) throws {
        try scene.say("person->_employer = [Company new]   // past the setter") {
            try scene.person.setIvar("_employer", to: scene.company.isa.new())
        }
    }
}

// Mistake+Lifetimes.swift - objects and observers that die too early.
import KVONotifying
import MiniFoundation
import MiniRuntime

extension Mistake {
    static let lifetimes = [deallocatedWhileObserved, deallocatedLogged, observerDied]

    private static let deallocatedWhileObserved = Mistake(
        name: "deallocated-while-observed", title: "An object dies while it is observed",
        why: "Registering retains neither object. The object's registrations end unnoticed: the observer waits for "
            + "notifications that never come. Before macOS 10.13 Foundation raised this exception, too; since then it "
            + "mostly removes leftover registrations of automatic keys in silence. This runtime still raises.",
        avoid: "Remove the observer before the object is deallocated, in the dealloc of the object that owns both. "
            + "With SafeObservation, an observation ends with either of the two."
    ) { scene in
        try leaveObserved(scene)
    }

    private static let deallocatedLogged = Mistake(
        name: "deallocated-logged", title: "The same, in a program whose policy is a log line",
        why: "LeftoverPolicy.current determines what registrations that were not removed cause: an exception, a log "
            + "line, or nothing.",
        avoid: "As before. The log line is for programs that cannot be repaired at once.",
        consequence: .logLine
    ) { scene in
        scene.say("LeftoverPolicy.current = .log   // in Swift") { LeftoverPolicy.current = .log }
        try leaveObserved(scene)
    }

    private static func leaveObserved(_ scene: Scene) throws {
        var object: Object? = try scene.person.isa.new()
        transcript.name(object!, "other")
        scene.say("Person *other = [Person new]")
        try transcript.add(scene.watcher, to: object!, "age", [.new, .old])
        try scene.say("[other release]") { try release(&object) }
    }

    private static let observerDied = Mistake(
        name: "observer-died", title: "An observer dies while it is registered, and the value changes",
        why: "Registering retains neither object. Before macOS 11 Foundation sent the notification to freed memory; "
            + "since then it raises an exception that says which observer is gone, as this runtime does.",
        avoid:
            "Remove the observer in its own dealloc at the latest. With SafeObservation, an observation ends with "
            + "either of the two."
    ) { scene in
        var observer: Object? = try scene.watcher.isa.new()
        transcript.name(observer!, "other")
        scene.say("Watcher *other = [Watcher new]")
        try transcript.add(observer!, to: scene.person, "age", [.new, .old])
        try scene.say("[other release]") { try release(&observer) }
        try scene.say("person.age = 1") { try scene.person.send("setAge:", Int32(1)) }
    }
}

// Mistake+Removing.swift - mistakes that are detected when an observer is removed.
import KVONotifying
import MiniFoundation
import MiniRuntime

extension Mistake {
    static let removing = [notRegistered, wrongContext, changedSilentlyRemoval]

    private static let notRegistered = Mistake(
        name: "not-registered", title: "An observer is removed that is not registered",
        why:
            "Each registration is removed by exactly one message. A second one finds nothing to remove: it was sent "
            + "once too often, or it names another observer, object or key path than the registration.",
        avoid: "Remove an observer in one place only, the counterpart of the place that registers it; or keep a token, "
            + "which can be invalidated twice."
    ) { scene in
        try scene.observe("age")
        try scene.say("[person removeObserver: watcher forKeyPath: @\"age\"]") {
            try scene.person.removeObserver(scene.watcher, forKeyPath: "age")
        }
        try scene.say("[person removeObserver: watcher forKeyPath: @\"age\"]   // once too often") {
            try scene.person.removeObserver(scene.watcher, forKeyPath: "age")
        }
    }

    private static let wrongContext = Mistake(
        name: "wrong-context", title: "An observer is removed with another context",
        why: "The context is part of the registration and is compared exactly; NULL is a context like others. The text "
            + "does not say that the same observer and key path are there under another one.",
        avoid: "One static pointer for each registration, used for adding, for recognizing, and for removing."
    ) { scene in
        let context = Context("AgeContext")
        scene.say("static void *AgeContext = &AgeContext")
        try scene.observe("age", [], context)
        try transcript.remove(scene.watcher, from: scene.person, "age")
    }

    private static let changedSilentlyRemoval = Mistake(
        name: "changed-silently-removal",
        title: "An object on the path was replaced silently: found at removal",
        why: "The registration with the old employer must be removed, but the person no longer refers to it. The "
            + "observer is removed nevertheless.",
        avoid: announceReplacing
    ) { scene in
        try scene.employ()
        try scene.observe("employer.name")
        try replaceSilently(scene)
        try scene.say("[person removeObserver: watcher forKeyPath: @\"employer.name\"]") {
            try scene.person.removeObserver(scene.watcher, forKeyPath: "employer.name")
        }
    }
}

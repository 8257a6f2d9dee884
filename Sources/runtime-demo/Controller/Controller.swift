// Controller.swift - a view controller that observes through a KVOController, which ends the observation.
import ArgumentParser
import KVONotifying
import MiniFoundation
import MiniRuntime
import SafeObservation
import TypedClasses

struct Controller: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "A view controller observes a Person through a KVOController, which ends the observation.",
        discussion: """
            In the program, viewDidLoad makes a person and a KVOController, which calls a block with the person's age \
            at once and whenever the age changes; each touch makes the person a year older. The program never calls \
            removeObserver: the KVOController is deallocated with the view controller, and then ends its observations.
            """)

    @OptionGroup var output: OutputOptions

    func run() throws {
        try transcript.run(output.style) {
            transcript.reportIsaChanges()
            let person = Person.new()
            transcript.name(person.object, "person")
            var viewController: Object? = try Self.makeViewController(person: person.object).new()
            try load(viewController!, person.object)
            try touch(viewController!)
            try stopEarly(viewController!, person)
            try leave(&viewController, person)
        }
    }

    private func load(_ viewController: Object, _ person: Object) throws {
        transcript.section(
            "Observing with a block",
            "With the option Initial the block is called at once. The registered observer is not the view controller, "
                + "but an object that calls the block.")
        transcript.name(viewController, "viewController")
        try transcript.step("[viewController viewDidLoad]") {
            try viewController.send("viewDidLoad")
            for registration in person.keyValueRegistrations { transcript.happened("\(registration)") }
        }
    }

    private func touch(_ viewController: Object) throws {
        transcript.section("Touches", "Each one sets the age, and the block is called.")
        for _ in 1...2 {
            try transcript.step("[viewController touchesBegan: touches withEvent: event]") {
                try viewController.send("touchesBegan:withEvent:", Object?.none, Object?.none)
            }
        }
    }

    private func stopEarly(_ viewController: Object, _ person: Ref<Person>) throws {
        transcript.section(
            "Stopping",
            "A block may stop its own observation, even in the first call, when the registration is not complete. "
                + "Stopping an observation that does not exist does nothing.")
        let controller = KVOController(observer: viewController)
        try transcript.step(
            "[other observe: person keyPath: @\"age\" options: Initial | New block: ^{ [other unobserve: person]; }]"
        ) {
            try controller.observe(person.object, keyPath: "age", options: [.initial, .new]) {
                [weak controller] _, person, change, keyPath in
                Self.log("other", keyPath, change)
                controller?.unobserve(person)
            }
            transcript.countRegistrations(of: person.object)
        }
        try transcript.step("[person setAge: 30]") { try person.set(\.age, to: 30) }
        try transcript.step(
            "[other unobserve: person keyPath: @\"age\"];  [other unobserve: nil];  [other unobserveAll]"
        ) {
            controller.unobserve(person.object, keyPath: "age")
            controller.unobserve(nil)
            controller.unobserveAll()
            transcript.happened("exceptions so far: \(transcript.raisedCount)")
        }
    }

    private func leave(_ viewController: inout Object?, _ person: Ref<Person>) throws {
        transcript.section(
            "The view controller is deallocated", "Its KVOController is deallocated with it, and ends the observations."
        )
        try transcript.step("[viewController release]") {
            try release(&viewController)
            transcript.countRegistrations(of: person.object)
        }
        try transcript.step("[person setAge: 31]") {
            try person.set(\.age, to: 31)
            transcript.happened("person.age is \(person.age); exceptions: \(transcript.raisedCount)")
        }
    }
}

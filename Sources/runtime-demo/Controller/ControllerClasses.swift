// ControllerClasses.swift - the Person, and the view controller that observes it.
import KVONotifying
import MiniFoundation
import MiniRuntime
import SafeObservation
import TypedClasses

extension Controller {
    final class Person: ClassDescription {
        override class var className: String { "Person" }
        let age = Property<Int32>(0)
    }

    /// Makes the class of a view controller that owns its KVOController, which references it weakly.
    static func makeViewController(person: Object) throws -> Class {
        var builder = try ClassBuilder("ViewController")
        try builder.addIvar("_person", Object?.self)
        try builder.addIvar("_kvoController", Object?.self)
        try builder.addMethod("viewDidLoad") { (me: Object) in
            try me.setIvar("_person", to: Object?.some(person))
            transcript.message("_kvoController = [KVOController controllerWithObserver: self]")
            let controller = KVOController(observer: me)
            try me.setIvar("_kvoController", to: Object?.some(Object(boxing: controller)))
            transcript.message(
                "[_kvoController observe: person keyPath: @\"age\" options: Initial | New block: ^{ ... }]")
            try controller.observe(person, keyPath: "age", options: [.initial, .new]) { observer, _, change, keyPath in
                log(transcript.name(of: observer), keyPath, change)
            }
        }
        try builder.addMethod("touchesBegan:withEvent:") { (me: Object, _: Object?, _: Object?) in
            guard let person = try me.ivar("_person", as: Object?.self).flatMap(Ref<Person>.init) else { return }
            transcript.message("_person.age++")
            try person.set(\.age, to: person.get(\.age) + 1)
        }
        return builder.register()
    }

    /// Logs a notification, as the block of the original program does.
    static func log(_ who: String, _ keyPath: String, _ change: KeyValueObservedChange) {
        transcript.happened("block of \(who): keyPath:\(keyPath) age:\(change.newValue.map { "\($0)" } ?? "(null)")")
    }
}

// Rows+Typed.swift - the Swift API: typed properties, sends, methods that are closures, observations, new objects. The
// loops are in the module Client.
import Client
import Kernels
import MiniRuntime

extension Rows {
    static var typed: [Row] { typedProperties + messages + typedObserving + typedMaking }

    private static var typedProperties: [Row] {
        [
            Row(
                "typed-set", "person.age = number, of an object without observers", goal: .atMost(6),
                peers: [
                    .row("swift-stored"), .row("int-setter"), .row("swift-property"), .row("swift-untracked"),
                    .openCombine("published-0"),
                ], .typed(\.setAge)),
            Row(
                "typed-get", "person.age", goal: .atMost(6),
                peers: [.row("swift-stored-get"), .row("int-getter"), .row("swift-untracked-get")], .typed(\.age)),
            Row(
                "typed-get-public", "person.age in a function, of a public class", peers: [.row("typed-get")],
                .loop { Loops.publicAge() }),
            Row(
                "typed-set-string", "person.name = string, atomic", goal: .atMost(75),
                peers: [.row("swift-stored-string"), .row("object-setter"), .row("swift-untracked-string")],
                .typed(\.setName)),
            Row(
                "typed-get-string", "person.name, atomic", goal: .atMost(40),
                peers: [.row("swift-stored-string-get"), .row("object-getter"), .row("swift-untracked-string-get")],
                .typed(\.name)),
            Row(
                "typed-set-string-nonatomic", "the same of a property that is not atomic", goal: .atMost(60),
                peers: [.row("swift-stored-string"), .row("object-setter")], .loop { Loops.setNonatomicName() }),
            Row(
                "typed-get-string-nonatomic", "the same of a property that is not atomic", goal: .atMost(25),
                peers: [.row("swift-stored-string-get"), .row("object-getter")], .loop { Loops.nonatomicName() }),
        ]
    }

    private static var messages: [Row] {
        [
            Row(
                "send-kept", "object.send(setAge, number), the selector in a constant", goal: .atMost(6),
                peers: [.row("int-setter"), .row("swift-method")], .typed(\.sendKept)),
            Row(
                "send-literal", "object.send(\"setAge:\", number)", goal: .atMost(10),
                peers: [.row("int-setter"), .row("send-kept")], .loop { Loops.sendLiteral() }),
            Row(
                "closure-imp", "a method that is a closure with an Int32, sent from C", goal: .atMost(20),
                peers: [.row("int-setter"), .row("swift-method"), .libffi],
                .scene(kernel_set_age) { scene_of_class(address(of: Loops.classWithClosure()), "age") }),
            Row(
                "typed-method", "person.inYears(number), a TypedMethod that is a closure", goal: .atMost(30),
                peers: [.row("swift-method"), .row("int-setter")], .typed(\.inYears)),
            Row(
                "value-for-key-swift", "object.value(forKey: \"age\")", goal: .atMost(60),
                peers: [.row("value-for-key"), .row("swift-key-path")], .loop { Loops.valueForKey() }),
        ]
    }

    private static var typedObserving: [Row] {
        [
            Row(
                "typed-observed-set", "person.age = number, observed by a closure that reads the new value",
                goal: .atMost(130),
                peers: [
                    .row("swift-observable"), .row("swift-didset"), .row("observed-set-new-old"),
                    .openCombine("published-1"), .openCombine("current-value-1"),
                ], .loop { Loops.setObservedAge() }),
            Row(
                "typed-observed-set-cause", "the same with the option cause, which records why the closure runs",
                peers: [.row("typed-observed-set")], .loop { Loops.setObservedAge(withCause: true) }),
            Row(
                "append-observed", "a line appended to a thousand, and removed, observed by a closure",
                goal: .ratio(1, to: "swift-observable-append"),
                peers: [.row("swift-observable-append"), .openCombine("published-append")],
                .loop { Loops.appendObserved() }),
            Row(
                "sink", "person.age = number, which flows through a pipe into a closure",
                goal: .ratio(1, to: "swift-observable"),
                peers: [.row("typed-observed-set"), .row("swift-observable"), .openCombine("published-1")],
                .loop { Loops.sink() }),
            Row(
                "delivered-to-actor", "person.age = number, observed on an actor: until its handler has run",
                goal: .ratio(1.5, to: "opencombine/published-queue"),
                peers: [.row("typed-observed-set"), .openCombine("published-queue")], .loop { Loops.deliveredToActor() }
            ),
            Row(
                "token", "an observation by a closure, made and invalidated", goal: .atMost(400),
                peers: [.row("add-remove"), .openCombine("subscribe-cancel")], .loop { Loops.token() }),
        ]
    }

    private static var typedMaking: [Row] {
        [
            Row(
                "typed-new", "an object with four properties, made with their default values and released",
                goal: .atMost(200), peers: [.row("swift-new"), .row("alloc-release")], .loop { Loops.new() })
        ]
    }

    /// Six operations on objects of subclasses, of classes with replaced methods, and of classes with an observed
    /// instance.
    static var typedVariants: [Row] {
        variants("typed-set", \.setAge) + variants("typed-get", \.age) + variants("typed-set-string", \.setName)
            + variants("typed-get-string", \.name) + variants("send-kept", \.sendKept)
            + variants("typed-method", \.inYears)
    }

    private static func variants(_ row: String, _ operation: KeyPath<Operations, Client.Loop>) -> [Row] {
        [
            ("subclass", "\(row), an instance of a subclass", Variant.subclass),
            ("replaced", "\(row), by a method that replaced the class's own", .replaced(accessors: replaceAccessors)),
            ("observed-other", "\(row), while another instance of the class is observed", .observedOther),
        ].map { suffix, purpose, variant in
            Row(
                "\(row)-\(suffix)", purpose, goal: .ratio(1.2, to: row), peers: [.row(row)], .typed(operation, variant))
        }
    }
}

extension Work {
    /// Measures an operation of the module Client on an object of a kind. Ends the process if the operation has no
    /// effect.
    fileprivate static func typed(_ operation: KeyPath<Operations, Client.Loop>, _ variant: Variant = .plain) -> Work {
        .loop { Operations(checked: variant)[keyPath: operation] }
    }
}

private func replaceAccessors(of cls: Class) {
    kernels_replace_accessors(address(of: cls))
}

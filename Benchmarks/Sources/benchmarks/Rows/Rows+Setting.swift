// Rows+Setting.swift - setters of unobserved and observed objects. They are C functions, as a compiler makes them,
// except where a row's purpose says otherwise.
import Kernels
import MiniRuntime

extension Rows {
    static var unobserved: [Row] {
        [
            Row(
                "int-setter", "a C setter of an object that nobody observes", goal: .atMost(2.5),
                peers: [.gnustep, .row("indirect-call"), .row("swift-property"), .row("swift-key-path")],
                .scene(kernel_set_age) { scene_make("age") }),
            Row(
                "int-setter-synthesised", "the same with an accessor of ClassBuilder.addProperty",
                goal: .ratio(1.4, to: "int-setter"), peers: [.row("int-setter"), .libffi],
                .scene(kernel_set_age) { synthesised("Unobserved", "age") }),
            Row(
                "int-setter-other", "an unobserved instance of an observed class", goal: .ratio(1.15, to: "int-setter"),
                peers: [.gnustep, .row("int-setter")],
                .scene(kernel_set_age) { scene_sibling(scene("age", observers: 1), "age") }),
            Row(
                "int-setter-after", "after the last observer went", goal: .ratio(1.15, to: "int-setter"),
                peers: [.gnustep, .row("int-setter")],
                .scene(kernel_set_age) {
                    let scene = scene("age", observers: 1)
                    scene_unobserve(scene)
                    return scene
                }),
            Row(
                "other-key", "a key that no object of the class is observed at, on an observed object",
                goal: .atMost(2.5),
                peers: [.gnustep], .scene(kernel_set_height) { scene("age", observers: 1) }),
            Row(
                "other-key-known", "the same where another object of the class is observed at the key",
                goal: .atMost(10),
                peers: [.gnustep],
                .scene(kernel_set_height) {
                    let scene = scene("age", observers: 1)
                    scene_observe(scene_sibling(scene, "height"), Options.none, 1)
                    return scene
                }),
        ]
    }

    /// More messages from C to unobserved objects, which are peers of the rows of the Swift API.
    static var unobservedPeers: [Row] {
        [
            Row("int-getter", "a C getter of an int", .scene(kernel_get_age) { scene_make("age") }),
            Row(
                "object-setter", "a C setter of an object, retained, not atomic",
                .scene(kernel_set_name) { scene_make("name") }),
            Row(
                "object-getter", "a C getter of an object, not retained",
                .scene(kernel_get_name) { scene_make("name") }),
            Row(
                "alloc-release", "alloc, init, release of an instance of a C class",
                .scene(kernel_new) { scene_make("age") }),
        ]
    }

    static var observed: [Row] {
        [
            Row(
                "observed-set-0", "an int set, one observer, options 0", goal: .atMost(52),
                peers: [
                    .gnustep, .row("swift-didset"), .row("swift-observable"), .openCombine("published-1"),
                    .openCombine("current-value-1"),
                ],
                .observed(kernel_set_age)),
            Row(
                "observed-set-stub", "an int set, the notifying setter a stub", peers: [.row("observed-set-0")],
                .observed(kernel_set_age).closures(.stub)),
            Row(
                "observed-set-libffi", "the same, the notifying setter a libffi closure",
                peers: [.row("observed-set-stub")], .observed(kernel_set_age).closures(.libffiClosure)),
            Row(
                "observed-set-new-old", "with the new and the old value", goal: .atMost(70), peers: [.gnustep],
                .observed(kernel_set_age, options: Options.newOld)),
            Row(
                "observed-set-prior", "with new, old, and a notification before", goal: .atMost(80), peers: [.gnustep],
                .observed(kernel_set_age, options: Options.newOldPrior, told: 2)),
            Row(
                "observed-set-synthesised", "an accessor of ClassBuilder.addProperty, options 0",
                peers: [.row("observed-set-0"), .libffi],
                .observed(kernel_set_age) { synthesised("Observed", $0) }),
            Row(
                "observed-set-10-0", "ten observers, options 0",
                peers: [.gnustep, .openCombine("published-10"), .openCombine("current-value-10")],
                .observed(kernel_set_age, observers: 10)),
            Row(
                "observed-set-1000-0", "a thousand observers, options 0", goal: .atMost(18_000),
                peers: [.gnustep, .openCombine("published-1000")], .observed(kernel_set_age, observers: 1000)),
            Row(
                "observed-set-1000-new-old", "a thousand observers, new and old", goal: .atMost(23_000),
                peers: [.gnustep],
                .observed(kernel_set_age, options: Options.newOld, observers: 1000)),
            further("further-observer-0", "options 0", 18, from: "observed-set-1000-0", "observed-set-0"),
            further(
                "further-observer-new-old", "new and old", 23, from: "observed-set-1000-new-old", "observed-set-new-old"
            ),
            Row(
                "object-set-0", "an object set, options 0", goal: .atMost(65), peers: [.gnustep],
                .observed(kernel_set_name, "name")),
            Row(
                "object-set-new-old", "an object set, new and old", goal: .atMost(105), peers: [.gnustep],
                .observed(kernel_set_name, "name", options: Options.newOld)),
            Row(
                "double-set-new-old", "a double set, new and old", goal: .atMost(85),
                peers: [.gnustep, .row("observed-set-new-old")],
                .observed(kernel_set_weight, "weight", options: Options.newOld)),
            Row(
                "struct-2-set-0", "a struct of two doubles set, options 0", goal: .atMost(200), peers: [.gnustep],
                .observed(kernel_set_size, "size")),
            Row(
                "struct-2-set-new-old", "the same, new and old", goal: .atMost(220), peers: [.gnustep],
                .observed(kernel_set_size, "size", options: Options.newOld)),
            Row(
                "struct-4-set-0", "a struct of four doubles set, options 0", goal: .atMost(250), peers: [.gnustep],
                .observed(kernel_set_frame, "frame")),
        ]
    }

    static var dependent: [Row] {
        [
            Row(
                "key-path-leaf-0", "the last key of \"friend.age\" set, options 0", goal: .atMost(80),
                peers: [.gnustep],
                .observed(kernel_set_leaf, "friend.age")),
            Row(
                "key-path-leaf-new-old", "the same, new and old", goal: .atMost(110), peers: [.gnustep],
                .observed(kernel_set_leaf, "friend.age", options: Options.newOld)),
            Row(
                "key-path-middle-0", "the friend of \"friend.age\" replaced, options 0", goal: .atMost(300),
                peers: [.gnustep], .observed(kernel_set_friend, "friend.age")),
            Row(
                "key-path-middle-new-old", "the same, new and old", goal: .atMost(400), peers: [.gnustep],
                .observed(kernel_set_friend, "friend.age", options: Options.newOld)),
            Row(
                "dependent-key-0", "a key set on which the observed one depends, options 0", goal: .atMost(70),
                peers: [.gnustep], .observed(kernel_set_age, "doubled")),
            Row(
                "dependent-key-new-old", "the same, new and old", goal: .atMost(90), peers: [.gnustep],
                .observed(kernel_set_age, "doubled", options: Options.newOld)),
        ]
    }

    private static func further(_ name: String, _ options: String, _ limit: Double, from many: String, _ one: String)
        -> Row
    {
        Row(
            name, "each observer after the first, \(options): (\(many) - \(one)) / 999", goal: .atMost(limit),
            peers: [.gnustep], .derived(from: [many, one]) { ($0[0] - $0[1]) / 999 })
    }

    /// Makes a scene with a class whose accessors the runtime makes.
    private static func synthesised(_ name: String, _ path: String) -> Scene {
        do {
            var builder = try ClassBuilder(name)
            try builder.addProperty("age", Int32.self)
            let cls = builder.register()
            return scene_of_class(address(of: cls), path)
        } catch {
            fail("\(error)")
        }
    }
}

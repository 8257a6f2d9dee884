// Curves.swift - all curves. Each is measured in its own process, which grows its objects from size to size.
import Kernels

enum Curves {
    static var all: [Curve] { observers + objects + keys + classes + methods + depth + hops + closures }

    static func named(_ name: String) -> Curve? {
        all.first { $0.name == name }
    }

    private static var observers: [Curve] {
        [
            Curve(.observers, "set", "observed set") {
                growing(kernel_set_age) { scene_observe($0, Options.none, $1) }
            },
            Curve(.observers, "add-remove", "add + remove one") {
                growing(kernel_add_remove) { scene_observe($0, Options.none, $1) }
            },
            Curve(.observers, "remove-oldest", "remove all, oldest first, each") {
                { size in
                    (0..<5).map { _ in bulk_observers(size, BULK_REMOVE_FIRST_TO_LAST) * 1e6 / Double(size) }.min()!
                }
            },
        ]
    }

    private static var objects: [Curve] {
        [
            Curve(.objects, "set", "observed set of one") {
                growing(kernel_set_age, scene("age", observers: 1)) { scene_crowd($0, $1) }
            },
            Curve(.objects, "add-remove", "add + remove on one") { growing(kernel_add_remove) { scene_crowd($0, $1) } },
        ]
    }

    private static var keys: [Curve] {
        [
            Curve(.keys, "set", "observed set of one") { anew(kernel_set_key) { scene_with_keys($0) } },
            Curve(.keys, "add-remove", "add + remove on one") { anew(kernel_add_remove) { scene_with_keys($0) } },
        ]
    }

    private static var classes: [Curve] {
        [
            Curve(.classes, "first", "first observation of one more") {
                var size = 0
                return { wanted in
                    defer { size = wanted + 50 }
                    return bulk_first_observations(max(0, wanted - size), 50)
                }
            },
            Curve(.classes, "set", "observed set") {
                growing(kernel_set_age, scene("age", observers: 1)) { _ = bulk_first_observations(0, $1) }
            },
        ]
    }

    private static var methods: [Curve] {
        [
            Curve(.methods, "send", "cached send") { anew(kernel_send_last) { scene_with_methods($0) } },
            Curve(.methods, "look-up", "look-up without the cache") { anew(kernel_look_up) { scene_with_methods($0) } },
        ]
    }

    private static var depth: [Curve] {
        [
            Curve(.depth, "send", "cached send of an inherited method") {
                anew(kernel_send_last) { scene_deep($0, "age") }
            },
            Curve(.depth, "look-up", "look-up without the cache") { anew(kernel_look_up) { scene_deep($0, "age") } },
            Curve(.depth, "set", "observed set") {
                anew(kernel_set_age) { depth in
                    let scene = scene_deep(depth, "age")!
                    scene_observe(scene, Options.none, 1)
                    return scene
                }
            },
        ]
    }

    private static var hops: [Curve] {
        [
            Curve(.hops, "set", "set of the last key") {
                anew(kernel_set_leaf) { scene(path($0), observers: 1) }
            },
            Curve(.hops, "add-remove", "add + remove") { anew(kernel_add_remove) { scene_make(path($0)) } },
        ]
    }

    private static var closures: [Curve] {
        [Curve(.closures, "throw", "throw of a C++ exception") { growing(kernel_throw) { scene_add_closures($1) } }]
    }

    private static func path(_ hops: Int) -> String {
        String(repeating: "friend.", count: hops) + "age"
    }

    /// Returns the costs of a kernel on one scene, to which `grow` adds the missing objects of each size.
    private static func growing(
        _ kernel: @escaping Kernel, _ scene: Scene = scene_make("age"), _ grow: @escaping (Scene, Int) -> Void
    ) -> (Int) -> Double {
        var size = 0
        return { wanted in
            grow(scene, wanted - size)
            size = wanted
            return nanoseconds(kernel, scene)
        }
    }

    /// Returns the costs of a kernel on a new scene for each size.
    private static func anew(_ kernel: @escaping Kernel, _ make: @escaping (Int) -> Scene?) -> (Int) -> Double {
        { nanoseconds(kernel, make($0)) }
    }

    /// Returns the smallest of fifteen samples.
    private static func nanoseconds(_ kernel: Kernel, _ scene: Scene?) -> Double {
        let body = { kernel(scene, $0) }
        let count = Loop.count(body, nanoseconds: 2e6)
        return (0..<15).map { _ in Loop.nanoseconds(body, count) }.min()!
    }
}

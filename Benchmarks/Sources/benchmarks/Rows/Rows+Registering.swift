// Rows+Registering.swift - adding and removing observers, in small and large numbers; their memory; two threads.
import Kernels

extension Rows {
    static var registering: [Row] {
        [
            Row(
                "add-remove-observed", "an observer added and removed, the object has another", goal: .atMost(105),
                peers: [.gnustep, .openCombine("subscribe-cancel")],
                .scene(kernel_add_remove) { scene("age", observers: 1) }),
            Row(
                "add-remove", "the object has no other, its class has been observed", goal: .atMost(130),
                peers: [.gnustep],
                .scene(kernel_add_remove) { scene_make("age") }),
            Row(
                "add-remove-context", "the same, removed by its context", peers: [.gnustep],
                .scene(kernel_add_remove_context) { scene_make("age") }),
            Row(
                "add-remove-new-old", "the same, options new and old", peers: [.gnustep],
                .scene(kernel_add_remove_new_old) { scene_make("age") }),
            Row(
                "lifecycle", "alloc, init, add, remove, dealloc", goal: .atMost(140), peers: [.gnustep],
                .scene(kernel_lifecycle) { scene_make("age") }),
            Row(
                "add-remove-key-path", "an observer of \"friend.age\" added and removed", goal: .atMost(280),
                peers: [.gnustep],
                .scene(kernel_add_remove) { scene_make("friend.age") }),
            Row(
                "add-remove-dependent", "an observer of a dependent key added and removed", goal: .atMost(280),
                peers: [.gnustep],
                .scene(kernel_add_remove) { scene_make("doubled") }),
        ]
    }

    static var crowds: [Row] {
        [
            Row(
                "first-observation", "the first observation of a class, of each of 100 classes", unit: .microseconds,
                goal: .atMost(2), peers: [.gnustep], .isolated { bulk_first_observations(10, 100) / 1e3 }),
            Row(
                "first-observation-10000", "the same where 10,000 classes are observed", unit: .microseconds,
                goal: .atMost(2),
                peers: [.gnustep, .row("first-observation")], .isolated { bulk_first_observations(10_000, 100) / 1e3 }),
            Row(
                "add-10000", "10,000 observers added to one object", unit: .milliseconds, goal: .atMost(0.8),
                peers: [.gnustep],
                .piece { { bulk_observers(10_000, BULK_ADD) } }),
            Row(
                "remove-10000-oldest", "removed again, the oldest first", unit: .milliseconds, goal: .atMost(0.45),
                peers: [.gnustep], .piece { { bulk_observers(10_000, BULK_REMOVE_FIRST_TO_LAST) } }),
            Row(
                "remove-10000-newest", "removed again, the newest first", unit: .milliseconds, goal: .atMost(0.45),
                peers: [.gnustep], .piece { { bulk_observers(10_000, BULK_REMOVE_LAST_TO_FIRST) } }),
        ]
    }

    static var memory: [Row] {
        [
            Row(
                "bytes-observed", "heap for each of 100,000 objects that have an observer", unit: .bytes,
                goal: .atMost(145),
                peers: [.gnustep], .isolated { bulk_bytes(100_000, false) }),
            Row(
                "bytes-left",
                "heap left for each of these objects after all observers are removed; less than half a byte is 0",
                unit: .bytes, goal: .atMost(0), peers: [.gnustep], .isolated { bulk_bytes(100_000, true) }),
        ]
    }

    static var threads: [Row] {
        [
            Row(
                "scaling-observed-set",
                "observed sets by two threads, each of an object that it made: their rate, divided by one thread's",
                unit: .scaling, goal: .atLeast(1.9), peers: [.gnustep], scaling(kernel_set_age, observers: 1)),
            Row(
                "scaling-add-remove", "observers added and removed by two threads, likewise",
                unit: .scaling, goal: .atLeast(1.9), peers: [.gnustep], scaling(kernel_add_remove, observers: 0)),
            Row(
                "scaling-responds-missing", "class_respondsToSelector of a missing method by two threads, likewise",
                unit: .scaling, goal: .atLeast(1.9), scaling(kernel_responds_missing, observers: 0)),
        ]
    }

    /// Measures two threads, each on an object that it makes. The objects have one class, because threads contend for
    /// the data of the class.
    private static func scaling(_ kernel: @escaping Kernel, observers: Int) -> Work {
        .piece {
            let one = scene("age", observers: observers)
            let count = Loop.count({ kernel(one, $0) }, nanoseconds: 10e6)
            return { bulk_scaling(kernel, one, CInt(observers), count) }
        }
    }
}

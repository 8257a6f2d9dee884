// Inspection.swift - counts, caches and invariants, for tests and for teaching.
import CMiniRuntime

/// What can be asked of the runtime as a whole.
public enum Runtime {
    /// Returns when the classes of all modules that are linked into the program are there; at once on the thread that
    /// makes them. The first message does the same. Any thread.
    public static func loadModules() {
        mr_load_modules()
    }

    /// Objects alive, classes not counted. For leak tests.
    public static var liveObjectCount: Int { mr_live_object_count() }

    /// `assembly`, or `C` in builds for the thread sanitizer.
    public static var dispatchKind: String { String(cString: mr_dispatch_kind()) }

    /// `x86-64` or `aarch64`.
    public static var cpuName: String { String(cString: mr_cpu_name()) }

    /// Whether the process was started with `MINIRUNTIME_REPORT_OBSERVERS`.
    public static var reportsObservers: Bool { mr_debug_reports_observers() }

    /// Grows whenever the methods of any class change: what was found out about methods holds while it stays the same.
    /// Any thread.
    public static var methodGeneration: UInt { UInt(mr_method_generation()) }

    /// Checks what must always be true of every class. nil, or a sentence about what is wrong. O(classes x methods).
    public static func invariantViolation() -> String? { takeString(mr_check_invariants(nil)) }
}

extension Class {
    /// The methods in the class's cache now, in the order of its buckets.
    public var cachedMethods: [Method] { copiedList { mr_cache_copy_methods(pointer, $0) }.map(Method.init) }

    /// How many buckets the cache has.
    public var cacheCapacity: Int { mr_cache_capacity(pointer) }
}

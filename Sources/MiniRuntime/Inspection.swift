// Inspection.swift - counts, caches and invariants, for tests and for teaching.
import CMiniRuntime

/// The state of the runtime as a whole.
public enum ObjectRuntime {
    /// The number of live objects, without classes. For leak tests.
    public static var liveObjectCount: Int { mr_live_object_count() }

    /// `assembly`, or `C` if the runtime was built with `MINIRUNTIME_DISPATCH=c`.
    public static var dispatchKind: String { String(cString: mr_dispatch_kind()) }

    /// `x86-64` or `aarch64`.
    public static var cpuName: String { String(cString: mr_cpu_name()) }

    /// Whether `MINIRUNTIME_REPORT_OBSERVERS` is set in the environment.
    package static var reportsObservers: Bool { mr_debug_reports_observers() }

    /// The word of `MINIRUNTIME_LEFTOVERS` in the environment: 0 for raise, 1 for log, 2 for forgive.
    package static var leftoverWord: UInt8 { mr_debug_leftovers() }

    /// Whether `MINIRUNTIME_ZOMBIES` is set in the environment, so that the memory of dead objects stays allocated.
    package static var keepsZombies: Bool { mr_debug_keeps_zombies() }

    /// A counter that increases whenever the methods of any class change. A result computed from methods stays valid
    /// while the counter is unchanged: read it before computing the result, so that a concurrent change invalidates the
    /// result. Any thread.
    @inlinable package static var methodGeneration: UInt { UInt(mr_method_generation()) }

    /// Checks the invariants of every class. Returns nil, or a sentence that describes a violation. O(classes x
    /// methods).
    public static func invariantViolation() -> String? { takeString(mr_check_invariants(nil)) }

    /// `address`, `thread` or `undefined behaviour` if the runtime was built with that sanitizer.
    package static var sanitizerName: String? { mr_sanitizer_name().map { String(cString: $0) } }

    /// The version of libffi; nil if libffi is too old to report it.
    package static var libffiVersion: String? { mr_libffi_version().map { String(cString: $0) } }

    /// Returns the loaded file that contains an address; nil if none does, as for closures.
    public static func image(at address: UnsafeRawPointer) -> LoadedImage? {
        var base: UnsafeRawPointer?
        var symbol: UnsafePointer<CChar>?
        guard let path = mr_image_of(address, &base, &symbol) else { return nil }
        return LoadedImage(
            path: String(cString: path), baseAddress: UInt(bitPattern: base),
            symbol: symbol.map { String(cString: $0) })
    }
}

/// An executable or a library in memory, and the symbol at the requested address.
public struct LoadedImage: Sendable {
    /// The path it was loaded from.
    public var path: String
    /// Its base address in memory.
    public var baseAddress: UInt
    /// The exported symbol at exactly the requested address; nil for functions that are not exported.
    public var symbol: String?
}

/// A snapshot of an object's header and side table.
package struct ObjectHeader: Sendable {
    /// The address of the header, two words before the isa.
    package var address: UInt
    /// The first word: the retain count in the upper half, the number of holds in 24 bits, and eight bits of flags.
    package var countWord: UInt64
    /// Whether the object is observed; one of the flags.
    package var isObserved: Bool { countWord & UInt64(MR_OBJECT_OBSERVED) != 0 }
    /// The second word: the address of the side table; nil until first used.
    package var sideTableAddress: UInt?
    /// The number of associated objects in the side table.
    package var associationCount: Int
}

extension Object {
    /// A snapshot of the object's header; nil for objects without one: classes, constants, tagged pointers. Any thread.
    package var header: ObjectHeader? {
        var facts = mr_header_facts()
        guard mr_header_read(pointer, &facts) else { return nil }
        return ObjectHeader(
            address: UInt(bitPattern: facts.address), countWord: facts.count_word,
            sideTableAddress: facts.side_table.map { UInt(bitPattern: $0) },
            associationCount: facts.association_count)
    }
}

extension Class {
    /// The methods that are now in the class's cache, in the order of its buckets.
    public var cachedMethods: [Method] { copiedList { mr_cache_copy_methods(pointer, $0) }.map(Method.init) }

    /// The number of buckets in the class's cache.
    public var cacheCapacity: Int { mr_cache_capacity(pointer) }
}

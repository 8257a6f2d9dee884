// Inspection.swift - counts, caches and invariants, for tests and for teaching.
import CMiniRuntime

/// What can be asked of the runtime as a whole.
public enum Runtime {
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
    @inlinable public static var methodGeneration: UInt { UInt(mr_method_generation()) }

    /// Checks what must always be true of every class. nil, or a sentence about what is wrong. O(classes x methods).
    public static func invariantViolation() -> String? { takeString(mr_check_invariants(nil)) }

    /// `address`, `thread` or `undefined behaviour` if the runtime was built with that sanitizer.
    public static var sanitizerName: String? { mr_sanitizer_name().map { String(cString: $0) } }

    /// The version of libffi; nil if it is too old to tell.
    public static var libffiVersion: String? { mr_libffi_version().map { String(cString: $0) } }

    /// The loaded file that an address lies in; nil for memory that no file is behind, as that of closures.
    public static func image(at address: UnsafeRawPointer) -> LoadedImage? {
        var base: UnsafeRawPointer?
        var symbol: UnsafePointer<CChar>?
        guard let path = mr_image_of(address, &base, &symbol) else { return nil }
        return LoadedImage(
            path: String(cString: path), baseAddress: UInt(bitPattern: base),
            symbol: symbol.map { String(cString: $0) })
    }
}

/// An executable or a library in memory, and what it exports at an address that was asked for.
public struct LoadedImage: Sendable {
    /// As it was loaded.
    public var path: String
    /// Where it begins in memory.
    public var baseAddress: UInt
    /// The exported symbol at exactly the address. Functions that are not exported have none.
    public var symbol: String?
}

/// What stands in front of an object, and hangs on it. A picture: it goes stale.
public struct ObjectHeader: Sendable {
    /// Where the header is: two words before the isa.
    public var address: UInt
    /// The first word: the retain count, and eight bits of flags below it.
    public var countWord: UInt64
    /// The second word: the side table, which is made on first need.
    public var sideTableAddress: UInt?
    /// What hangs on the side table: associated objects,
    public var associationCount: Int
    /// and what the observing layer keeps there, which is no object.
    public var observationInfoAddress: UInt?
}

extension Object {
    /// The object's header; nil for what has none: classes, constants, tagged pointers. Any thread.
    public var header: ObjectHeader? {
        var facts = mr_header_facts()
        guard mr_header_read(pointer, &facts) else { return nil }
        return ObjectHeader(
            address: UInt(bitPattern: facts.address), countWord: facts.count_word,
            sideTableAddress: facts.side_table.map { UInt(bitPattern: $0) },
            associationCount: facts.association_count,
            observationInfoAddress: facts.observation_info.map { UInt(bitPattern: $0) })
    }
}

extension Class {
    /// The methods in the class's cache now, in the order of its buckets.
    public var cachedMethods: [Method] { copiedList { mr_cache_copy_methods(pointer, $0) }.map(Method.init) }

    /// How many buckets the cache has.
    public var cacheCapacity: Int { mr_cache_capacity(pointer) }
}

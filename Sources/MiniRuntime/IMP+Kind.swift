// IMP+Kind.swift - what is behind an IMP: a compiled function, or a trampoline that was made at run time.
import CMiniRuntime

extension IMP {
    /// The kind of code at an IMP's address.
    public enum Kind: String, Sendable, CaseIterable, Encodable, CustomStringConvertible {
        /// A compiled function. An IMP that was removed counts as one, too.
        case function
        /// A trampoline in one of the runtime's own pages, which are never writable.
        case stub
        /// A trampoline made by libffi.
        case libffiClosure

        /// `compiled function`, `stub` or `libffi closure`.
        public var description: String { String(cString: mr_imp_kind_name(raw)) }

        init(_ raw: mr_imp_kind) { self = Self.allCases[Int(raw.rawValue)] }

        var raw: mr_imp_kind { mr_imp_kind(UInt32(Self.allCases.firstIndex(of: self)!)) }
    }

    /// The kind of code at the address. Any thread.
    public var kind: Kind { Kind(mr_imp_get_kind(pointer)) }

    /// The purpose of a trampoline: `closure`, `accessor`, `notifying setter`, `notifying mutator` or `forwarder`.
    /// nil for a compiled function. Any thread.
    public var purpose: String? { mr_imp_get_purpose(pointer).map { String(cString: $0) } }

    /// The kind, and the purpose if there is one: `stub (notifying setter)`.
    public var kindAndPurpose: String { purpose.map { "\(kind) (\($0))" } ?? kind.description }

    /// The class, or metaclass, and the selector of the first method that has this IMP. nil if no registered class has
    /// such a method. Reads the methods of all classes. Any thread.
    public var firstMethod: (cls: Class, selector: Selector)? {
        var selector: OpaquePointer?
        guard let cls = mr_imp_get_class(pointer, &selector), let selector else { return nil }
        return (Class(cls), Selector(selector))
    }

    /// Sets the purpose of a closure, before any other thread has its IMP.
    /// - Returns: the same IMP.
    @discardableResult
    package func setPurpose(_ purpose: StaticString) -> IMP {
        purpose.utf8Start.withMemoryRebound(to: CChar.self, capacity: purpose.utf8CodeUnitCount + 1) {
            mr_block_set_purpose(imp_getBlock(pointer), $0)
        }
        return self
    }
}

extension ObjectRuntime {
    /// The kind of the trampolines that are made from now on, if their arguments fit into registers:
    /// ``IMP/Kind/stub``, or ``IMP/Kind/libffiClosure`` in a process that was started with
    /// `MINIRUNTIME_CLOSURES=libffi`.
    ///
    /// All other trampolines are libffi closures. Existing trampolines keep their kind. Any thread.
    public static var closureKind: IMP.Kind {
        get { IMP.Kind(mr_closure_kind()) }
        set { mr_closure_set_kind(newValue.raw) }
    }
}

// Described.swift - a pointer to a class description.

/// The description of a class, as a plain pointer: descriptions live for ever, so copies need not retain, and the
/// pointer is always valid.
@safe @usableFromInline package struct Described<Description: ClassDescription>: @unchecked Sendable {
    // Sendable: a description is immutable once its class is made.
    @usableFromInline let pointer: Unmanaged<Description>

    /// Points at the description of the type. On first use this makes the class; the process ends if that fails.
    init() {
        self.init(Description.description)
    }

    private init(_ description: Description) {
        unsafe pointer = .passUnretained(description)
    }

    /// As `init()`, for use while the class of `declaring` is being made. That description is not in the table yet, so
    /// it is used directly if it has the type.
    @usableFromInline init(whileMaking declaring: ClassDescription) throws {
        let isSame = type(of: declaring) == Description.self
        // `make` returns a description of the type that it is given.
        self.init(
            unsafe unsafeDowncast(
                isSame ? declaring : try ClassDescription.make(Description.self), to: Description.self))
    }

    /// Returns a value that `body` reads from the description. Always inlined, so that the compiler sees that `body`
    /// loads only a field.
    // With takeUnretainedValue(), the compiler retains the description around its exclusivity check of that field. The
    // check remains where a key path of the property is also passed on, as to observe(). The
    // benchmark row typed-get-observed-other measures the difference.
    @inlinable @inline(__always) package func read<Result>(_ body: (Description) -> Result) -> Result {
        unsafe pointer._withUnsafeGuaranteedRef(body)
    }
}

// Described.swift - a pointer to a class description.

/// The description of a class, which lives for ever: a plain pointer, so that passing it on counts nothing.
@usableFromInline package struct Described<Description: ClassDescription>: @unchecked Sendable {
    // Sendable: a description does not change once its class is made.
    @usableFromInline let pointer: Unmanaged<Description>

    /// The description of the type; makes its class if need be, and ends the process if that cannot be done.
    init() {
        self.init(Description.description)
    }

    private init(_ description: Description) {
        pointer = .passUnretained(description)
    }

    /// The same while a class is being made, which is that of `declaring`: it cannot be found yet.
    @usableFromInline init(whileMaking declaring: ClassDescription) throws {
        let isSame = type(of: declaring) == Description.self
        self.init(
            unsafeDowncast(isSame ? declaring : try ClassDescription.make(Description.self), to: Description.self))
    }

    /// What `body` takes out of the description. In line, so that the compiler sees that nothing but a field is taken.
    // With takeUnretainedValue() it counts an owner around its check for exclusive access to that field, which it keeps where
    // a key path of the property is passed on, as to observe(): typed-get-observed-other takes 18 ns then, and 6 without.
    @inlinable @inline(__always) package func read<Result>(_ body: (Description) -> Result) -> Result {
        pointer._withUnsafeGuaranteedRef(body)
    }
}

// PlainPerson.swift - a Swift class without the runtime, in a module of its own.
//
// The class is open, and the factory may return an instance of a subclass. So the compiler cannot inline the accessors
// into another module, and calls them through the method table. The accessors check for exclusive access at run time.

/// The counterpart of the typed class `Person` of the module Client, with stored properties and an ordinary method.
open class PlainPerson {
    /// A number.
    open var age: Int32 = 3
    /// A string.
    open var name = "Ada Lovelace"

    /// Creates a person with the default values.
    public init() {}

    /// Returns the next number.
    open func inYears(_ years: Int32) -> Int32 { years &+ 1 }
}

private final class PlainStudent: PlainPerson {}

/// Returns a new person, whose class the compiler of the caller cannot know.
@inline(never)
public func makePlainPerson(isStudent: Bool) -> PlainPerson { isStudent ? PlainStudent() : PlainPerson() }

// DeclaredMember.swift - what a description may declare besides properties and methods.
import MiniRuntime

/// What the builder of a class asks of a member that is neither a property nor a method of its own.
protocol DeclaredMember: AnyObject {
    /// Adds it to the class that is being made. The inherited members of `description` have their names.
    func declare(
        _ name: String, in builder: borrowing ClassBuilder, of description: ClassDescription, below superclass: Class
    ) throws
    /// Names it in the description of a subclass.
    func name(_ name: String)
}

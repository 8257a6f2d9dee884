// DeclaredMember.swift - members of a description that are neither properties nor methods of instances.
import MiniRuntime

/// The part of an override, an initializer or a member of the class object that `ClassDescription` uses while it makes
/// the class.
protocol DeclaredMember: AnyObject {
    /// Adds the member to the class that is being made. The inherited members of `description` are named already.
    func declare(
        _ name: String, in builder: borrowing ClassBuilder, of description: ClassDescription, below superclass: Class
    ) throws
    /// Names the member in the description of a subclass, which inherits it.
    func name(_ name: String)
}

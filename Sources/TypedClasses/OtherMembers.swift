// OtherMembers.swift - what the compiler reports for `person.age` if `age` is not a member of objects.
//
// A variable, a class property and an initializer are members of the description, too. Without these subscripts no
// overload fits them, and the compiler asks for a bug report instead of naming the mistake. They are chosen only if no
// other subscript fits, and are never called. There are two for each kind of receiver, because variables can be set.

/// A receiver whose members are the properties and methods of an object: ``Ref``, ``SuperRef``, and the value of
/// `person.tracked`.
public protocol ObjectMembers<Description> {
    /// The description of the class.
    associatedtype Description: ClassDescription
}

extension ObjectMembers {
    /// Unavailable: the members of an object are its properties and methods.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message: "declare a property as 'let age = Property<Int>(0)'; class members belong to 'Person.class'"
    )
    public subscript<Other>(dynamicMember member: KeyPath<Description, Other>) -> Other {
        fatalError("unavailable")
    }

    /// Unavailable: the members of an object are its properties and methods.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message: "declare a property as 'let age = Property<Int>(0)'; class members belong to 'Person.class'"
    )
    public subscript<Other>(dynamicMember member: ReferenceWritableKeyPath<Description, Other>) -> Other {
        get { fatalError("unavailable") }
        nonmutating set { fatalError("unavailable") }
    }
}

extension ClassRef {
    /// Unavailable: the members of a class are its class properties and class methods.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message: "declare a class property as 'let count = ClassProperty<Int>(0)'; other members belong to objects"
    )
    public subscript<Other>(dynamicMember member: KeyPath<Description, Other>) -> Other {
        fatalError("unavailable")
    }

    /// Unavailable: the members of a class are its class properties and class methods.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message: "declare a class property as 'let count = ClassProperty<Int>(0)'; other members belong to objects"
    )
    public subscript<Other>(dynamicMember member: ReferenceWritableKeyPath<Description, Other>) -> Other {
        get { fatalError("unavailable") }
        nonmutating set { fatalError("unavailable") }
    }
}

// TakenNames.swift - names that the compiler refuses for members of a description.
//
//      let get = Property<Int>(0)      error: property 'get' with type 'Property<Int>' cannot override a property with
//                                      type 'NameOfMemberOfRef'
//
// A description inherits a property of each name, whose type nothing can override. MemberNames.swift checks all other
// names when the class is made: those of methods that a superclass has, and rare ones.

/// The type of a name that ``Ref`` itself uses, as in `person.get(\.age)`, so that no property or method of a
/// description can be called so.
public enum NameOfMemberOfRef {}

/// The type of a name that a method of NSObject has, so that no property can be called so. To override the method,
/// declare a ``TypedMethod`` with its selector and another name: `let text = TypedMethod("description") { … }`.
public enum NameOfMethodOfNSObject {}

extension ClassDescription {
    /// Taken by ``Ref/get(_:)``.
    public final var get: NameOfMemberOfRef { fatalError("no value has this type") }
    /// Taken by ``Ref/set(_:to:)``.
    public final var set: NameOfMemberOfRef { fatalError("no value has this type") }
    /// Taken by ``/MiniRuntime/MessageReceiver``.
    public final var send: NameOfMemberOfRef { fatalError("no value has this type") }
    /// Taken by ``/MiniRuntime/MessageReceiver``.
    public final var responds: NameOfMemberOfRef { fatalError("no value has this type") }
    /// Taken by ``Ref/object``.
    public final var object: NameOfMemberOfRef { fatalError("no value has this type") }

    /// Taken by `-[NSObject description]`.
    public final var description: NameOfMethodOfNSObject { fatalError("no value has this type") }
    /// Taken by `-[NSObject hash]`.
    public final var hash: NameOfMethodOfNSObject { fatalError("no value has this type") }
    /// Taken by `-[NSObject copy]`.
    public final var copy: NameOfMethodOfNSObject { fatalError("no value has this type") }
    /// Taken by `-[NSObject mutableCopy]`.
    public final var mutableCopy: NameOfMethodOfNSObject { fatalError("no value has this type") }
    /// Taken by `-[NSObject superclass]`.
    public final var superclass: NameOfMethodOfNSObject { fatalError("no value has this type") }
}

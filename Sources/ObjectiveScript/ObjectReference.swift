// ObjectReference.swift - how the value of an expression refers to an object.
//
// The runtime counts the owners of an object, and a script shows that count. A reference owns its object once or not at
// all, and copies of a value share the reference, so evaluating an expression does not change the count:
//
//      owned       variables, each by a reference of its own; the result of a message, until the expression ends
//      borrowed    results that an autorelease pool owns; self and the arguments in a method, until they are assigned
//                  to; ivars that are read
import MiniRuntime

/// A reference to an object, shared by all copies of a ``ScriptValue``.
public final class ObjectReference: Sendable {
    private enum Claim {
        case owned(Object)
        /// Keeps the memory allocated, so that a dead object can be recognized.
        case borrowed(Hold)
    }

    /// The object, which is not retained: its memory stays allocated as long as the reference exists.
    public let unmanaged: UnmanagedObject
    private let claim: Claim

    /// Creates a reference that owns the object.
    init(_ object: Object) {
        unmanaged = object.unmanaged
        claim = .owned(object)
    }

    /// Creates a reference that does not own the object, which the caller keeps alive. An object whose memory cannot be
    /// held is owned.
    init(borrowing object: UnmanagedObject) {
        unmanaged = object
        claim = Hold(object).map { .borrowed($0) } ?? .owned(object.retained())
    }

    /// Whether the object of a borrowed reference has been deallocated.
    var isDead: Bool {
        if case .borrowed(let hold) = claim { hold.isDead } else { false }
    }

    /// The class of the object; the last one, if the object has been deallocated.
    var cls: Class {
        if case .borrowed(let hold) = claim { hold.cls } else { unmanaged.isa }
    }

    /// The object, retained; nil if it was only borrowed and has been deallocated.
    public var object: Object? { isDead ? nil : unmanaged.retained() }
}

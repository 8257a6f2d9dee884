// WeakRef.swift - a typed reference that does not own its object.
import MiniRuntime

/// A reference to an object of a described class, which does not own it, and is nil once the object dies.
///
///     token = timer.observe(\.ticks) { [person = WeakRef(person)] _, _ in person.ref?.age += 1 }
///
/// Swift's `weak` is for references to Swift objects only; a ``Ref`` is a structure. Any thread. Objective-C: a
/// `__weak Person *`.
public struct WeakRef<Description: ClassDescription>: Sendable {
    private let reference: WeakReference

    /// Creates a reference to the object; to nothing if `object` is nil.
    public init(_ object: Ref<Description>?) {
        reference = WeakReference(object?.object)
    }

    /// The object; nil once it has started to die.
    public var ref: Ref<Description>? { reference.object.flatMap { Ref($0) } }
}

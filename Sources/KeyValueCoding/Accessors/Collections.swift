// Collections.swift - the members of arrays, ordered sets and sets.
import MiniFoundation
import MiniRuntime

package enum Collections {
    package static let classes = [NSArray.cls, NSOrderedSet.cls, NSSet.cls]

    /// Returns which of the classes a collection is an instance of.
    static func cls(of collection: UnmanagedObject) -> Class {
        classes.first { collection.isa.isSubclass(of: $0) } ?? collection.isa
    }

    /// Returns the members of a collection; nil for other objects.
    static func elements(of object: UnmanagedObject) -> [Object]? { elements(of: object.retained()) }

    /// Returns the members of a collection; nil for other objects.
    static func elements(of object: Object) -> [Object]? {
        NSArray.elements(of: object) ?? NSSet.elements(of: object) ?? NSOrderedSet.elements(of: object)
    }

    /// Returns the members of a collection of that class; nil for other objects.
    static func elements(of object: Object, _ cls: Class) -> [Object]? {
        object.unmanaged.isKind(of: cls) ? elements(of: object) : nil
    }
}

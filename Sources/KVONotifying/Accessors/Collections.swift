// Collections.swift - the members of arrays, ordered sets and sets.
import MiniFoundation
import MiniRuntime

enum Collections {
    /// The members of a collection; nil for other objects.
    static func elements(of object: UnmanagedObject) -> [Object]? { elements(of: object.retained()) }

    /// The same.
    static func elements(of object: Object) -> [Object]? {
        NSArray.elements(of: object) ?? NSSet.elements(of: object) ?? NSOrderedSet.elements(of: object)
    }

    /// The members of a collection of that class.
    static func elements(of object: Object, _ cls: Class) -> [Object]? {
        object.unmanaged.isKind(of: cls) ? elements(of: object) : nil
    }
}

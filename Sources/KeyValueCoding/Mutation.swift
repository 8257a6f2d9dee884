// Mutation.swift - the effect of a change on a property: a new value, or changed elements of its collection.
import MiniRuntime

/// The effect of a change on its property.
package enum Mutation {
    /// The property, of any type, gets a new value.
    case setting
    /// Elements of an ordered collection change. The second value is an NSIndexSet: the elements' indexes before a
    /// removal or replacement, or after an insertion.
    case indexed(KeyValueChangeKind, Object)
    /// Members of an unordered collection change. The second value is the NSSet argument of the message that announces
    /// it.
    case unordered(KeyValueSetMutation, Object)
}

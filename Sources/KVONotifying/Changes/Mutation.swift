// Mutation.swift - what is done to a property: a new value, or some elements of its collection.
import MiniRuntime

/// What a change does to the property it is a change of.
enum Mutation {
    /// A new value, for a property of any kind.
    case setting
    /// Elements of an ordered collection. The indexes are an NSIndexSet: those before a removal, after an insertion.
    case indexed(KeyValueChangeKind, Object)
    /// Members of an unordered collection, with the NSSet that the message came with.
    case unordered(KeyValueSetMutation, Object)
}

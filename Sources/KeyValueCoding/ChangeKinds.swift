// ChangeKinds.swift - the kinds of a change, with the values of Objective-C's constants.
import MiniFoundation

/// The kind of a change. Objective-C: `NSKeyValueChange`.
public enum KeyValueChangeKind: UInt, Sendable, Bridged {
    /// The property got a new value.
    case setting = 1
    /// Elements were inserted into the property's collection.
    case insertion = 2
    /// Elements were removed from the property's collection.
    case removal = 3
    /// Elements of the property's collection were replaced.
    case replacement = 4
}

/// The kind of a change of an unordered collection. Objective-C: `NSKeyValueSetMutationKind`.
public enum KeyValueSetMutation: UInt, Sendable {
    /// The given members are added.
    case union = 1
    /// The given members are removed.
    case minus = 2
    /// All members but the given ones are removed.
    case intersect = 3
    /// The given members replace all members.
    case set = 4
}

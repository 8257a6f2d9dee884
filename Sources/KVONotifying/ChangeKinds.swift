// ChangeKinds.swift - the ways in which a property changes.
import MiniFoundation

/// What kind of change it was. Objective-C: `NSKeyValueChange`.
public enum KeyValueChangeKind: UInt, Sendable, Bridged {
    case setting = 1
    case insertion = 2
    case removal = 3
    case replacement = 4
}

/// How an unordered collection changes. Objective-C: `NSKeyValueSetMutationKind`.
public enum KeyValueSetMutation: UInt, Sendable {
    /// Members are added.
    case union = 1
    /// Members are removed.
    case minus = 2
    /// All but some members are removed.
    case intersect = 3
    /// The members are replaced by others.
    case set = 4
}

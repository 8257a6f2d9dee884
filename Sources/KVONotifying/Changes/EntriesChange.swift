// EntriesChange.swift - a change of some entries of a dictionary, announced as a change of the set of its keys.
//
//      union with keys        an insertion of their entries; a replacement if the dictionary already has one of them
//      minus, intersection    a removal
//      set                    a replacement of all entries
//
// Old and new in the change dictionary are dictionaries of the entries that changed.
import KeyValueCoding
import MiniFoundation
import MiniRuntime

/// The entries of a dictionary that are about to change.
struct EntriesChange {
    /// The keys of the entries to report after the change; nil for all entries.
    private let keys: [Object]?
    /// The present entries that the change removes or replaces: an NSDictionary.
    let before: Object
    /// Whether `before` has entries.
    let arePresent: Bool

    /// - Parameter keys: the NSSet argument of the message that announced the change.
    init(of dictionary: Object, _ mutation: KeyValueSetMutation, keys: Object) {
        let given = NSSet.elements(of: keys) ?? []
        let entries =
            switch mutation {
            case .union, .minus: Self.entries(of: dictionary, at: given)
            case .intersect: Self.entries(of: dictionary, without: keys)
            case .set: NSDictionary.entries(of: dictionary) ?? []
            }
        self.keys = mutation == .set ? nil : given
        before = NSDictionary.object(entries)
        arePresent = !entries.isEmpty
    }

    /// Returns the changed entries that the dictionary has after the change: an NSDictionary.
    func after(in dictionary: Object) -> Object {
        guard let keys else { return dictionary }
        return NSDictionary.object(Self.entries(of: dictionary, at: keys))
    }

    private static func entries(of dictionary: Object, at keys: [Object]) -> [(key: Object, value: Object)] {
        keys.compactMap { key in dictionary.message(Selectors.objectForKey, key).map { (key, $0) } }
    }

    private static func entries(of dictionary: Object, without keys: Object) -> [(key: Object, value: Object)] {
        (NSDictionary.entries(of: dictionary) ?? []).filter { !keys.sendBool(Selectors.containsObject, $0.key) }
    }
}

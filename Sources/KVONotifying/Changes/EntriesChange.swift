// EntriesChange.swift - a change of some entries of a dictionary, told as one of the set of its keys.
//
//      union with keys        an insertion of their entries, or a replacement if one of the keys is there already
//      minus, intersection    a removal
//      another set            a replacement of all
//
// Old and new in the change dictionary are dictionaries of the entries that changed.
import MiniFoundation
import MiniRuntime

/// The entries of a dictionary that are about to change.
struct EntriesChange {
    /// The keys whose entries come; nil for all.
    private let keys: [Object]?
    /// The entries that are there and will go: an NSDictionary.
    let before: Object
    /// Whether there are such.
    let arePresent: Bool

    /// - Parameter keys: the NSSet that the message came with.
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

    /// The entries that are there afterwards: an NSDictionary.
    func after(in dictionary: Object) -> Object {
        guard let keys else { return dictionary }
        return NSDictionary.object(Self.entries(of: dictionary, at: keys))
    }

    private static func entries(of dictionary: Object, at keys: [Object]) -> [(key: Object, value: Object)] {
        keys.compactMap { key in
            withExtendedLifetime((dictionary, key)) {
                autoreleasepool {
                    dictionary.unmanaged.message(Selectors.objectForKey, key.unmanaged).map { (key, $0.retained()) }
                }
            }
        }
    }

    private static func entries(of dictionary: Object, without keys: Object) -> [(key: Object, value: Object)] {
        (NSDictionary.entries(of: dictionary) ?? []).filter { entry in
            !withExtendedLifetime((keys, entry)) {
                keys.unmanaged.asks(Selectors.containsObject, entry.key.unmanaged)
            }
        }
    }
}

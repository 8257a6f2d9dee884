// ModelDetails.swift - the contents of a change dictionary in the model.
import KVONotifying

/// The change of a property. Collections have the value before the change.
enum ModelMutation {
    case setting
    case items(ArrayMutation, [Int])
    case tags(SetMutation, Set<Int>, Set<Int>)
}

struct Details {
    var kind: KeyValueChangeKind
    var old: Value?
    var new: Value?
    var indexes: [Int]?
    var isPrior = false

    /// Returns the entries that an observer with these options receives (B033).
    func asked(_ options: KeyValueObservingOptions) -> Details {
        var details = self
        if !options.contains(.old) { details.old = nil }
        if !options.contains(.new) { details.new = nil }
        return details
    }

    /// The entries of the prior notification (B038).
    var prior: Details {
        var details = self
        details.new = nil
        details.isPrior = true
        return details
    }

    // ── Collections ─────────────────────────────────────────────────────────────────────────────────

    /// B040, B041: the removed and the inserted elements, and their indexes.
    static func of(_ mutation: ArrayMutation, before: [Int], after: [Int]) -> Details {
        func elements(_ array: [Int], _ indexes: [Int]) -> Value {
            .array(indexes.filter { $0 < array.count }.map { array[$0] })
        }
        switch mutation {
        case .insert(_, let indexes):
            return Details(kind: .insertion, new: elements(after, indexes), indexes: indexes)
        case .remove(let indexes):
            return Details(kind: .removal, old: elements(before, indexes), indexes: indexes)
        case .replace(let indexes, _):
            return Details(
                kind: .replacement, old: elements(before, indexes), new: elements(after, indexes), indexes: indexes)
        }
    }

    /// B042, B169: the members that were actually removed and added.
    static func of(_ mutation: SetMutation, _ members: Set<Int>, before: Set<Int>) -> Details {
        var after = before
        mutation.apply(members, to: &after)
        let (went, came) = (Value.set(before.subtracting(after)), Value.set(after.subtracting(before)))
        return switch mutation {
        case .union: Details(kind: .insertion, new: came)
        case .minus, .intersect: Details(kind: .removal, old: went)
        case .set: Details(kind: .replacement, old: went, new: came)
        }
    }
}

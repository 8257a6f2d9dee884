// AccessorSelectors.swift - the selectors of the methods that change the value of a key.
import KeyValueCoding
import MiniRuntime

/// The selectors of the setters and mutators of a key. Found once for each key, not for each class with that key.
final class AccessorSelectors: Sendable, Lockable {
    /// In search order.
    let setters: [Selector]
    let mutators: [Mutator]

    init(_ key: String) {
        let names = accessorNames(key)
        setters = setterNames(names).map { Selector($0) }
        mutators = names.flatMap { Mutator.all(of: $0) }
    }

    /// Those of the keys that a notifying class overrides methods for. These keys are lasting.
    static let known = Locked<[Key: AccessorSelectors]>([:], rank: .table)

    /// Returns the selectors of a lasting key.
    static func of(_ key: Key) -> AccessorSelectors {
        if let known = known.read({ $0[key] }) { return known }
        // Created with no lock held, because selectors are registered. Two threads may create equal ones.
        let fresh = AccessorSelectors(key.name)
        known.withLock { $0[key] = fresh }
        return fresh
    }
}

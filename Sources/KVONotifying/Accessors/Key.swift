// Key.swift - keys as they are compared here: one object for each name.
//
//      a name that some class has accessors for     lives for ever, as selectors do; found without a lock
//      any other, as the keys of dictionaries       lives as long as it is held (HeldKey)
import CKeyValueObserving
import MiniFoundation
import MiniRuntime
import Synchronization

/// The name of a property, interned: two keys are the same name if they are equal. A plain pointer, so that passing one on
/// counts nothing: whoever has one knows who holds it.
struct Key: Equatable, @unchecked Sendable {
    // Sendable: what it points at does not change.
    /// As C takes it.
    let raw: UnsafePointer<kvo_key>

    init(_ names: KeyNames) {
        raw = UnsafePointer(names.key)
    }

    /// The key of that name, for ever.
    static func lasting(_ name: String) -> Key { knownLasting(name) ?? KeyNames.makeLasting(name) }

    /// The same if there is one already.
    static func knownLasting(_ name: String) -> Key? {
        name.withBytes { KeyNames.findLasting($0) }
    }

    static func == (lhs: Key, rhs: Key) -> Bool { lhs.raw == rhs.raw }

    init(raw: UnsafePointer<kvo_key>) {
        self.raw = raw
    }

    var names: KeyNames { Unmanaged<KeyNames>.fromOpaque(raw.pointee.owner!).takeUnretainedValue() }
    var name: String { names.name }
    /// The name as the NSString that messages carry.
    var object: Object { unmanagedObject.retained() }
    /// The same, lent.
    var unmanagedObject: UnmanagedObject { UnmanagedObject(raw.pointee.name) }
    /// The methods that change its value.
    var accessors: AccessorSelectors { names.accessors }
    /// The NSString as an argument of a message.
    var word: UInt { unmanagedObject.word }

    /// Whether this is its name, to the byte.
    func isNamed(_ other: String) -> Bool { other.withBytes { names.isNamed($0) } }
}

/// A key, and what holds it.
struct HeldKey: Sendable {
    let key: Key
    /// nil for a key that lives for ever.
    let holder: Holder?

    /// One place in the count of a name.
    final class Holder: Sendable {
        let names: Unmanaged<KeyNames>

        fileprivate init(_ names: KeyNames) {
            self.names = .passUnretained(names)
        }

        deinit {
            KeyNames.letGo(names)
        }
    }

    init(lasting key: Key) {
        self.key = key
        holder = nil
    }

    private init(_ names: KeyNames) {
        key = Key(names)
        holder = Holder(names)
    }

    /// The key of that name.
    static func named(_ name: String) -> HeldKey {
        Key.knownLasting(name).map(HeldKey.init(lasting:)) ?? HeldKey(KeyNames.hold(name))
    }

    /// The key of that name, if there is one already.
    static func known(_ name: String) -> HeldKey? {
        if let key = Key.knownLasting(name) { return HeldKey(lasting: key) }
        return KeyNames.holdKnown(name).map(HeldKey.init)
    }

    /// Makes it one that lives for ever.
    func lasting() -> HeldKey { HeldKey(lasting: Key.lasting(key.name)) }
}

/// The methods that a key's value is changed by, by their names: fourteen selectors, interned once for each key and not
/// for each class whose key is observed.
final class AccessorSelectors: Sendable {
    /// In the order in which they are looked for.
    let setters: [Selector]
    let mutators: [Mutator]

    init(_ key: String) {
        let name = capitalized(key)
        setters = setterNames(name).map { Selector($0) }
        mutators = Mutator.all(of: name)
    }
}

// Key.swift - keys, interned: one object for each name, so two keys are equal if their addresses are.
//
//      a lasting key: some class has accessors for it      lives for ever, as selectors do; found without a lock
//      any other key, such as those of dictionaries        lives as long as a HeldKey refers to it
import CKeyValueObserving
import MiniFoundation
import MiniRuntime
import Synchronization

/// The name of a property, interned. A plain pointer that does not retain: its user must know that the key is lasting,
/// or that a ``HeldKey`` keeps it.
struct Key: Equatable, @unchecked Sendable {
    // Sendable: the memory behind the pointer does not change.
    /// The key for C.
    let raw: UnsafePointer<kvo_key>

    init(_ names: KeyNames) {
        raw = UnsafePointer(names.key)
    }

    /// Returns the key of that name, and makes it lasting.
    static func lasting(_ name: String) -> Key { knownLasting(name) ?? KeyNames.makeLasting(name) }

    /// Returns the lasting key of that name; nil if there is none.
    static func knownLasting(_ name: String) -> Key? {
        name.withBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) { kvo_key_find($0.baseAddress!, $0.count) }.map(Key.init(raw:))
        }
    }

    static func == (lhs: Key, rhs: Key) -> Bool { lhs.raw == rhs.raw }

    init(raw: UnsafePointer<kvo_key>) {
        self.raw = raw
    }

    var names: KeyNames { Unmanaged<KeyNames>.fromOpaque(raw.pointee.owner!).takeUnretainedValue() }
    var name: String { names.name }
    /// The name as the NSString that messages carry.
    var object: Object { unmanagedObject.retained() }
    /// The name as an NSString, borrowed.
    var unmanagedObject: UnmanagedObject { UnmanagedObject(raw.pointee.name) }
    /// The selectors of the methods that change the key's value.
    var accessors: AccessorSelectors { names.accessors }
    /// The NSString as an argument for `sendWords`.
    var word: UInt { unmanagedObject.word }

    /// Whether the key's name has the same bytes.
    func isNamed(_ other: String) -> Bool { name.utf8.elementsEqual(other.utf8) }
}

/// A key, kept alive.
struct HeldKey: Sendable {
    let key: Key
    /// nil for a lasting key.
    let holder: Holder?

    /// One holder of a name: the name's count of holders decreases when this object is released.
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

    /// Returns the key of that name, creating it if needed.
    static func named(_ name: String) -> HeldKey {
        Key.knownLasting(name).map(HeldKey.init(lasting:)) ?? HeldKey(KeyNames.hold(name))
    }

    /// Returns the key of that name; nil if there is none.
    static func known(_ name: String) -> HeldKey? {
        if let key = Key.knownLasting(name) { return HeldKey(lasting: key) }
        return KeyNames.holdKnown(name).map(HeldKey.init)
    }

    /// Makes the key lasting, and returns it.
    func lasting() -> HeldKey { HeldKey(lasting: Key.lasting(key.name)) }
}

/// The selectors of the setters and mutators of a key. Found once for each key, not for each class with that key.
final class AccessorSelectors: Sendable {
    /// In search order.
    let setters: [Selector]
    let mutators: [Mutator]

    init(_ key: String) {
        let name = capitalized(key)
        setters = setterNames(name).map { Selector($0) }
        mutators = Mutator.all(of: name)
    }
}

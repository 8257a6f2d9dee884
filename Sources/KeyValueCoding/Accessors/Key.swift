// Key.swift - keys, interned: one object for each name, so two keys are equal if their addresses are.
//
//      a lasting key: some class has accessors for it      lives for ever, as selectors do; found without a lock
//      any other key, such as those of dictionaries        lives as long as a HeldKey refers to it
import CKeyValueCoding
import MiniFoundation
import MiniRuntime
import Synchronization

/// The name of a property, interned. A plain pointer that does not retain: its user must know that the key is lasting,
/// or that a ``HeldKey`` keeps it.
@usableFromInline package struct Key: Hashable, @unchecked Sendable {
    // Sendable: the memory behind the pointer does not change, but for `name`, which is read and written atomically.
    /// The key for C.
    @usableFromInline package let raw: UnsafePointer<kvc_key>

    init(_ names: KeyNames) {
        raw = UnsafePointer(names.key)
    }

    /// Returns the key of that name, and makes it lasting.
    package static func lasting(_ name: String) -> Key { knownLasting(name) ?? KeyNames.makeLasting(name) }

    /// Returns the lasting key of that name; nil if there is none.
    package static func knownLasting(_ name: String) -> Key? {
        name.withBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) { kvc_key_find($0.baseAddress!, $0.count) }.map(Key.init(raw:))
        }
    }

    @inlinable package init(raw: UnsafePointer<kvc_key>) {
        self.raw = raw
    }

    var names: KeyNames { Unmanaged<KeyNames>.fromOpaque(raw.pointee.owner!).takeUnretainedValue() }
    package var name: String { names.name }
    /// The name as the NSString that messages carry.
    package var object: Object { unmanagedObject.retained() }
    /// The name as an NSString, borrowed.
    @inlinable package var unmanagedObject: UnmanagedObject { UnmanagedObject(kvc_key_name(raw)) }
    /// The NSString as an argument for `sendWords`.
    @inlinable package var word: UInt { unmanagedObject.word }
}

/// A key, kept alive.
@usableFromInline package struct HeldKey: Sendable {
    @usableFromInline package let key: Key
    /// nil for a lasting key.
    @usableFromInline package let holder: Holder?

    /// One holder of a name: the name's count of holders decreases when this object is released.
    @usableFromInline package final class Holder: Sendable {
        let names: Unmanaged<KeyNames>

        fileprivate init(_ names: KeyNames) {
            self.names = .passUnretained(names)
        }

        deinit {
            KeyNames.letGo(names)
        }
    }

    @inlinable package init(lasting key: Key) {
        self.key = key
        holder = nil
    }

    private init(_ names: KeyNames) {
        key = Key(names)
        holder = Holder(names)
    }

    /// Returns the key of that name, creating it if needed.
    package static func named(_ name: String) -> HeldKey {
        Key.knownLasting(name).map(HeldKey.init(lasting:)) ?? HeldKey(KeyNames.hold(name))
    }

    /// Returns the key of that name; nil if there is none.
    package static func known(_ name: String) -> HeldKey? {
        if let key = Key.knownLasting(name) { return HeldKey(lasting: key) }
        return KeyNames.holdKnown(name).map(HeldKey.init)
    }

    /// Makes the key lasting, and returns it.
    package func lasting() -> HeldKey { HeldKey(lasting: Key.lasting(key.name)) }
}

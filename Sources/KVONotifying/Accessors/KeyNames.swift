// KeyNames.swift - the objects behind keys, one for each name: lasting names live for ever, held names are counted.
//
// Lasting names are in the table of property.c, held names in HeldNames. A name is in one of these tables only. The
// lock of `held` guards all changes of both.
import CKeyValueObserving
import MiniFoundation
import MiniRuntime
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The object behind a ``Key``: its name as a String, as an NSString and for C.
final class KeyNames: @unchecked Sendable {
    // Sendable: the memory behind `key` does not change; mutable fields are atomic, or guarded by the lock of `held`.
    let name: String
    let object: Object
    /// The key for C. Its address identifies the key.
    let key: UnsafeMutablePointer<kvo_key>
    private let foundAccessors = Atomic<Unmanaged<AccessorSelectors>?>(nil)
    // Guarded by the lock of `held`.
    private var holders = 0
    private var isLasting = false
    /// The next name in a chain of ``HeldNames``.
    unowned(unsafe) var next: KeyNames?

    private init(_ name: String) {
        self.name = name
        object = NSString.object(name)
        key = .allocate(capacity: 1)
        let text = name.withBytes { bytes in
            // A name may contain any byte. A NUL is added after it.
            let text = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
            UnsafeMutableRawPointer(text).copyMemory(from: bytes.baseAddress!, byteCount: bytes.count)
            text[bytes.count] = 0
            return UnsafePointer(text)
        }
        key.initialize(
            to: kvo_key(
                name: object.unmanaged.id, text: text, length: name.utf8.count,
                owner: Unmanaged.passUnretained(self).toOpaque()))
    }

    deinit {
        foundAccessors.load(ordering: .acquiring)?.release()
        key.pointee.text.deallocate()
        key.deallocate()
    }

    /// The selectors of the methods that change the key's value. Created on first use; if two threads create them at
    /// once, both get those that are stored first.
    var accessors: AccessorSelectors {
        if let found = foundAccessors.load(ordering: .acquiring) { return found.takeUnretainedValue() }
        let fresh = Unmanaged.passRetained(AccessorSelectors(name))
        let (exchanged, original) = foundAccessors.compareExchange(
            expected: nil, desired: fresh, ordering: .acquiringAndReleasing)
        if exchanged { return fresh.takeUnretainedValue() }
        fresh.release()
        return original!.takeUnretainedValue()
    }

    /// Whether the name has these bytes.
    func isNamed(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
        key.pointee.length == other.count && memcmp(key.pointee.text, other.baseAddress!, other.count) == 0
    }

    static func hash(of name: UnsafeBufferPointer<UInt8>) -> UInt {
        name.withMemoryRebound(to: CChar.self) { UInt(bitPattern: kvo_text_hash($0.baseAddress!, $0.count)) }
    }

    // ── Lasting names ───────────────────────────────────────────────────────────────────────────────

    static func findLasting(_ bytes: UnsafeBufferPointer<UInt8>) -> Key? {
        bytes.withMemoryRebound(to: CChar.self) { kvo_key_find($0.baseAddress!, $0.count) }.map(Key.init(raw:))
    }

    /// Returns the lasting key of that name. A held name becomes lasting, and remains the same key.
    static func makeLasting(_ name: String) -> Key {
        // Created before the lock is taken, because creating the string sends messages.
        let fresh = KeyNames(name)
        return name.withBytes { bytes in
            held.withLock { table in
                if let other = findLasting(bytes) { return other }
                let names = table.take(hash(of: bytes)) { $0.isNamed(bytes) } ?? fresh
                names.isLasting = true
                kvo_key_enter(Unmanaged.passRetained(names).takeUnretainedValue().key)
                return Key(names)
            }
        }
    }

    // ── Held names ──────────────────────────────────────────────────────────────────────────────────

    private static let held = Locked(HeldNames(), rank: .observedNames)
    /// Returns the name, and counts one more holder.
    static func hold(_ name: String) -> KeyNames {
        holdKnown(name) ?? hold(fresh: KeyNames(name))
    }

    private static func hold(fresh: KeyNames) -> KeyNames {
        fresh.name.withBytes { bytes in
            held.withLock { table in
                if let lasting = findLasting(bytes) { return lasting.names }
                let hash = hash(of: bytes)
                let known = table.find(hash) { $0.isNamed(bytes) }
                if known == nil { table.insert(fresh, hash) }
                let names = known ?? fresh
                names.holders += 1
                return names
            }
        }
    }

    /// Returns the name, and counts one more holder; nil if there is no such name.
    static func holdKnown(_ name: String) -> KeyNames? {
        guard HeldNames.count.load(ordering: .relaxed) > 0 else { return nil }
        return name.withBytes { bytes in
            held.withLock { table in
                if let lasting = findLasting(bytes) { return lasting.names }
                guard let names = table.find(hash(of: bytes), { $0.isNamed(bytes) }) else { return nil }
                names.holders += 1
                return names
            }
        }
    }

    /// Counts one holder less, and frees a held name without holders.
    static func letGo(_ unmanaged: Unmanaged<KeyNames>) {
        // Freed after the lock is released, because freeing the string sends messages.
        let last = held.withLock { table -> KeyNames? in
            let names = unmanaged.takeUnretainedValue()
            guard !names.isLasting else { return nil }
            names.holders -= 1
            guard names.holders == 0 else { return nil }
            return names.name.withBytes { bytes in table.take(hash(of: bytes)) { $0 === names } }
        }
        withExtendedLifetime(last) {}
    }
}

// KeyNames.swift - the names of keys, one object for each: those that live for ever, and those that somebody holds.
import CKeyValueObserving
import MiniFoundation
import MiniRuntime
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What a key points at.
final class KeyNames: @unchecked Sendable {
    // Sendable: what `key` points at does not change; the fields that do are atomic, or guarded by the lock of the held names.
    let name: String
    let object: Object
    /// The same as C sees it: its address is what a key is told by.
    let key: UnsafeMutablePointer<kvo_key>
    private let foundAccessors = Atomic<Unmanaged<AccessorSelectors>?>(nil)
    // Guarded by the lock. A lasting name has no place in the table of held ones.
    private var holders = 0
    private var isLasting = false
    /// For ``HeldNames``.
    unowned(unsafe) var next: KeyNames?

    private init(_ name: String) {
        self.name = name
        object = NSString.object(name)
        key = .allocate(capacity: 1)
        let text = name.withBytes { bytes in
            // A name may hold any byte, and a NUL stands behind it.
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

    /// Made when first asked for; of two threads that do, one's stay.
    var accessors: AccessorSelectors {
        if let found = foundAccessors.load(ordering: .acquiring) { return found.takeUnretainedValue() }
        let fresh = Unmanaged.passRetained(AccessorSelectors(name))
        let (exchanged, original) = foundAccessors.compareExchange(
            expected: nil, desired: fresh, ordering: .acquiringAndReleasing)
        if exchanged { return fresh.takeUnretainedValue() }
        fresh.release()
        return original!.takeUnretainedValue()
    }

    /// To the byte.
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

    /// A name that is held already becomes the lasting one: it stays the same key.
    static func makeLasting(_ name: String) -> Key {
        // Made first: it makes a string, by message.
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
    /// The name, with one holder more.
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

    /// The same, if there is one already.
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

    static func letGo(_ unmanaged: Unmanaged<KeyNames>) {
        // Freed after the lock: it releases a string, by message.
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

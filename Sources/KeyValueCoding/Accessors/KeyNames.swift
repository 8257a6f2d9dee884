// KeyNames.swift - the objects behind keys, one for each name: lasting names live for ever, held names are counted.
//
// Lasting names are in the table of keys.c, held names in HeldNames. A name is in one of these tables only. The
// lock of `held` guards all changes of both.
import CKeyValueCoding
import MiniFoundation
import MiniRuntime

/// The object behind a ``Key``: its name as a String, as an NSString and for C.
final class KeyNames: @unchecked Sendable {
    // Sendable: the memory behind `key` does not change, but for `name`, which is atomic; mutable fields are
    // guarded by the lock of `held`.
    let name: String
    let object: Object
    /// The key for C. Its address identifies the key.
    let key: UnsafeMutablePointer<kvc_key>
    // Guarded by the lock of `held`.
    private var holders = 0
    private var isLasting = false

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
            to: kvc_key(
                name: object.unmanaged.pointer, text: text, length: name.utf8.count,
                owner: Unmanaged.passUnretained(self).toOpaque()))
    }

    deinit {
        key.pointee.text.deallocate()
        key.deallocate()
    }

    // ── Lasting names ───────────────────────────────────────────────────────────────────────────────

    /// Returns the lasting key of that name. A held name becomes lasting, and remains the same key.
    static func makeLasting(_ name: String) -> Key {
        // Created before the lock is taken, and released after it, because both send messages to the NSString.
        let fresh = KeyNames(name)
        return withExtendedLifetime(fresh) {
            held.read { table in
                if let other = Key.knownLasting(name) { return other }
                let names = table.names[HeldNames.Text(text: name)] ?? fresh
                names.isLasting = true
                kvc_key_enter(Unmanaged.passRetained(names).takeUnretainedValue().key)
                table.remove(name)
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
        withExtendedLifetime(fresh) {
            held.read { table in
                if let lasting = Key.knownLasting(fresh.name) { return lasting.names }
                let text = HeldNames.Text(text: fresh.name)
                let names = table.names[text] ?? fresh
                table.names[text] = names
                names.holders += 1
                return names
            }
        }
    }

    /// Returns the name, and counts one more holder; nil if there is no such name.
    static func holdKnown(_ name: String) -> KeyNames? {
        held.read { table in
            // Another thread may have made the name lasting since the caller searched the lasting names.
            if let lasting = Key.knownLasting(name) { return lasting.names }
            guard let names = table.names[HeldNames.Text(text: name)] else { return nil }
            names.holders += 1
            return names
        }
    }

    /// Counts one holder less, and frees a held name without holders.
    static func letGo(_ unmanaged: Unmanaged<KeyNames>) {
        // Freed after the lock is released, because freeing the string sends messages.
        let last = held.read { table -> KeyNames? in
            let names = unmanaged.takeUnretainedValue()
            guard !names.isLasting else { return nil }
            names.holders -= 1
            return names.holders == 0 ? table.remove(names.name) : nil
        }
        withExtendedLifetime(last) {}
    }
}

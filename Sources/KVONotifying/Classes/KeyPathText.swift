// KeyPathText.swift - key paths, split after their first key.
import CKeyValueObserving
import KeyValueCoding

/// Splits a key path after its first key. A path that begins with an operator is a single key: `@sum.price` is one
/// value.
func splitKeyPath(_ path: String) -> (key: String, rest: String?) {
    path.utf8.first == UInt8(ascii: "@") ? (path, nil) : splitAtDot(path)
}

/// A key path, split once, with its first key if that is lasting.
struct KeyPathText {
    let text: String
    private let read: kvo_key_path

    /// nil if a key before, between or after the dots is empty, or contains NUL. O(bytes).
    init?(_ text: String) {
        var read = kvo_key_path()
        let isWellFormed = text.withBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) { kvo_key_path_read($0.baseAddress!, $0.count, &read) }
        }
        guard isWellFormed else { return nil }
        self.text = text
        self.read = read
    }

    /// The first key, if it is lasting.
    var known: Key? { read.known.map(Key.init(raw:)) }
    /// Whether the path has further keys.
    var hasRest: Bool { read.has_rest }
    /// The first key.
    var key: String { hasRest ? String(text.utf8.prefix(read.length))! : text }
}

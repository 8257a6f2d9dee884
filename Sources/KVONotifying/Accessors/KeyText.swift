// KeyText.swift - the texts of keys and key paths: their bytes, their parts, and the accessor names made from them.
import CKeyValueObserving

extension String {
    /// Calls `body` with the text in UTF-8. Faster than iterating over `utf8` for a text from an NSString, whose bytes
    /// are contiguous.
    @inline(__always)
    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
        var copy = self
        return copy.withUTF8(body)
    }
}

/// Returns a hash of the bytes. Swift's own hash is equal for composed and decomposed letters: these are equal in Swift
/// strings, but not in selectors, and so not in keys.
func hashOfText(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt {
    bytes.withMemoryRebound(to: CChar.self) { UInt(bitPattern: mr_hash_bytes($0.baseAddress!, $0.count)) }
}

/// Returns the key as accessor names contain it: `Age` for `age`.
func capitalized(_ key: String) -> String {
    key.prefix(1).uppercased() + key.dropFirst()
}

/// Returns the names of the setters of a key, in search order.
/// - Parameter capitalized: the key as accessor names contain it.
func setterNames(_ capitalized: String) -> [String] {
    ["set\(capitalized):", "_set\(capitalized):", "setIs\(capitalized):"]
}

/// Splits a text at its first dot: `employer.name` into `employer` and `name`.
func splitAtDot(_ text: String) -> (first: String, rest: String?) {
    let dot = text.withBytes { $0.firstIndex(of: UInt8(ascii: ".")) }
    guard let dot = dot.map({ text.utf8.index(text.startIndex, offsetBy: $0) }) else { return (text, nil) }
    return (String(text[..<dot]), String(text[text.utf8.index(after: dot)...]))
}

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

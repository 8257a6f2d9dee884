// KeyText.swift - the texts of keys and key paths: their bytes, and how accessors spell them.
import CKeyValueObserving

extension String {
    /// Calls `body` with the text in UTF-8. That of an NSString lies in one piece, and to go over its bytes takes a fifth of
    /// what going over `utf8` does.
    @inline(__always)
    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
        var copy = self
        return copy.withUTF8(body)
    }
}

/// `age` as accessors spell it: `Age`.
func capitalized(_ key: String) -> String {
    key.prefix(1).uppercased() + key.dropFirst()
}

/// The setters of a key that accessors spell so, in the order in which they are looked for.
func setterNames(_ capitalized: String) -> [String] {
    ["set\(capitalized):", "_set\(capitalized):", "setIs\(capitalized):"]
}

/// A key path taken apart at its first dot: `employer.name` is `employer`, then `name`. What begins with an operator is
/// one key: `@sum.price` is a value computed from price.
func splitKeyPath(_ path: String) -> (key: String, rest: String?) {
    let dot = path.withBytes { bytes in
        bytes.first == UInt8(ascii: "@") ? nil : bytes.firstIndex(of: UInt8(ascii: "."))
    }
    guard let dot = dot.map({ path.utf8.index(path.startIndex, offsetBy: $0) }) else { return (path, nil) }
    return (String(path[..<dot]), String(path[path.utf8.index(after: dot)...]))
}

/// A key path that was looked at once: its first key, found if it is one that lives for ever.
struct KeyPathText {
    let text: String
    private let read: kvo_key_path

    /// nil unless there is a key before, between and after the dots, and no NUL. O(bytes).
    init?(_ text: String) {
        var read = kvo_key_path()
        let isWellFormed = text.withBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) { kvo_key_path_read($0.baseAddress!, $0.count, &read) }
        }
        guard isWellFormed else { return nil }
        self.text = text
        self.read = read
    }

    var known: Key? { read.known.map(Key.init(raw:)) }
    /// Whether there are keys behind the first one.
    var hasRest: Bool { read.has_rest }
    var key: String { hasRest ? String(text.utf8.prefix(read.length))! : text }
    /// Where the rest begins, in bytes.
    var restOffset: Int { read.length + 1 }
}

/// What `@sum.price` is computed from: `price`. nil for other keys.
func operatorArgument(_ key: String) -> String? {
    guard key.hasPrefix("@"), let dot = key.utf8.firstIndex(of: UInt8(ascii: ".")) else { return nil }
    return String(key[key.utf8.index(after: dot)...])
}

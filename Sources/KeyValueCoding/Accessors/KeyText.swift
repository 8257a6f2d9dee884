// KeyText.swift - the texts of keys: their bytes, and the accessor names made from them.
import CKeyValueCoding

extension String {
    /// Calls `body` with the text in UTF-8. Faster than iterating over `utf8` for a text from an NSString, whose bytes
    /// are contiguous.
    @inlinable @inline(__always)
    package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
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

/// Returns the names of the setters of a key, in search order.
/// - Parameter names: the key as accessor names contain it.
package func setterNames(_ names: [String]) -> [String] {
    names.map { "set\($0):" } + names.map { "_set\($0):" } + names.map { "setIs\($0):" }
}

/// Returns the names of the getters of a key, in search order.
package func getterNames(_ key: String, _ names: [String]) -> [String] {
    names.map { "get\($0)" } + [key] + names.map { "is\($0)" } + ["_\(key)"]
}

/// Returns the names of the ivars of a key, in search order.
package func ivarNames(_ key: String, _ names: [String]) -> [String] {
    ["_\(key)"] + names.map { "_is\($0)" } + [key] + names.map { "is\($0)" }
}

/// Splits a text at its first dot: `employer.name` into `employer` and `name`.
package func splitAtDot(_ text: String) -> (first: String, rest: String?) {
    let dot = text.withBytes { $0.firstIndex(of: UInt8(ascii: ".")) }
    guard let dot = dot.map({ text.utf8.index(text.startIndex, offsetBy: $0) }) else { return (text, nil) }
    return (String(text[..<dot]), String(text[text.utf8.index(after: dot)...]))
}

// Support.swift - converts memory that C functions return to Swift values.
import CMiniRuntime

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Frees the result of a `_copy` function.
func freeCopied(_ memory: UnsafeMutableRawPointer?) {
    free(memory)
}

/// Converts the text that a `_copy` function returned, and frees it.
func takeString(_ text: UnsafeMutablePointer<CChar>?) -> String? {
    guard let text else { return nil }
    defer { free(text) }
    return String(cString: text)
}

/// Converts the list that a `_copy` function returned, and frees it.
func copiedList<Element>(_ copy: (UnsafeMutablePointer<UInt32>) -> UnsafeMutablePointer<Element?>?) -> [Element] {
    var count: UInt32 = 0
    guard let list = copy(&count) else { return [] }
    defer { free(list) }
    return (0..<Int(count)).map { list[$0]! }
}

/// Converts a list of texts that a `_copy` function returned, and frees the list and the texts.
func takeStrings(
    _ copy: (UnsafeMutablePointer<UInt32>) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> [String] {
    copiedList(copy).map { takeString($0)! }
}

/// Returns a copy of a C string that the caller frees.
func strdupChecked(_ text: UnsafePointer<CChar>) -> UnsafeMutablePointer<CChar> {
    guard let copy = strdup(text) else { fatalError("out of memory") }
    return copy
}

extension String {
    /// Returns the result of `find` for this name as a C string. nil for a name that contains a NUL, where the C string
    /// would end: nothing has such a name.
    func asCName<Found>(_ find: (UnsafePointer<CChar>) -> Found?) -> Found? {
        withCString { strlen($0) == utf8.count ? find($0) : nil }
    }
}

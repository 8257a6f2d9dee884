// Support.swift - memory that C functions hand over, as Swift values.
import CMiniRuntime

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Frees what a `_copy` function returned.
func freeCopied(_ memory: UnsafeMutableRawPointer?) {
    free(memory)
}

/// The text that a `_copy` function returned, which is freed.
func takeString(_ text: UnsafeMutablePointer<CChar>?) -> String? {
    guard let text else { return nil }
    defer { free(text) }
    return String(cString: text)
}

/// Reads a list that a `_copy` function returned, and frees it.
func copiedList<Element>(_ copy: (UnsafeMutablePointer<UInt32>) -> UnsafeMutablePointer<Element?>?) -> [Element] {
    var count: UInt32 = 0
    guard let list = copy(&count) else { return [] }
    defer { free(list) }
    return (0..<Int(count)).map { list[$0]! }
}

/// The texts of a list that a `_copy` function returned, all of which is freed.
func takeStrings(
    _ copy: (UnsafeMutablePointer<UInt32>) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> [String] {
    copiedList(copy).map { takeString($0)! }
}

/// A copy of a C string, to be freed.
func strdupChecked(_ text: UnsafePointer<CChar>) -> UnsafeMutablePointer<CChar> {
    guard let copy = strdup(text) else { fatalError("out of memory") }
    return copy
}

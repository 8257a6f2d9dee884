// Naming.swift - the names of objects in messages for people, and lines on standard error.
import MiniFoundation
import MiniRuntime

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension UnmanagedObject {
    /// The object's name in exceptions: `<Person 0x7f01…>`, the class that `-class` returns, and the address.
    var designation: String { "<\(reportedClass.name) \(hex(address))>" }

    /// The class that `-class` returns: X, where the isa is `NSKVONotifying_X`.
    var reportedClass: Class {
        UnsafeRawPointer(bitPattern: sendWords(Selectors.cls)).map(Class.init(address:)) ?? isa
    }
}

/// Returns an address in hexadecimal: `0x7f01…`, and `0x0` for nil.
func hex(_ address: UnsafeRawPointer?) -> String {
    hex(UInt(bitPattern: address))
}

func hex(_ address: UInt) -> String {
    "0x" + String(address, radix: 16)
}

/// Writes a line to standard error.
func logLine(_ text: String) {
    var line = text + "\n"
    line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

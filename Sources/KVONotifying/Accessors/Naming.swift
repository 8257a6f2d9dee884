// Naming.swift - how texts name an object, and where a line of text goes.
import MiniRuntime

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension UnmanagedObject {
    /// `<Person 0x7f01…>`: class and address, as the exceptions name an object. The class is the one that it says it
    /// is.
    var designation: String { "<\(toldClass.name) \(hex(address))>" }

    /// What the message `class` answers.
    var toldClass: Class {
        UnsafeRawPointer(bitPattern: sendWords(Selectors.cls)).map(Class.init(address:)) ?? isa
    }
}

/// `0x7f01…`, and `0x0` for nil.
func hex(_ address: UnsafeRawPointer?) -> String {
    hex(UInt(bitPattern: address))
}

func hex(_ address: UInt) -> String {
    "0x" + String(address, radix: 16)
}

/// One line on standard error.
func logLine(_ text: String) {
    var line = text + "\n"
    line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

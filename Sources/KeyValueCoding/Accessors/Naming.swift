// Naming.swift - the names of objects in messages for people.
import MiniFoundation
import MiniRuntime

extension UnmanagedObject {
    /// The object's name in exceptions: `<Person 0x7f01…>`, the class that `-class` returns, and the address.
    package var designation: String { "<\(reportedClass.name) \(hex(address))>" }

    /// The class that `-class` returns: X, where the isa is `NSKVONotifying_X`.
    package var reportedClass: Class {
        UnsafeRawPointer(bitPattern: sendWords(Selectors.cls)).map(Class.init(address:)) ?? isa
    }
}

/// Returns an address in hexadecimal: `0x7f01…`, and `0x0` for nil.
package func hex(_ address: UnsafeRawPointer?) -> String {
    hex(UInt(bitPattern: address))
}

package func hex(_ address: UInt) -> String {
    "0x" + String(address, radix: 16)
}

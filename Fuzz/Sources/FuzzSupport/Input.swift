// Input.swift - shared by the fuzz targets in Swift: a reader of the input's bytes, and expectations.

/// The unread bytes of an input. Reading past the end gives zeros.
package struct Input: Sendable {
    var rest: ArraySlice<UInt8>

    package init(_ data: UnsafePointer<UInt8>?, _ size: Int) {
        self.init(Array(UnsafeBufferPointer(start: data, count: size)))
    }

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    package var isEmpty: Bool { rest.isEmpty }

    package mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    package mutating func number(below limit: Int) -> Int { Int(byte()) % limit }

    package mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(below: elements.count)] }

    /// Reads the remaining bytes as text. Invalid UTF-8 is repaired.
    package mutating func text() -> String {
        defer { rest = rest[rest.endIndex...] }
        return String(decoding: rest, as: UTF8.self)
    }
}

/// Ends the process with a sentence unless the condition holds; libFuzzer then keeps the input.
package func expect(_ condition: @autoclosure () throws -> Bool, _ sentence: @autoclosure () -> String) rethrows {
    if try !condition() { fatalError("expected: \(sentence())") }
}

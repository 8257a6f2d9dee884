// AddressNumbers.swift - the addresses of a recording, numbered in the order of their appearance.
//
// The addresses of a process differ from run to run, and so would the recordings of one program. In a recording, the
// first address is 0x1000, the next 0x1100, and so on: in texts, and in bytes that are pointers. Whether an object gets
// the memory of one that is gone differs, too, so each object has a number of its own.
import MiniRuntime

struct AddressNumbers: Lockable {
    private var numbers: [UInt: UInt] = [:]
    private var next: UInt = 0x1000
    /// Numbers that the program itself contains, which are kept.
    private let literals: Set<String>

    init(source: String) {
        literals = Set(source.matches(of: /0x[0-9a-f]+/).map { String($0.output) })
    }

    /// The next appearance of the address is the first one of another object.
    mutating func forget(_ address: UInt) { numbers[address] = nil }

    /// Returns the tree with numbers in place of addresses.
    mutating func numbered(_ tree: Tree) -> Tree {
        switch tree {
        case .text(let text): return .text(numbered(text))
        case .array(let elements): return .array(elements.map { numbered($0) })
        case .object(let entries):
            var result: [String: Tree] = [:]
            // Sorted, because the order decides on the numbers.
            for (key, value) in entries.sorted(by: { $0.key < $1.key }) {
                let isPointer = key == "isaBytes" || ["bytes", "value"].contains(key) && entries.isPointer
                result[key] = isPointer ? numbered(bytes: value) ?? numbered(value) : numbered(value)
            }
            return .object(result)
        case .null, .flag, .number: return tree
        }
    }

    private mutating func numbered(_ text: String) -> String {
        guard text.utf8.count >= 12, text.contains("0x") else { return text }
        return text.replacing(/0x([0-9a-f]+)/) { match in
            guard let address = UInt(match.1, radix: 16), !literals.contains(String(match.0)) else {
                return String(match.0)
            }
            return number(of: address).map(hexadecimal) ?? String(match.0)
        }
    }

    /// Returns nil if the tree is not an address as bytes, the lowest first: `f0 c3 a2 …`.
    private mutating func numbered(bytes tree: Tree) -> Tree? {
        guard case .text(let bytes) = tree else { return nil }
        let digits = bytes.split(separator: " ")
        guard digits.count == 8, let address = UInt(digits.reversed().joined(), radix: 16),
            let number = number(of: address)
        else { return nil }
        return .text(withUnsafeBytes(of: number.littleEndian) { spelled($0[...]) })
    }

    /// Returns nil for a number that is too low or too high for an address of a process: nil, a tagged pointer.
    private mutating func number(of address: UInt) -> UInt? {
        guard (1 << 40..<1 << 48).contains(address) else { return nil }
        if let number = numbers[address] { return number }
        defer { next += 0x100 }
        numbers[address] = next
        return next
    }
}

extension [String: Tree] {
    /// Whether these are the entries of an ivar that holds an object, a class, a selector, a C string or a pointer.
    fileprivate var isPointer: Bool {
        guard case .text(let encoding)? = self["encoding"], let first = encoding.first else { return false }
        return "@#:*^".contains(first)
    }
}

// Selector.swift - the interned name of a message.
import CMiniRuntime

/// The interned name of a message: equal names are the same selector, so selectors are compared by address.
///
///     let setAge: Selector = "setAge:"
///
/// A selector from a literal is found by the literal's address. Any other name is hashed each time: keep such a
/// selector in a constant if it is used often. Any thread. Objective-C: `SEL`.
public struct Selector: Hashable, @unchecked Sendable {
    // Sendable: the name it points to is immutable and lives for ever.
    @usableFromInline let pointer: OpaquePointer

    /// Returns the selector with that name, and registers it if necessary. Like any C string, a name ends at its first
    /// NUL. Objective-C: `sel_registerName`.
    public init(_ name: String) {
        pointer = sel_registerName(name)
    }

    /// Returns the selector with that name, but does not register it: selectors live for ever. nil if the name is not
    /// registered, in which case no class has a method with that name.
    public init?(registered name: String) {
        guard let pointer = name.asCName(mr_selector_known) else { return nil }
        self.pointer = pointer
    }

    @inlinable init(_ pointer: OpaquePointer) {
        self.pointer = pointer
    }

    /// The selector at an address, for C functions, which receive one as `_cmd`.
    @inlinable public init(address: UnsafeRawPointer) {
        pointer = OpaquePointer(address)
    }

    /// The selector's name. Objective-C: `sel_getName`.
    public var name: String { String(cString: sel_getName(pointer)) }

    /// The selector's address, for C functions. It lives for ever.
    @inlinable public var address: UnsafeRawPointer { UnsafeRawPointer(pointer) }

    /// The number of arguments that a message with this name takes: its colons.
    public var argumentCount: Int { name.utf8.count { $0 == UInt8(ascii: ":") } }

    /// The distinct type encodings of all instance and class methods with this name in registered classes. O(classes).
    /// Any thread.
    package var typeEncodings: [String] {
        takeStrings { mr_selector_encodings_copy(pointer, $0) }
    }
}

extension Selector: ExpressibleByStringLiteral, CustomStringConvertible {
    /// Returns the selector for a literal, found by the literal's address in the program, without hashing its text.
    @inlinable public init(stringLiteral name: StaticString) {
        self.init(mr_selector_literal(UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)))
    }

    /// The selector's name.
    public var description: String { name }
}

extension Selector {
    /// The ownership of an object that a method with this name returns, by the naming rules of Objective-C compilers.
    enum Family {
        /// The caller receives +1: alloc, new, copy, mutableCopy.
        case returnsRetained
        /// The caller receives +1, and the method consumes a reference to its receiver: init.
        case initializer
        /// The result is borrowed.
        case none
    }

    /// Whether the first two letters of the name are those of a family. Inlined, because every message that returns an
    /// object tests it. Benchmark row: `typed-get-string-nonatomic`.
    @inlinable @inline(__always) var mayBelongToFamily: Bool {
        let name = UnsafeRawPointer(pointer).assumingMemoryBound(to: UInt8.self)
        return switch name[0] {
        case UInt8(ascii: "a"): name[1] == UInt8(ascii: "l")
        case UInt8(ascii: "n"): name[1] == UInt8(ascii: "e")
        case UInt8(ascii: "c"): name[1] == UInt8(ascii: "o")
        case UInt8(ascii: "m"): name[1] == UInt8(ascii: "u")
        case UInt8(ascii: "i"): name[1] == UInt8(ascii: "n")
        default: false
        }
    }

    var family: Family {
        let name = UnsafeRawPointer(pointer).assumingMemoryBound(to: UInt8.self)
        switch name[0] {
        case UInt8(ascii: "a"): return Self.begins(name, with: "alloc") ? .returnsRetained : .none
        case UInt8(ascii: "n"): return Self.begins(name, with: "new") ? .returnsRetained : .none
        case UInt8(ascii: "c"): return Self.begins(name, with: "copy") ? .returnsRetained : .none
        case UInt8(ascii: "m"): return Self.begins(name, with: "mutableCopy") ? .returnsRetained : .none
        case UInt8(ascii: "i"): return Self.begins(name, with: "init") ? .initializer : .none
        default: return .none
        }
    }

    // The family's word, followed by anything but a lowercase letter: "newName" belongs to the family, "newton" does
    // not.
    private static func begins(_ name: UnsafePointer<UInt8>, with word: StaticString) -> Bool {
        for index in 0..<word.utf8CodeUnitCount where name[index] != word.utf8Start[index] { return false }
        let next = name[word.utf8CodeUnitCount]
        return !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(next)
    }
}

/// Returns a key as the names of accessors contain it: `Age` for `age`.
package func capitalized(_ key: String) -> String {
    key.prefix(1).uppercased() + key.dropFirst()
}

/// Returns all forms that a key may have in the names of accessors, in the order in which they are searched for: clang
/// and swiftc write `setété:`, because they capitalize the letters a to z only, and the second form is `setÉté:`.
package func accessorNames(_ key: String) -> [String] {
    let names = [compilersName(key), capitalized(key)]
    // Compares the bytes, because selectors are different if their bytes are.
    return names[0].utf8.elementsEqual(names[1].utf8) ? [names[0]] : names
}

/// Returns a key as the compilers capitalize it.
private func compilersName(_ key: String) -> String {
    guard let first = key.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) else { return key }
    return String(UnicodeScalar(first & ~0x20)) + String(key.unicodeScalars.dropFirst())
}

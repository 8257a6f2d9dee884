// Selector.swift - the interned name of a message.
import CMiniRuntime

/// The interned name of a message: equal names are the same selector, so selectors are compared by address.
///
///     let setAge: Selector = "setAge:"
///
/// Creating a selector takes a lock and hashes the name: keep selectors that are used often in a constant. Any thread.
/// Objective-C: `SEL`.
public struct Selector: Hashable, @unchecked Sendable {
    // Sendable: the name it points to is immutable and lives for ever.
    @usableFromInline let pointer: OpaquePointer

    /// Returns the selector with that name, and registers it if necessary. Objective-C: `sel_registerName`.
    public init(_ name: String) {
        pointer = sel_registerName(name)
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
    public var typeEncodings: [String] {
        takeStrings { mr_selector_encodings_copy(pointer, $0) }
    }
}

extension Selector: ExpressibleByStringLiteral, CustomStringConvertible {
    /// Registers the name of a literal.
    public init(stringLiteral name: String) {
        self.init(name)
    }

    /// The selector's name.
    public var description: String { name }
}

extension Selector {
    /// Who owns an object returned by a method with this name, by the naming rules of Objective-C compilers.
    enum Family {
        /// The caller receives +1: alloc, new, copy, mutableCopy.
        case returnsRetained
        /// The caller receives +1, and the method consumes a reference to its receiver: init.
        case initializer
        /// The result is borrowed.
        case none
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

// Selector.swift - the interned name of a message.
import CMiniRuntime

/// The interned name of a message: equal names are one selector, compared by address.
///
///     let setAge: Selector = "setAge:"
///
/// Registering a name takes a lock and a hash; keep selectors that are used often in a constant.
/// Any thread. Objective-C: `SEL`.
public struct Selector: Hashable, @unchecked Sendable {
    // Sendable: the name behind the pointer is immutable and lives for ever.
    @usableFromInline let pointer: OpaquePointer

    /// Registers `name`, or finds it. Objective-C: `sel_registerName`.
    public init(_ name: String) {
        pointer = sel_registerName(name)
    }

    @inlinable init(_ pointer: OpaquePointer) {
        self.pointer = pointer
    }

    /// The selector at an address that a C function was given as its `_cmd`.
    @inlinable public init(address: UnsafeRawPointer) {
        pointer = OpaquePointer(address)
    }

    /// The name. Objective-C: `sel_getName`.
    public var name: String { String(cString: sel_getName(pointer)) }

    /// The address that C functions know the selector by. Lives for ever.
    @inlinable public var address: UnsafeRawPointer { UnsafeRawPointer(pointer) }

    /// How many arguments a message of this name takes: its colons.
    public var argumentCount: Int { name.utf8.count { $0 == UInt8(ascii: ":") } }

    /// The distinct type encodings of the methods and class methods of this name, in all registered classes.
    /// O(classes). Any thread.
    public var typeEncodings: [String] {
        takeStrings { mr_selector_encodings_copy(pointer, $0) }
    }
}

extension Selector: ExpressibleByStringLiteral, CustomStringConvertible {
    /// From a literal.
    public init(stringLiteral name: String) {
        self.init(name)
    }

    /// The text that is printed.
    public var description: String { name }
}

extension Selector {
    /// Who owns the object that a method of this name returns, by the naming rules that compilers go by.
    enum Family {
        /// The caller gets its own reference: alloc, new, copy, mutableCopy.
        case returnsRetained
        /// The same, and the receiver's reference is consumed: init.
        case initializer
        /// The caller borrows.
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

    // The family's word, then anything but a lowercase letter: "newName" belongs, "newton" does not.
    private static func begins(_ name: UnsafePointer<UInt8>, with word: StaticString) -> Bool {
        for index in 0..<word.utf8CodeUnitCount where name[index] != word.utf8Start[index] { return false }
        let next = name[word.utf8CodeUnitCount]
        return !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(next)
    }
}

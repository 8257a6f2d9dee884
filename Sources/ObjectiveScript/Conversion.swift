// Conversion.swift - converts values to C's memory and back, by type encodings. Sends no messages.
import MiniFoundation
import MiniRuntime

/// The reason why a value cannot be stored as a type: `int, but an object of class Person is given`.
struct ConversionError: Error {
    let text: String
}

enum Conversion {
    /// The first character of an encoding that is not a qualifier.
    static func kind(_ encoding: String) -> Character {
        encoding.first { !"rnNoORVA".contains($0) } ?? "?"
    }

    /// Whether scripts can hold values of the type: not structures, unions or arrays.
    static func holds(_ encoding: String) -> Bool {
        "cCsSiIlLqQBfd@#:*^v".contains(kind(encoding))
    }

    // ── Memory to value ─────────────────────────────────────────────────────────────────────────────

    /// How the value that is read refers to its object.
    enum Ownership {
        /// The object comes at +1, which the value takes over.
        case consumed
        /// The object is the result of a message, which was sent after the mark was made. The pool may own it.
        case returned(PoolMark)
        /// The caller keeps the object alive.
        case borrowed
    }

    /// Reads a value.
    static func load(_ encoding: String, from place: UnsafeRawPointer, _ ownership: Ownership) -> ScriptValue {
        switch kind(encoding) {
        case "c": .integer(Int(place.load(as: Int8.self)))
        case "C": .integer(Int(place.load(as: UInt8.self)))
        case "s": .integer(Int(place.load(as: Int16.self)))
        case "S": .integer(Int(place.load(as: UInt16.self)))
        case "i", "l": .integer(Int(place.load(as: Int32.self)))
        case "I", "L": .integer(Int(place.load(as: UInt32.self)))
        case "q": .integer(place.load(as: Int.self))
        case "Q": ScriptValue(place.load(as: UInt.self))
        case "B": .bool(place.load(as: UInt8.self) != 0)
        case "f": .double(Double(place.load(as: Float.self)))
        case "d": .double(place.load(as: Double.self))
        case "@", "#": loadObject(place, ownership)
        case ":": place.load(as: UnsafeRawPointer?.self).map { .selector(Selector(address: $0)) } ?? .pointer(0)
        case "*": place.load(as: UnsafePointer<CChar>?.self).map { .string(String(cString: $0)) } ?? .pointer(0)
        case "^": loadPointer(encoding, place)
        default: .none
        }
    }

    private static func loadObject(_ place: UnsafeRawPointer, _ ownership: Ownership) -> ScriptValue {
        let object = UnmanagedObject(place.load(as: UnsafeMutableRawPointer?.self))
        return switch ownership {
        case .consumed: ScriptValue(object?.takeOwnership())
        case .returned(let mark):
            object.map(mark.isBelow) == true ? ScriptValue(borrowing: object) : ScriptValue(object?.retained())
        case .borrowed: ScriptValue(borrowing: object)
        }
    }

    private static func loadPointer(_ encoding: String, _ place: UnsafeRawPointer) -> ScriptValue {
        guard let address = place.load(as: UnsafeRawPointer?.self) else { return .pointer(0) }
        if encoding.hasSuffix("^?") { return .implementation(IMP(address: address)) }
        if let text = CStrings.text(at: address) { return .string(text) }
        return .pointer(UInt(bitPattern: address))
    }

    // ── Value to memory ─────────────────────────────────────────────────────────────────────────────

    /// Stores a value. Numbers are converted as in C, but must fit. An object is stored without being retained.
    static func store(_ value: ScriptValue, _ encoding: String, at place: UnsafeMutableRawPointer)
        throws(ConversionError)
    {
        switch kind(encoding) {
        case "c": place.storeBytes(of: try integer(value, encoding), as: Int8.self)
        case "C": place.storeBytes(of: try integer(value, encoding), as: UInt8.self)
        case "s": place.storeBytes(of: try integer(value, encoding), as: Int16.self)
        case "S": place.storeBytes(of: try integer(value, encoding), as: UInt16.self)
        case "i", "l": place.storeBytes(of: try integer(value, encoding), as: Int32.self)
        case "I", "L": place.storeBytes(of: try integer(value, encoding), as: UInt32.self)
        case "q": place.storeBytes(of: try integer(value, encoding), as: Int64.self)
        case "Q": place.storeBytes(of: try integer(value, encoding), as: UInt64.self)
        case "B": place.storeBytes(of: try number(value, encoding) != 0, as: Bool.self)
        case "f": place.storeBytes(of: Float(try number(value, encoding)), as: Float.self)
        case "d": place.storeBytes(of: try number(value, encoding), as: Double.self)
        default: place.storeBytes(of: try word(value, encoding), as: UInt.self)
        }
    }

    private static func conversionError(_ value: ScriptValue, _ encoding: String, hint: String = "") -> ConversionError
    {
        ConversionError(text: "\(TypeWords.name(String(kind(encoding)))), but \(value.designation) is given\(hint)")
    }

    private static func integer<Value: FixedWidthInteger>(_ value: ScriptValue, _ encoding: String)
        throws(ConversionError)
        -> Value
    {
        let fitting: Value? =
            switch value {
            case .integer(let value): Value(exactly: value)
            case .unsigned(let value): Value(exactly: value)
            case .bool(let value): value ? 1 : 0
            case .double(let value): value.isFinite ? Value(exactly: value.rounded(.towardZero)) : nil
            default: throw conversionError(value, encoding, hint: hint(value, encoding))
            }
        guard let fitting else {
            throw ConversionError(text: "\(TypeWords.name(String(kind(encoding)))), which cannot hold \(value)")
        }
        return fitting
    }

    private static func number(_ value: ScriptValue, _ encoding: String) throws(ConversionError) -> Double {
        guard let number = value.number else { throw conversionError(value, encoding, hint: hint(value, encoding)) }
        return number
    }

    private static func hint(_ value: ScriptValue, _ encoding: String) -> String {
        guard case .object(let reference?) = value, reference.unmanaged.isa.name == "NSNumber" else { return "" }
        return "; a number out of it is [x intValue]"
    }

    /// Converts a value that is stored as a word: an object, a class, a selector or a pointer.
    private static func word(_ value: ScriptValue, _ encoding: String) throws(ConversionError) -> UInt {
        switch (kind(encoding), value) {
        case (_, .object(nil)), (_, .pointer(0)): return 0
        case ("@", .object(let reference?)):
            if reference.isDead { throw conversionError(value, encoding, hint: ", which has been deallocated") }
            return UInt(bitPattern: reference.unmanaged.address)
        case ("@", .cls(let cls)), ("#", .cls(let cls)): return UInt(bitPattern: cls.receiverAddress)
        case (":", .selector(let selector)): return UInt(bitPattern: selector.address)
        case ("*", .string(let text)), ("^", .string(let text)): return CStrings.address(of: text)
        case ("^", .pointer(let address)): return address
        case ("^", .implementation(let implementation)): return UInt(bitPattern: implementation.address)
        case ("@", _) where value.isNumber: throw conversionError(value, encoding, hint: "; as an object it is @(x)")
        case ("@", .string): throw conversionError(value, encoding, hint: "; an NSString begins with @")
        default: throw conversionError(value, encoding)
        }
    }
}

extension ScriptValue {
    /// The number as a double; nil for other values.
    var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .unsigned(let value): Double(value)
        case .double(let value): value
        case .bool(let value): value ? 1 : 0
        default: nil
        }
    }
}

extension ScriptValue {
    /// Returns the value of a C string literal.
    static func cLiteral(_ text: String) -> ScriptValue {
        CStrings.addLiteral(text)
        return .string(text)
    }
}

/// The C strings of scripts. As in compiled programs, equal literals share one address, which lives for ever. Any other
/// text, such as one that a method has returned, gets an address for as long as the innermost autorelease pool lasts.
enum CStrings {
    /// A class, because `Locked` would copy the dictionaries at each change.
    private final class Literals: Lockable {
        var pointers: [String: UnsafePointer<CChar>] = [:]
        var texts: [UnsafeRawPointer: String] = [:]
    }

    private static let literals = Locked(Literals(), rank: .table)

    /// Adds a literal of a script. O(1), plus the length of a new literal.
    static func addLiteral(_ text: String) {
        literals.read { literals in
            guard literals.pointers[text] == nil else { return }
            let bytes = Array(text.utf8CString)
            let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: bytes.count)
            _ = copy.initialize(from: bytes)
            let pointer = UnsafePointer(copy.baseAddress!)
            literals.pointers[text] = pointer
            literals.texts[UnsafeRawPointer(pointer)] = text
        }
    }

    static func address(of text: String) -> UInt {
        if let literal = literals.read({ $0.pointers[text] }) { return UInt(bitPattern: literal) }
        return NSString.object(text).autoreleased().sendWords("UTF8String")
    }

    /// Returns the text of a literal; nil for any other address.
    static func text(at address: UnsafeRawPointer) -> String? {
        literals.read { $0.texts[address] }
    }
}

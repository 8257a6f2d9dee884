// ScriptValue.swift - the values of expressions: C's scalars in their widest form, and objects of the runtime.
import MiniFoundation
import MiniRuntime

/// The value of an expression. It owns its object.
public enum ScriptValue: Sendable {
    /// No value: the result of a method that returns void, and of statements other than expressions.
    case none
    /// An integer in the range of a signed 64-bit integer.
    case integer(Int)
    /// An integer above that range.
    case unsigned(UInt)
    /// A `float` or a `double`.
    case double(Double)
    /// A `BOOL`.
    case bool(Bool)
    /// An object, or nil, which also stands for Nil. Never a class.
    case object(Object?)
    /// A class or a metaclass.
    case cls(Class)
    /// A `SEL`.
    case selector(Selector)
    /// A pointer to data of unknown type; 0 is NULL.
    case pointer(UInt)
    /// A C string.
    case string(String)
    /// A `Method`.
    case method(Method)
    /// An `IMP`.
    case implementation(IMP)

    /// The receiver of messages to this value: the object, or the class. nil for nil, and for values that are not
    /// objects.
    public var object: Object? {
        switch self {
        case .object(let object): object
        case .cls(let cls): cls.object
        default: nil
        }
    }
}

extension ScriptValue {
    init(_ value: UInt) {
        self = Int(exactly: value).map { .integer($0) } ?? .unsigned(value)
    }

    /// Creates a value from an object: `cls` if it is a class, else `object`.
    init(_ object: Object?) {
        if let object, object.isClass {
            self = .cls(Class(address: object.receiverAddress!))
        } else {
            self = .object(object)
        }
    }

    init(_ cls: Class?) {
        self = cls.map { .cls($0) } ?? .object(nil)
    }

    var isNumber: Bool {
        switch self {
        case .integer, .unsigned, .double, .bool: true
        default: false
        }
    }

    /// The address of an object or a class; nil for other values.
    var address: UInt? {
        switch self {
        case .object(let object): object?.address
        case .cls(let cls): UInt(bitPattern: cls.receiverAddress)
        default: nil
        }
    }

    /// The value in words, for error messages: `the number 42`. Sends no message.
    var designation: String {
        switch self {
        case .none: "nothing"
        case .integer, .unsigned, .double: "the number \(plainText)"
        case .bool: plainText
        case .object(nil): "nil"
        case .object(let object?): "an object of class \(object.isa.originalClass)"
        case .cls(let cls): "the class \(cls)"
        case .selector(let selector): "the selector '\(selector)'"
        case .pointer(let address): address == 0 ? "NULL" : "a pointer"
        case .string: "a C string"
        case .method: "a method"
        case .implementation: "an IMP"
        }
    }

    /// The text of a value that is not an object.
    private var plainText: String {
        switch self {
        case .none: ""
        case .integer(let value): "\(value)"
        case .unsigned(let value): "\(value)"
        case .double(let value): "\(value)"
        case .bool(let value): value ? "YES" : "NO"
        case .object: "nil"
        case .cls(let cls): cls.isMetaclass ? "\(cls) (metaclass)" : cls.name
        case .selector(let selector): selector.name
        case .pointer(let address): address == 0 ? "NULL" : "0x" + String(address, radix: 16)
        case .string(let text): text
        case .method(let method):
            "\(method.selector) \(method.typeEncoding ?? "") \(method.implementation)"
        case .implementation(let implementation): implementation.description
        }
    }

    /// The text that `print` writes; sends `description` to an object. Throws ``RuntimeException``.
    func text() throws -> String {
        guard case .object(let object?) = self else { return plainText }
        if let text = NSString.string(object) { return text }
        return try object.send("description", as: Object?.self).flatMap { NSString.string($0) } ?? addressText(object)
    }
}

extension ScriptValue: CustomStringConvertible {
    /// The text that `print` writes; sends `description` to an object. If that raises, the class and the address.
    public var description: String {
        if let text = try? text() { return text }
        return object.map(addressText) ?? designation
    }
}

/// Returns `<Person: 0x7f01…>`. Sends no message.
func addressText(_ object: Object) -> String {
    "<\(object.isa.originalClass): 0x\(String(object.address, radix: 16))>"
}

extension Class {
    /// The class that a notifying class was made from; for any other class, the class itself.
    var originalClass: Class {
        name.hasPrefix("NSKVONotifying_") ? superclass ?? self : self
    }
}

// ScriptValue.swift - what an expression gives: C's scalars in their widest form, and what the runtime is made of.
import MiniFoundation
import MiniRuntime

/// The value of an expression. An object is held by one reference.
public enum ScriptValue: Sendable {
    /// Nothing: of a statement without value, or a method that returns void.
    case none
    /// Any integer that 64 bits with a sign can hold.
    case integer(Int)
    /// A larger one.
    case unsigned(UInt)
    /// A `float` or a `double`.
    case double(Double)
    /// A `BOOL`.
    case bool(Bool)
    /// An object, or nil, which is Nil as well. Never a class.
    case object(Object?)
    /// A class or a metaclass.
    case cls(Class)
    /// A `SEL`.
    case selector(Selector)
    /// A pointer to something unknown; 0 is NULL.
    case pointer(UInt)
    /// A C string.
    case string(String)
    /// A `Method`.
    case method(Method)
    /// An `IMP`.
    case implementation(IMP)

    /// The object that messages to the value go to: also for a class. nil for nil, and for what is no object.
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

    /// An object, or the class that it is.
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

    /// Where an object or a class lies; nil for everything else.
    var address: UInt? {
        switch self {
        case .object(let object): object?.address
        case .cls(let cls): UInt(bitPattern: cls.receiverAddress)
        default: nil
        }
    }

    /// What it is, for an error: `the number 42`. Sends no message.
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

    /// The text of what is no object.
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

    /// What `print` writes: an object is sent `description`. Throws ``RuntimeException``.
    func text() throws -> String {
        guard case .object(let object?) = self else { return plainText }
        if let text = NSString.string(object) { return text }
        return try object.send("description", as: Object?.self).flatMap { NSString.string($0) } ?? addressText(object)
    }
}

extension ScriptValue: CustomStringConvertible {
    /// What `print` writes. An object is sent `description`; if that raises, this is its class and address.
    public var description: String {
        if let text = try? text() { return text }
        return object.map(addressText) ?? designation
    }
}

/// `<Person: 0x7f01…>`. Sends no message.
func addressText(_ object: Object) -> String {
    "<\(object.isa.originalClass): 0x\(String(object.address, radix: 16))>"
}

extension Class {
    /// The class that a notifying class stands for; any other class is its own.
    var originalClass: Class {
        name.hasPrefix("NSKVONotifying_") ? superclass ?? self : self
    }
}

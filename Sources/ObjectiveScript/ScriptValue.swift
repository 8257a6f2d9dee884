// ScriptValue.swift - the values of expressions: C's scalars in their widest form, and objects of the runtime.
import MiniFoundation
import MiniRuntime

/// The value of an expression. Its copies share one ``ObjectReference``: they do not change an object's retain count.
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
    case object(ObjectReference?)
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

    /// The receiver of messages to this value: the object, or the class. nil for nil, for values that are not objects,
    /// and for an object that the value does not own and that has been deallocated.
    public var object: Object? {
        switch self {
        case .object(let reference): reference?.object
        case .cls(let cls): cls.object
        default: nil
        }
    }

    /// The same receiver, not retained.
    public var unmanaged: UnmanagedObject? {
        switch self {
        case .object(let reference?): reference.isDead ? nil : reference.unmanaged
        case .cls(let cls): UnmanagedObject(cls.receiverAddress)
        default: nil
        }
    }
}

extension ScriptValue {
    init(_ value: UInt) {
        self = Int(exactly: value).map { .integer($0) } ?? .unsigned(value)
    }

    /// Creates a value that owns an object: `cls` if it is a class, else `object`.
    init(_ object: Object?) {
        self.init(object?.unmanaged) { _ in ObjectReference(object!) }
    }

    /// Creates a value from an object that the caller keeps alive, and that the value does not own.
    init(borrowing object: UnmanagedObject?) {
        self.init(object) { ObjectReference(borrowing: $0) }
    }

    private init(_ object: UnmanagedObject?, _ reference: (UnmanagedObject) -> ObjectReference) {
        if let object, object.isa.isMetaclass {
            self = .cls(Class(address: object.address))
        } else {
            self = .object(object.map(reference))
        }
    }

    /// The value with a reference of its own, which owns the object: what a variable keeps.
    var kept: ScriptValue { if case .object(let reference?) = self { ScriptValue(reference.object) } else { self } }

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
        case .object(let reference): reference.map { UInt(bitPattern: $0.unmanaged.address) }
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
        case .object(let reference?): "an object of class \(reference.cls.originalClass)"
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

    /// The text of an NSString; nil for other values. Sends no message.
    var string: String? { object.flatMap { NSString.string($0) } }

    /// The text that `print` writes; sends `description` to an object. Throws ``RuntimeException``.
    func text() throws -> String {
        guard case .object(let reference?) = self else { return plainText }
        if let text = string { return text }
        let described = reference.isDead ? nil : try reference.unmanaged.send("description", as: Object?.self)
        return described.flatMap { NSString.string($0) } ?? addressText(reference.unmanaged)
    }
}

extension ScriptValue: CustomStringConvertible {
    /// The text that `print` writes; sends `description` to an object. If that raises, the class and the address.
    public var description: String {
        if let text = try? text() { return text }
        return unmanaged.map(addressText) ?? designation
    }
}

/// Returns `<Person: 0x7f01…>`. Sends no message.
func addressText(_ object: UnmanagedObject) -> String {
    "<\(object.isa.originalClass): 0x\(String(UInt(bitPattern: object.address), radix: 16))>"
}

extension Class {
    /// The class that a notifying class was made from; for any other class, the class itself.
    var originalClass: Class {
        name.hasPrefix("NSKVONotifying_") ? superclass ?? self : self
    }
}

// RuntimeError.swift - expected failures: a call that was refused and changed nothing.

/// The reason why this library refused a call. The description names what was wrong.
///
/// A ``RuntimeException``, by contrast, is raised by a method while it runs.
public enum RuntimeError: Error, Equatable {
    /// A class with that name exists.
    case classNameTaken(String)
    /// The class must be registered first.
    case classNotRegistered(String)
    /// The class still has instances or subclasses; the text names them.
    case classInUse(String)
    /// The type encoding is malformed, or has no known size.
    case malformedEncoding(String)
    /// The ivar cannot be added, because its name is taken.
    case ivarNameTaken(String, class: String)
    /// There is no such ivar.
    case noIvar(String, class: String)
    /// The class already has such a method, property or protocol.
    case alreadyPresent(String, class: String)
    /// Neither the class nor a superclass has such a method.
    case noMethod(String, class: String)
    /// The message takes a different number of arguments.
    case argumentCount(String, expected: Int, given: Int)
    /// The message takes a different type at that position. Index 0 is the first argument after the selector.
    case argumentType(String, index: Int, expected: String, given: String, sent: SentMessage = .unknown)
    /// The method returns a different type.
    case returnType(String, expected: String, given: String, sent: SentMessage = .unknown)
    /// The message takes a number at that position whose type cannot represent the given value.
    case argumentRange(String, index: Int, value: String, type: String)
    /// The method returned a number that the requested type cannot represent.
    case returnRange(String, value: String, type: String)
    /// The Swift type of a closure or value does not fit the encoding.
    case encodingMismatch(String, expected: String, given: String)
    /// A value is nil, but its Swift type is not optional.
    case unexpectedNil(String)
}

extension RuntimeError: CustomStringConvertible {
    /// The error message.
    public var description: String {
        switch self {
        case .classNameTaken(let name):
            "Class '\(name)' exists already"
        case .classNotRegistered(let name):
            "Class '\(name)' is not registered"
        case .classInUse(let reason):
            "The class cannot be disposed of: \(reason)"
        case .malformedEncoding(let encoding):
            "Type encoding '\(encoding)' is malformed"
        case .ivarNameTaken(let name, let cls):
            "Class '\(cls)' or a superclass has an ivar '\(name)' already"
        case .noIvar(let name, let cls):
            "Class '\(cls)' has no ivar '\(name)'"
        case .alreadyPresent(let name, let cls):
            "Class '\(cls)' has '\(name)' already"
        case .noMethod(let name, let cls):
            "Class '\(cls)' has no method '\(name)'"
        case .argumentCount(let selector, let expected, let given):
            "'\(selector)' takes \(expected) argument\(expected == 1 ? "" : "s"), but \(given) were given"
        case .argumentType(let selector, let index, let expected, let given, let sent):
            "'\(sent.name(selector))' takes \(sent.taken(expected)) as argument \(index + 1), "
                + "but \(sent.given(given)) was given"
        case .returnType(let selector, let expected, let given, let sent):
            "'\(sent.name(selector))' returns \(sent.taken(expected)), but \(sent.given(given)) was asked for"
        case .argumentRange(let selector, let index, let value, let type):
            "'\(selector)' takes '\(type)' as argument \(index + 1), which cannot be \(value)"
        case .returnRange(let selector, let value, let type):
            "'\(selector)' returned \(value), which '\(type)' cannot be"
        case .encodingMismatch(let name, let expected, let given):
            "'\(name)' is encoded '\(expected)', but the Swift type is '\(given)'"
        case .unexpectedNil(let name):
            "'\(name)' is nil, but the Swift type has no place for nil"
        }
    }
}

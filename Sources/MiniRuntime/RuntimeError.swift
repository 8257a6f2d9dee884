// RuntimeError.swift - expected failures: what was asked cannot be done, and nothing has been done.

/// Why a call of this library was refused. The text says what was wrong, names included.
///
/// Not to be mixed up with ``RuntimeException``, which a method raised while it ran.
public enum RuntimeError: Error, Equatable {
    /// A class of that name exists.
    case classNameTaken(String)
    /// The class must be registered before it is used this way.
    case classNotRegistered(String)
    /// The class still has instances or subclasses; the text says which.
    case classInUse(String)
    /// A type encoding that cannot be read.
    case malformedEncoding(String)
    /// An ivar that cannot be added: its name is taken.
    case ivarNameTaken(String, class: String)
    /// No such ivar.
    case noIvar(String, class: String)
    /// The class has such a method, property or protocol already.
    case alreadyPresent(String, class: String)
    /// No class between the given one and the root has such a method.
    case noMethod(String, class: String)
    /// The message takes another number of arguments.
    case argumentCount(String, expected: Int, given: Int)
    /// The message takes another type there. Index 0 is the first argument after the selector.
    case argumentType(String, index: Int, expected: String, given: String)
    /// The method returns another type.
    case returnType(String, expected: String, given: String)
    /// A closure or value whose Swift type does not fit the encoding given with it.
    case encodingMismatch(String, expected: String, given: String)
    /// nil came back where the Swift type has no place for it.
    case unexpectedNil(String)
}

extension RuntimeError: CustomStringConvertible {
    /// The text that is printed.
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
        case .argumentType(let selector, let index, let expected, let given):
            "'\(selector)' takes '\(expected)' as argument \(index + 1), but '\(given)' was given"
        case .returnType(let selector, let expected, let given):
            "'\(selector)' returns '\(expected)', but '\(given)' was asked for"
        case .encodingMismatch(let name, let expected, let given):
            "'\(name)' is encoded '\(expected)', but the Swift type is '\(given)'"
        case .unexpectedNil(let name):
            "'\(name)' is nil, but the Swift type has no place for nil"
        }
    }
}

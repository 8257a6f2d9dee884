// Validation.swift - validates values by the class's `validate<Key>:error:` methods.
//
// Such a method may replace the value or reject it with an error object. Without such a method every value is valid.
// Validation happens only on request: setting a value does not validate it.
import MiniFoundation
import MiniRuntime

/// The validation of a key's values, for the instances of one class.
final class Validation: Sendable {
    private let selector: Selector?

    private init(_ selector: Selector?) {
        self.selector = selector
    }

    private static let cache = AccessorCache<Validation>()

    /// Whether the value at `value`, which the method may replace, is valid.
    static func validate(
        _ object: UnmanagedObject, _ key: KeyArgument, _ value: UnsafeMutableRawPointer?,
        _ error: UnsafeMutableRawPointer?
    ) -> Bool {
        let validation = cache.find(object.isa, key.text) {
            let search = AccessorSearch(object, key.text)
            return Validation(search.selector("validate\(search.name):error:", .pointer, .pointer))
        }
        guard let validation else { return false }
        guard let selector = validation.selector else { return true }
        return object.sendBool(selector, (UInt(bitPattern: value), UInt(bitPattern: error), 0, 0))
    }

    /// Validates the value for the property at a key path. Every value is valid if a value on the way is nil.
    static func validatePath(
        _ object: UnmanagedObject, _ path: KeyArgument, _ value: UnsafeMutableRawPointer?,
        _ error: UnsafeMutableRawPointer?
    ) -> Bool {
        func ask(_ receiver: UnmanagedObject, _ message: Selector, _ key: UnmanagedObject) -> Bool {
            receiver.sendBool(message, (UInt(bitPattern: value), key.word, UInt(bitPattern: error), 0))
        }
        guard let rest = path.afterFirstKey else {
            return ask(object, Selectors.validateValueForKey, path.object)
        }
        return KeyPathWalk.step(object, path) { ask($0, Selectors.validateValueForKeyPath, rest.unmanaged) }
            ?? !RuntimeException.isPending
    }
}

// Validation.swift - validates values by the class's `validate<Key>:error:` methods.
//
// Such a method may replace the value or reject it with an error object. Without such a method every value is valid.
// Validation happens only on request: setting a value does not validate it.
import MiniFoundation
import MiniRuntime

enum Validation {
    /// The validation method of each key; nil if the class has none.
    private static let cache = AccessorCache<Selector?>()

    /// Whether the value at `value`, which the method may replace, is valid.
    static func validate(
        _ key: KeyArgument, _ value: UnsafeMutableRawPointer?, _ error: UnsafeMutableRawPointer?
    ) -> Bool {
        let found = cache.find(key.receiver.isa, key.text) {
            AccessorSearch(key.receiver, key.text).selector(.pointer, .pointer) { "validate\($0):error:" }
        }
        guard let found else { return false }
        guard let selector = found else { return true }
        return key.receiver.sendBool(selector, (UInt(bitPattern: value), UInt(bitPattern: error), 0, 0))
    }

    /// Validates the value for the property at a key path. Every value is valid if a value on the way is nil.
    static func validatePath(
        _ path: KeyArgument, _ value: UnsafeMutableRawPointer?, _ error: UnsafeMutableRawPointer?
    ) -> Bool {
        func validate(_ receiver: UnmanagedObject, _ message: Selector, _ key: UnmanagedObject) -> Bool {
            receiver.sendBool(message, (UInt(bitPattern: value), key.word, UInt(bitPattern: error), 0))
        }
        guard let rest = path.afterFirstKey else {
            return validate(path.receiver, Selectors.validateValueForKey, path.object)
        }
        return KeyPathWalk.step(path) { validate($0, Selectors.validateValueForKeyPath, rest.unmanaged) }
            ?? !RuntimeException.isPending
    }
}

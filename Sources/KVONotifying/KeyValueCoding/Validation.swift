// Validation.swift - asking whether a value would do, by the class's own `validate<Key>:error:`.
//
// Such a method may put another value in place of the one it is given, or refuse it and say why. A class without one
// takes everything. Nobody asks by itself: setting a value does not validate it.
import MiniFoundation
import MiniRuntime

/// How values of a key are validated, in instances of one class.
final class Validation: Sendable {
    private let selector: Selector?

    private init(_ selector: Selector?) {
        self.selector = selector
    }

    private static let cache = AccessorCache<Validation>()

    /// Whether the value at `value`, or what the method put there, will do.
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
        return object.asks(selector, (UInt(bitPattern: value), UInt(bitPattern: error), 0, 0))
    }

    /// The same for what a path leads to. Where there is nothing, everything will do.
    static func validatePath(
        _ object: UnmanagedObject, _ path: KeyArgument, _ value: UnsafeMutableRawPointer?,
        _ error: UnsafeMutableRawPointer?
    ) -> Bool {
        func ask(_ receiver: UnmanagedObject, _ message: Selector, _ key: UnmanagedObject) -> Bool {
            receiver.asks(message, (UInt(bitPattern: value), key.word, UInt(bitPattern: error), 0))
        }
        guard let rest = path.afterFirstKey else {
            return ask(object, Selectors.validateValueForKey, path.object)
        }
        return KeyPathWalk.hop(object, path) { ask($0, Selectors.validateValueForKeyPath, rest.unmanaged) }
            ?? !RuntimeException.isPending
    }
}

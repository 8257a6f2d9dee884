// AutoreleasingUnsafeMutablePointer.swift - what compiled code refers to of the type that additions.swiftinterface
// declares: its descriptor and conformances, which libswiftCore for Linux lacks. Code that is not optimised uses them
// in initializers with an `NSError **`. ObjectiveC/build/swift-objc-modules.sh compiles this file as if it were a part
// of Swift, and gives the symbols the abbreviated names that they have there.
import Swift

/// A pointer to a variable of Objective-C that does not own its object: `NSError **`.
@frozen public struct AutoreleasingUnsafeMutablePointer<Pointee>: Swift._Pointer {
    /// The address.
    public let _rawValue: Builtin.RawPointer
    /// Creates a pointer from an address.
    public init(_ _rawValue: Builtin.RawPointer) { self._rawValue = _rawValue }
}

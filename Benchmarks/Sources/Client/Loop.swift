// Loop.swift - the type of the loops that this module gives to the benchmarks, and the checks that they use.
//
// The benchmarks only call the loops. The compiler compiles the body of a loop in this module, in release, against the
// public API alone. A function of the library that cannot be specialised in a user's module is not specialised here either.

/// Runs an operation as often as the argument says.
package typealias Loop = (Int) -> Void

/// The loops that measure one row each.
package enum Loops {}

/// Ends the process unless `condition` holds: an operation without an effect would be measured.
@inline(__always)
func check(_ condition: Bool, _ sentence: @autoclosure () -> String) {
    if !condition { fatalError("benchmarks: " + sentence()) }
}

/// Ends the process unless the two values are equal.
@inline(__always)
func check<Value: Equatable>(_ found: Value, is expected: Value, _ what: @autoclosure () -> String) {
    check(found == expected, "\(what()) is \(found), and not \(expected)")
}

/// The names that loops set in turn, of one length.
let firstName = "Ada Lovelace"
let secondName = "Grace Hopper"

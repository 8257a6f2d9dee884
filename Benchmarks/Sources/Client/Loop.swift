// Loop.swift - the type of the loops that this module provides to the benchmarks, and the checks that the loops use.
//
// The benchmarks only call the loops. The compiler compiles a loop's body in this module, in release, against the
// public API alone. A function of the library that cannot be specialized in a user's module is not specialized here
// either.

/// Runs an operation the given number of times.
package typealias Loop = (Int) -> Void

/// The namespace of the loops, each of which measures one row.
package enum Loops {}

/// Ends the process unless `condition` holds, so that no operation without an effect is measured.
@inline(__always)
func check(_ condition: Bool, _ sentence: @autoclosure () -> String) {
    if !condition { fatalError("benchmarks: " + sentence()) }
}

/// Ends the process unless the two values are equal.
@inline(__always)
func check<Value: Equatable>(_ found: Value, is expected: Value, _ what: @autoclosure () -> String) {
    check(found == expected, "\(what()) is \(found), and not \(expected)")
}

/// Two strings of the same length, which loops assign in turn.
let firstName = "Ada Lovelace"
let secondName = "Grace Hopper"

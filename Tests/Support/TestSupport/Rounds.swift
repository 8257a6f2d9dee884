// Rounds.swift - how often a test repeats something.
import Glibc

/// Returns `few`, the number that shows a fault in each run of the tests, or `many` if MINIRUNTIME_LONG_TESTS is set,
/// as `make test-release` does: a fault that is rare, or small at each repetition, is found sooner by many.
package func rounds(_ few: Int, long many: Int) -> Int { getenv("MINIRUNTIME_LONG_TESTS") == nil ? few : many }

// Counter.swift - a number that any thread can increase.
import Synchronization

/// A counter for any number of threads.
package final class Counter: Sendable {
    private let number = Atomic<Int>(0)

    package init() {}

    package func add() { number.add(1, ordering: .relaxed) }
    package var value: Int { number.load(ordering: .acquiring) }
}

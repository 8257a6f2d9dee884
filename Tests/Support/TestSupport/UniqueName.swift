// UniqueName.swift - names for the classes of tests, which run side by side in one process.
import Synchronization

private let count = Atomic<Int>(0)

/// Returns a name that no other test uses. The stem should not end in a digit, because a number is appended to it.
package func uniqueName(_ stem: String = "Thing") -> String {
    "\(stem)\(count.add(1, ordering: .relaxed).newValue)"
}

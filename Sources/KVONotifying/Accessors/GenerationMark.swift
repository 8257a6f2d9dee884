// GenerationMark.swift - a flag for a fact about methods, which is cleared when the methods of any class change.
import MiniRuntime
import Synchronization

/// A flag that is valid for one generation of methods. Any thread; no lock.
struct GenerationMark: ~Copyable, Sendable {
    private let generation = Atomic<UInt>(0)

    /// Whether the flag was set since methods last changed.
    var isSet: Bool { generation.load(ordering: .acquiring) == ObjectRuntime.methodGeneration }

    /// Sets the flag for a generation that the caller read before it checked the fact, so that a concurrent method
    /// change clears the flag.
    func set(asOf generation: UInt) {
        self.generation.store(generation, ordering: .releasing)
    }
}

// GenerationMark.swift - that something was found out about methods, which holds until the methods of any class change.
import MiniRuntime
import Synchronization

/// A mark that something is as it should be, as of some generation of all methods. Any thread; no lock.
struct GenerationMark: ~Copyable, Sendable {
    private let generation = Atomic<UInt>(0)

    /// Whether it was set since methods changed.
    var isSet: Bool { generation.load(ordering: .acquiring) == ObjectRuntime.methodGeneration }

    /// Sets it as of a generation that was read before anything was found out: what is added meanwhile will be found next
    /// time.
    func set(asOf generation: UInt) {
        self.generation.store(generation, ordering: .releasing)
    }
}

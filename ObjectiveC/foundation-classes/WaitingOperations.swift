// WaitingOperations.swift - the operations of a queue that were not started, and which of them to try next.
//
// An operation is a candidate when it is added, and again when it announces a change of isReady. One that turns out not
// to be ready is no candidate any more, so that the end of an operation costs nothing for those that wait on.
import MiniRuntime

struct WaitingOperations {
    private struct Entry {
        let operation: Object
        let priority: Int
        /// Increases from entry to entry.
        let number: Int
        var isCandidate: Bool
    }
    /// A candidate, or one that was removed or got another priority since.
    private struct Candidate {
        let address: UnsafeMutableRawPointer
        let priority, number: Int

        func isBefore(_ other: Candidate) -> Bool {
            priority != other.priority ? priority > other.priority : number < other.number
        }
    }

    private var entries: [UnsafeMutableRawPointer: Entry] = [:]
    /// A binary heap: no candidate is before the one at half of its place.
    private var heap: [Candidate] = []
    private var lastNumber = 0

    func contains(_ operation: Object) -> Bool { entries[operation.unmanaged.address] != nil }

    /// Adds an operation after the others of its priority.
    mutating func insert(_ operation: Object, _ priority: Int) {
        lastNumber += 1
        let address = operation.unmanaged.address
        entries[address] = Entry(operation: operation, priority: priority, number: lastNumber, isCandidate: true)
        push(Candidate(address: address, priority: priority, number: lastNumber))
    }

    /// Removes an operation, which the caller retains. Returns whether it was there.
    mutating func remove(_ operation: Object) -> Bool {
        entries.removeValue(forKey: operation.unmanaged.address) != nil
    }

    /// Makes an operation that may be ready a candidate.
    mutating func offer(_ operation: Object) {
        let address = operation.unmanaged.address
        guard let entry = entries[address], !entry.isCandidate else { return }
        entries[address]!.isCandidate = true
        push(Candidate(address: address, priority: entry.priority, number: entry.number))
    }

    /// Returns the candidate with the highest priority, which is none any more.
    mutating func popCandidate() -> Object? {
        while let next = pop() {
            guard let entry = entries[next.address], entry.number == next.number else { continue }
            entries[next.address]!.isCandidate = false
            return entry.operation
        }
        return nil
    }

    private mutating func push(_ candidate: Candidate) {
        heap.append(candidate)
        var place = heap.count - 1
        while place > 0, heap[place].isBefore(heap[(place - 1) / 2]) {
            heap.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    private mutating func pop() -> Candidate? {
        guard let first = heap.first, let last = heap.popLast() else { return nil }
        guard !heap.isEmpty else { return first }
        heap[0] = last
        var place = 0
        while 2 * place + 1 < heap.count {
            let left = 2 * place + 1, right = left + 1
            let child = right < heap.count && heap[right].isBefore(heap[left]) ? right : left
            guard heap[child].isBefore(heap[place]) else { break }
            heap.swapAt(place, child)
            place = child
        }
        return first
    }
}

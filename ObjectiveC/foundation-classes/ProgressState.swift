// ProgressState.swift - how far a piece of work has come: a tree, whose nodes count units. A child stands for some
// units of its parent, and becomes them when it has finished.
//
// All trees are read and changed on one serial queue, which runs no code of the program: objects that a change drops
// are kept in `dropped`, and released after the change.
import Foundation
import MiniRuntime

final class ProgressState: @unchecked Sendable {
    // Sendable: the variables are used on the queue only.
    private static let queue = DispatchQueue(label: "NSProgress")

    /// The objects that the present change drops. Used on the queue.
    nonisolated(unsafe) private static var dropped: [Any] = []

    static func sync<Result>(_ body: () throws -> Result) rethrows -> Result {
        var dropped: [Any] = []
        defer { withExtendedLifetime(dropped) {} }
        return try queue.sync {
            defer { swap(&dropped, &Self.dropped) }
            return try body()
        }
    }

    /// Replaces the value of a property, on the queue.
    func set<Property>(_ path: ReferenceWritableKeyPath<ProgressState, Property>, _ new: Property) {
        Self.dropped.append(self[keyPath: path])
        self[keyPath: path] = new
    }

    /// The NSProgress.
    var object: WeakReference?
    var total: Int64 = 0, completed: Int64 = 0
    var isCancelled = false, isPaused = false, isCancellable = true, isPausable = false
    var whenCancelled: Block?, whenPaused: Block?, whenResumed: Block?
    var kind: Object?, description: Object?, additionalDescription: Object?
    var userInfo: [String: Object] = [:]
    private weak var parent: ProgressState?
    private(set) var children: [(state: ProgressState, units: Int64)] = []

    var isIndeterminate: Bool { total < 0 || completed < 0 || total == 0 && completed == 0 }
    var isFinished: Bool { !isIndeterminate && completed >= total }

    var fraction: Double {
        if isIndeterminate { return 0 }
        if total == 0 { return 1 }
        return children.reduce(Double(completed)) { $0 + Double($1.units) * $1.state.fraction } / Double(total)
    }

    /// The parent, its parent and so on. This may be the last reference to them.
    var ancestors: [ProgressState] {
        let found = parent.map { [$0] + $0.ancestors } ?? []
        Self.dropped.append(found)
        return found
    }

    // ── Observed keys ───────────────────────────────────────────────────────────────────────────────────

    static func percentage(_ fraction: Double) -> String { "\((fraction * 100).wholePart)% completed" }

    /// The values of the keys that a change of counts may change.
    private var reading: [(key: String, value: AnyHashable)] {
        [
            ("completedUnitCount", completed), ("fractionCompleted", fraction.bitPattern), ("finished", isFinished),
            ("indeterminate", isIndeterminate),
            ("localizedDescription", description == nil ? Self.percentage(fraction) : ""),
            ("localizedAdditionalDescription", additionalDescription == nil ? "\(completed) of \(total)" : ""),
        ]
    }

    /// Returns the states that a change will change, this one and its ancestors, with their keys. Makes the change, and
    /// takes it back, because observers are notified before it is made.
    /// - Parameter child: another state that the change changes, but whose keys stay
    func keysChanged(by change: () -> Void, and child: ProgressState?) -> [(state: ProgressState, keys: [String])] {
        let states = [self] + ancestors
        let saved = (states + (child.map { [$0] } ?? [])).map { ($0, $0.total, $0.completed, $0.children, $0.parent) }
        let before = states.map(\.reading)
        change()
        let after = states.map(\.reading)
        for (state, total, completed, children, parent) in saved {
            (state.total, state.completed, state.parent) = (total, completed, parent)
            state.children = children
        }
        return zip(states, zip(before, after)).map { state, readings in
            (state, zip(readings.0, readings.1).filter { $0.value != $1.value }.map(\.0.key))
        }
    }

    /// Adds a child, unless it has a parent. Returns whether it was added.
    func add(_ child: ProgressState, units: Int64) -> Bool {
        guard child.parent == nil, child !== self, !ancestors.contains(where: { $0 === child }) else { return false }
        children.append((child, units))
        child.parent = self
        child.leaveIfFinished()
        return true
    }

    /// Replaces a child that has finished by its units, and so on upwards.
    func leaveIfFinished() {
        guard isFinished, let parent else { return }
        Self.dropped.append((parent, parent.children))
        for child in parent.children where child.state === self { parent.completed.add(child.units) }
        parent.children.removeAll { $0.state === self }
        self.parent = nil
        parent.leaveIfFinished()
    }
}

extension Int64 {
    /// Adds a number. A sum beyond the largest or smallest number is that number.
    mutating func add(_ other: Int64) {
        let (sum, isOverflow) = addingReportingOverflow(other)
        self = isOverflow ? (other < 0 ? .min : .max) : sum
    }
}

/// The progresses that are current on a thread, from the outermost on.
final class CurrentProgresses {
    struct Entry {
        let progress: Object
        let units: Int64
        /// Whether a child stands for the units.
        var hasChild = false
    }
    var entries: [Entry] = []

    static var ofThread: CurrentProgresses {
        let key = "NSProgress"
        if let found = Thread.current.threadDictionary[key] as? CurrentProgresses { return found }
        let new = CurrentProgresses()
        Thread.current.threadDictionary[key] = new
        return new
    }
}

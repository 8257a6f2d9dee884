// Support+Changes.swift - an observer that keeps its changes, and describes each in one line.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TestSupport
import Testing

/// An observer object that keeps every change, with the changed object.
final class ChangeCollector: Sendable {
    let object: Object
    private struct Kept: Lockable {
        let object: Object
        let change: KeyValueObservedChange
    }

    private let kept = Locked<[Kept]>([])

    init() throws {
        let kept = self.kept
        let builder = try ClassBuilder(uniqueName("ChangeCollector"))
        try builder.addMethod("observeValueForKeyPath:ofObject:change:context:") {
            (_: Object, _: String, object: Object, change: Object, _: UnsafeMutableRawPointer?) in
            let change = try KeyValueObservedChange(change)
            kept.append(Kept(object: object, change: change))
        }
        object = try builder.register().new()
    }

    var changes: [KeyValueObservedChange] { kept.withLock { $0.map(\.change) } }
    var objects: [Object] { kept.withLock { $0.map(\.object) } }

    /// Returns the changes since the last call, each as `prior replacement at 0 2, old [a c], new [x y]`.
    func takeLines() -> [String] {
        kept.exchange([]).map { $0.change.line }
    }

    /// Returns the changes of a key of `object` while `body` runs.
    func lines(
        of object: Object, _ keyPath: String, _ options: KeyValueObservingOptions = [.new, .old],
        during body: () throws -> Void
    ) throws -> [String] {
        try object.addObserver(self.object, forKeyPath: keyPath, options: options)
        try body()
        try object.removeObserver(self.object, forKeyPath: keyPath)
        return takeLines()
    }
}

extension KeyValueObservedChange {
    var line: String {
        var text = (isPrior ? "prior " : "") + "\(kind)"
        if let indexes {
            text += " at " + (indexes.isEmpty ? "none" : indexes.ranges.joined().map { "\($0)" }.joined(separator: " "))
        }
        if let oldValue { text += ", old \(listing(oldValue))" }
        if let newValue { text += ", new \(listing(newValue))" }
        return text
    }
}

/// Returns `[a b]` for an array, `<a b>` for an ordered set, `{a b}` for a set, in alphabetical order.
func listing(_ object: Object) -> String {
    func joined(_ elements: [String]) -> String { elements.joined(separator: " ") }
    if let elements = NSArray.elements(of: object) { return "[\(joined(elements.map(\.description)))]" }
    if let elements = NSOrderedSet.elements(of: object) { return "<\(joined(elements.map(\.description)))>" }
    if let members = NSSet.elements(of: object) { return "{\(joined(members.map(\.description).sorted()))}" }
    return object.description
}

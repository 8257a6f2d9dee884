// Steps.swift - the language of the property test: steps on a few nodes and observers, and the resulting events.
//
// A script is an array of steps. The driver performs it on real objects, the model on plain values; both record events,
// which must be equal. Every script is legal, so that a failing one can be shortened anywhere: a step that makes no
// sense (an index beyond the end, a did without a will) has a defined effect, or none.
import KVONotifying
import RuntimeTestSupport

/// The observed keys. A node has these properties:
///
///     value, hidden   integers; hidden is not automatic
///     next            a node or nil
///     items, tags     an array and a set of integers
///     sum             value + next.value                 depends on value, next.value
///     double          sum * 2                            depends on sum
///     ahead           next.next                          depends on next.next
enum Script {
    static let nodeCount = 3
    static let observerCount = 3

    /// Whether the node at a place has mutators. The other nodes have accessors only.
    static func hasMutators(_ node: Int) -> Bool { node % 2 == 0 }

    /// The key paths, simple ones first, because shrinking moves to the front.
    static let keyPaths = [
        "value", "next", "next.value", "next.next", "next.next.value", "sum", "next.sum", "double", "ahead",
        "ahead.value", "hidden", "next.hidden", "items", "next.items", "items.@count", "tags", "next.tags",
    ]
    static let storedKeys = ["value", "hidden", "next", "items", "tags"]
    /// The keys that are announced by hand, with or without a change in between.
    static let announcedKeys = ["value", "next", "sum", "hidden"]
}

indirect enum Step: Equatable, Sendable {
    case add(observer: Int, node: Int, path: String, KeyValueObservingOptions, context: Int)
    /// Removes an observer; nil stands for a removal without a context.
    case remove(observer: Int, node: Int, path: String, context: Int?)

    case setValue(node: Int, Int)
    case setHidden(node: Int, Int)
    case setNext(node: Int, Int?)
    case setItems(node: Int, [Int])
    case setTags(node: Int, Set<Int>)
    case mutateItems(node: Int, ArrayMutation, Route)
    case mutateTags(node: Int, SetMutation, Set<Int>, Route)

    case will(node: Int, key: String)
    case did(node: Int, key: String)
    /// Performs one of the first three sets without the setter, between will and did.
    case byHand(Step)

    /// Makes the observer perform a step in its `count`th notification from now.
    case when(observer: Int, count: Int, Step)

    /// Releases the observer or the node at a place, and puts a new one there. The former one dies as soon as it has no
    /// other owner, such as a change in progress or a node that references it.
    case renewObserver(Int)
    case renewNode(Int)
    /// Only used after a script: ends a change of a former node, by its number, or clears its `next`.
    case finish(number: Int, key: String)
    case untie(number: Int)
}

enum ArrayMutation: Equatable, Sendable {
    case insert([Int], at: [Int])
    case remove(at: [Int])
    case replace(at: [Int], with: [Int])

    /// Whether the indexes are valid for an array with that many elements.
    func fits(_ count: Int) -> Bool {
        switch self {
        case .insert(_, let indexes): indexes.enumerated().allSatisfy { $1 <= count + $0 }
        case .remove(let indexes), .replace(let indexes, _): indexes.allSatisfy { $0 < count }
        }
    }

    func apply(to array: inout [Int]) {
        switch self {
        case .insert(let elements, let indexes):
            for (index, element) in zip(indexes, elements) { array.insert(element, at: index) }
        case .remove(let indexes):
            for index in indexes.reversed() { array.remove(at: index) }
        case .replace(let indexes, let elements):
            for (index, element) in zip(indexes, elements) { array[index] = element }
        }
    }
}

enum SetMutation: Equatable, CaseIterable, Sendable {
    case union, minus, intersect, set

    func apply(_ members: Set<Int>, to set: inout Set<Int>) {
        switch self {
        case .union: set.formUnion(members)
        case .minus: set.subtract(members)
        case .intersect: set.formIntersection(members)
        case .set: set = members
        }
    }
}

/// How a collection is changed. Nodes without mutators are changed by the proxy in place of the mutators.
enum Route: Equatable, CaseIterable, Sendable {
    /// By the result of `mutableArrayValueForKey:` and similar methods.
    case proxy
    /// By the node's own methods.
    case mutators
    /// Without methods, between will and did.
    case byHand
}

// ── Events ──────────────────────────────────────────────────────────────────────────────────────────

/// A visible event. Nodes and observers are numbered in order of creation; those at the beginning of a script have the
/// numbers of their places.
enum Event: Equatable {
    case told(Notice)
    /// An exception was raised, with this name.
    case raised(String)
    /// The registration of a dead observer was reported and removed.
    case buried(observer: Int, path: String, node: Int)
    /// A node died while it was observed at these paths.
    case left(node: Int, paths: [String])
}

/// One notification.
struct Notice: Equatable {
    var observer: Int
    var path: String
    var node: Int
    var kind: KeyValueChangeKind
    var old: Value?
    var new: Value?
    var indexes: [Int]?
    var isPrior = false
    var context: Int
}

/// The value of a property, as in a change dictionary.
enum Value: Equatable {
    case null
    case int(Int)
    case node(Int)
    case array([Int])
    case set(Set<Int>)
    /// An unexpected value.
    case other(String)
}

// ── Actions of observers ────────────────────────────────────────────────────────────────────────

/// The steps that observers will perform. Contains no rules, so driver and model share it.
struct Orders {
    private var waiting: [(observer: Int, count: Int, step: Step)] = []

    mutating func add(_ observer: Int, _ count: Int, _ step: Step) {
        waiting.append((observer, count, step))
    }

    /// Counts a notification of the observer, and returns the steps that it now performs.
    mutating func due(_ observer: Int) -> [Step] {
        for index in waiting.indices where waiting[index].observer == observer { waiting[index].count -= 1 }
        defer { waiting.removeAll { $0.count <= 0 } }
        return waiting.filter { $0.count <= 0 }.map(\.step)
    }
}

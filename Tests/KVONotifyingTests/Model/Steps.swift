// Steps.swift - the language of the property test: what can be done to a few nodes and observers, and what is told.
//
// A script is an array of steps. The driver carries it out on real objects, the model on plain values; both write down
// events, and these must be the same. Every script is legal, so that a failing one can be shortened anywhere: what
// makes no sense (an index beyond the end, a did without a will) means something defined, or nothing.
import KVONotifying

/// What is observed. A node has these properties:
///
///     value, hidden   integers; hidden says that it does not notify automatically
///     next            a node or nil
///     items, tags     an array and a set of integers
///     sum             value + next.value                 depends on value, next.value
///     double          sum * 2                            depends on sum
///     ahead           next.next                          depends on next.next
enum Script {
    static let nodeCount = 3
    static let observerCount = 3

    /// The others have accessors only.
    static func hasMutators(_ node: Int) -> Bool { node % 2 == 0 }

    /// Simple ones first: shrinking goes to the front.
    static let keyPaths = [
        "value", "next", "next.value", "next.next", "next.next.value", "sum", "next.sum", "double", "ahead",
        "ahead.value", "hidden", "next.hidden", "items", "next.items", "items.@count", "tags", "next.tags",
    ]
    static let storedKeys = ["value", "hidden", "next", "items", "tags"]
    /// What can be announced by hand, with no change or any change following.
    static let announcedKeys = ["value", "next", "sum", "hidden"]
}

indirect enum Step: Equatable, Sendable {
    case add(observer: Int, node: Int, path: String, KeyValueObservingOptions, context: Int)
    /// Without a context: whatever it is.
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
    /// One of the first three sets, made behind the setter's back, between will and did.
    case byHand(Step)

    /// When the observer is told for the `count`th time from now, it does this.
    case when(observer: Int, count: Int, Step)

    /// The script lets go of the observer, or of the node, and has another one from now on. The former one dies as soon
    /// as nobody else owns it: a change under way, or a node that leads to it.
    case renewObserver(Int)
    case renewNode(Int)
    /// In no script, but at its end: what a node of that number, which has no place any more, has begun is ended, and
    /// it leads nowhere.
    case finish(number: Int, key: String)
    case untie(number: Int)
}

enum ArrayMutation: Equatable, Sendable {
    case insert([Int], at: [Int])
    case remove(at: [Int])
    case replace(at: [Int], with: [Int])

    /// Whether the indexes are there in an array of that many elements.
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

/// How a collection is changed. Nodes that have no mutators are changed by the proxy where these are asked for.
enum Route: Equatable, CaseIterable, Sendable {
    /// By what `mutableArrayValueForKey:` and its kin answer.
    case proxy
    /// By the node's own methods.
    case mutators
    /// Behind them, between the messages that say so.
    case byHand
}

// ── Events ──────────────────────────────────────────────────────────────────────────────────────────

/// What can be seen from outside. Nodes and observers have numbers, in the order in which they were made: those that a
/// script begins with have the numbers of their places.
enum Event: Equatable {
    case told(Notice)
    /// The name of an exception.
    case raised(String)
    /// The registration of an observer that had died was reported, and removed.
    case buried(observer: Int, path: String, node: Int)
    /// A node has died, and was observed at these paths still.
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

/// The value of a property, as a change dictionary holds it.
enum Value: Equatable {
    case null
    case int(Int)
    case node(Int)
    case array([Int])
    case set(Set<Int>)
    /// What should not be there.
    case other(String)
}

// ── What observers are to do ────────────────────────────────────────────────────────────────────────

/// The steps that observers wait to make. No rule is in this: driver and model share it.
struct Orders {
    private var waiting: [(observer: Int, count: Int, step: Step)] = []

    mutating func add(_ observer: Int, _ count: Int, _ step: Step) {
        waiting.append((observer, count, step))
    }

    /// The observer has been told: what it does now.
    mutating func due(_ observer: Int) -> [Step] {
        for index in waiting.indices where waiting[index].observer == observer { waiting[index].count -= 1 }
        defer { waiting.removeAll { $0.count <= 0 } }
        return waiting.filter { $0.count <= 0 }.map(\.step)
    }
}

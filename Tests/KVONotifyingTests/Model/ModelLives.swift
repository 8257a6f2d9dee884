// ModelLives.swift - which objects of the model are alive, and what keeps them alive.
//
// An observer is owned by its place in the script, and by a registration or a notification of it in progress. This is
// exact: it dies when the last of them releases it.
//
// A node is owned by its place, by the nodes that reference it, by the changes of it, and by changes that notify about
// it or hold it as an old value. A node without these may live until the end of the step: getters autorelease their
// result, and the pool is drained at that time. So the model lets nodes die when a step ends, and until then marks the
// events of an unowned node as possible, not as certain.

/// The objects that a change or a registration in progress keeps alive.
final class Keeping {
    var observers: Set<Int> = []
    var nodes: [Int] = []
    /// Nodes that are old values. A change by two messages keeps them from the first to the second.
    var oldValues: [Int] = []

    init(nodes: [Int] = [], observers: Set<Int> = []) {
        (self.nodes, self.observers) = (nodes, observers)
    }
}

struct ModelLives {
    /// The numbers of the nodes and observers with a place in the script.
    private(set) var nodes: [Int]
    private(set) var observers = Array(0..<Script.observerCount)
    private var observerCount = Script.observerCount
    private var keepings: [Keeping] = []

    init(nodeCount: Int) { nodes = Array(0..<nodeCount) }

    mutating func keep(_ keeping: Keeping) { keepings.append(keeping) }
    mutating func letGo(_ keeping: Keeping) { keepings.removeAll { $0 === keeping } }

    mutating func renewObserver(_ place: Int) {
        observers[place] = observerCount
        observerCount += 1
    }

    mutating func renewNode(_ place: Int, with number: Int) { nodes[place] = number }

    func isAlive(observer: Int) -> Bool {
        observers.contains(observer) || keepings.contains { $0.observers.contains(observer) }
    }

    /// Returns the nodes that have no owner, or only owners without an owner. Nodes that own each other in a cycle
    /// live.
    /// - Parameter pairs: for each change between two messages the changing node, whose death ends the change, and the
    ///   objects that the change keeps.
    func unowned(_ all: ModelNodes, _ pairs: [(node: Int, keeping: Keeping)]) -> Set<Int> {
        let alive = all.alive
        var unowned: Set<Int> = []
        if alive.count == nodes.count { return unowned }
        while true {
            var owned = Set(nodes)
            for keeping in keepings { owned.formUnion(keeping.nodes + keeping.oldValues) }
            for node in alive where !unowned.contains(node) { if let next = all[node].next { owned.insert(next) } }
            for (node, keeping) in pairs where !unowned.contains(node) { owned.formUnion(keeping.oldValues) }
            let found = alive.filter { !owned.contains($0) && !unowned.contains($0) }
            if found.isEmpty { return unowned }
            unowned.formUnion(found)
        }
    }
}

// ModelLives.swift - who is alive in the model, and who keeps whom alive.
//
// An observer is owned by its place in the script, and by the changes that began to tell it. That is exact: it dies
// when the last of them lets go.
//
// A node is owned by its place, by the nodes that lead to it, by changes of it, and by changes that tell of it or hold
// it as an old value. Who has lost all of these may live on to the end of the step: getters autorelease, and a pool is
// emptied
// then. Until then nothing is promised. So the model lets nodes die when a step ends, and meanwhile marks what it says
// of a node that nobody owns as possible, not certain.

/// What a change keeps alive, or the making of a registration.
final class Keeping {
    var observers: Set<Int> = []
    var nodes: [Int] = []
    /// Nodes that are old values. A pair of messages keeps them from the first to the second.
    var oldValues: [Int] = []

    init(nodes: [Int] = [], observers: Set<Int> = []) {
        (self.nodes, self.observers) = (nodes, observers)
    }
}

struct ModelLives {
    /// The numbers of those who have a place in the script.
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

    /// The nodes that nobody owns but each other in a row. Those that own each other in a ring live.
    /// - Parameter pairs: for each change between two messages the node that changes, whose death ends it, and what it
    ///   keeps.
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

// ModelNodes.swift - the nodes of the model, and the values of their properties.

struct ModelNodes {
    struct Node {
        var value = 0
        var hidden = 0
        var next: Int?
        var items: [Int] = []
        var tags: Set<Int> = []
        /// Whether the isa is the notifying class; nil if that is not defined.
        var isNotifying: Bool? = false
        var isDead = false
    }

    private var all: [Node]

    init(count: Int) { all = Array(repeating: Node(), count: count) }

    var alive: [Int] { all.indices.filter { !all[$0].isDead } }

    /// Adds a node and returns its number.
    mutating func make() -> Int {
        all.append(Node())
        return all.count - 1
    }

    subscript(node: Int) -> Node {
        get { all[node] }
        set { all[node] = newValue }
    }

    // ── Keys ────────────────────────────────────────────────────────────────────────────────────────

    func value(_ node: Int, _ path: String) -> Value {
        let (key, rest) = Self.split(path)
        if rest == "@count", case .array(let items) = value(node, key) { return .int(items.count) }
        guard let rest else { return value(node, key: key) }
        guard case .node(let next) = value(node, key: key) else { return .null }
        return value(next, rest)
    }

    func value(_ node: Int, key: String) -> Value {
        let next = all[node].next.map { all[$0] }
        let sum = all[node].value + (next?.value ?? 0)
        return switch key {
        case "value": .int(all[node].value)
        case "hidden": .int(all[node].hidden)
        case "next": all[node].next.map { .node($0) } ?? .null
        case "items": .array(all[node].items)
        case "tags": .set(all[node].tags)
        case "sum": .int(sum)
        case "double": .int(sum * 2)
        case "ahead": next?.next.map { .node($0) } ?? .null
        default: .other("no key \(key)")
        }
    }

    /// Returns the key paths that a key depends on.
    static func affecting(_ key: String) -> [String] {
        switch key {
        case "sum": ["value", "next.value"]
        case "double": ["sum"]
        case "ahead": ["next.next"]
        default: []
        }
    }

    /// Splits a path into its first key and the rest.
    static func split(_ path: String) -> (key: String, rest: String?) {
        let parts = path.split(separator: ".", maxSplits: 1).map(String.init)
        return (parts[0], parts.count == 1 ? nil : parts[1])
    }
}

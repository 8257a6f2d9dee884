// ClassGraph.swift - objects, classes and metaclasses, and where their isa and superclass point: read from the live
// runtime, at one moment.
//
//      object ──isa──► class ──isa──► metaclass ──isa──► root metaclass ──isa──► itself
//                        │ superclass    │ superclass
//                        ▼               ▼
//                      class           metaclass ... ──superclass──► root class
import MiniRuntime

struct ClassGraph: Encodable {
    struct Node: Encodable {
        enum Kind: String, Encodable { case object, cls = "class", metaclass }

        let id: Int
        let kind: Kind
        let name: String
        /// How many classes are above it.
        let depth: Int
        /// Its own methods.
        let methods: [String]
        let isNotifying: Bool
        /// Whether an earlier picture did not have it.
        var isNew = false
    }

    struct Arrow: Encodable {
        enum Kind: String, Encodable { case isa, superclass }

        let from, to: Int
        let kind: Kind
        /// Whether it pointed elsewhere in an earlier picture.
        var isNew = false
    }

    let title: String
    private(set) var nodes: [Node] = []
    private(set) var arrows: [Arrow] = []

    /// - Parameters:
    ///   - objects: by name, in order; with all that their arrows lead to.
    ///   - classes: further classes.
    init(_ title: String, objects: [(name: String, object: Object)], classes: [Class] = []) {
        self.title = title
        var ids: [Class: Int] = [:]
        // Superclasses first, so that a class can point at its own.
        func add(_ cls: Class) -> Int {
            if let known = ids[cls] { return known }
            // The root metaclass inherits from the root class, whose isa it is: the one circle among the arrows.
            let superclass = cls.superclass.map(add)
            if let known = ids[cls] { return known }
            let id = nodes.count
            ids[cls] = id
            nodes.append(
                Node(
                    id: id, kind: cls.isMetaclass ? .metaclass : .cls, name: cls.name,
                    depth: cls.chain.count(where: { $0.isMetaclass == cls.isMetaclass }) - 1,
                    methods: cls.methods.map(\.selector.name), isNotifying: cls.originalOfNotifying != nil))
            let isa = add(cls.isa)
            arrows.append(Arrow(from: id, to: isa, kind: .isa))
            if let superclass { arrows.append(Arrow(from: id, to: superclass, kind: .superclass)) }
            return id
        }
        for cls in classes { _ = add(cls) }
        for (name, object) in objects {
            let isa = add(object.isa)
            let id = nodes.count
            nodes.append(
                Node(id: id, kind: .object, name: name, depth: nodes[isa].depth, methods: [], isNotifying: false))
            arrows.append(Arrow(from: id, to: isa, kind: .isa))
        }
    }

    /// Marks what an earlier picture of the same objects did not have.
    mutating func markNew(since earlier: ClassGraph) {
        let before = (nodes: Set(earlier.nodes.map(earlier.key)), arrows: Set(earlier.arrows.map(earlier.key)))
        for index in nodes.indices { nodes[index].isNew = !before.nodes.contains(key(nodes[index])) }
        for index in arrows.indices { arrows[index].isNew = !before.arrows.contains(key(arrows[index])) }
    }

    private func key(_ node: Node) -> String { "\(node.kind) \(node.name)" }

    private func key(_ arrow: Arrow) -> String {
        "\(key(nodes[arrow.from])) \(arrow.kind) \(key(nodes[arrow.to]))"
    }
}

extension ClassGraph.Node {
    /// The name, and which kind of thing it is where the name does not say so.
    var label: String { kind == .metaclass ? "\(name) (metaclass)" : name }

    /// The methods, or how many there are if they are too many for a picture.
    var methodLines: [String] {
        methods.count > 12 ? ["\(methods.count) methods"] : methods
    }
}

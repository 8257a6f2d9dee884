// ClassGraph.swift - objects, classes and metaclasses with their isa and superclass arrows, read from the live runtime
// at one moment.
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
        /// The number of classes above it.
        let depth: Int
        /// The selectors of the methods that the class itself implements.
        let methods: [String]
        let isNotifying: Bool
        /// Whether it is missing in an earlier picture.
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

    /// Reads the graph of some objects and classes, and of everything that their arrows lead to.
    /// - Parameters:
    ///   - objects: the objects with their names, in the order of the picture.
    ///   - classes: further classes.
    init(_ title: String, objects: [(name: String, object: Object)], classes: [Class] = []) {
        self.title = title
        var ids: [Class: Int] = [:]
        // Adds superclasses first, so that the numbers of superclasses are known.
        func add(_ cls: Class) -> Int {
            if let known = ids[cls] { return known }
            // The root metaclass inherits from the root class, whose isa is the root metaclass: the only cycle among
            // the arrows.
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

    /// Marks the nodes and arrows that an earlier picture of the same objects does not contain.
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
    /// The name; metaclasses are marked, because a metaclass has the name of its class.
    var label: String { kind == .metaclass ? "\(name) (metaclass)" : name }

    /// The methods, or their number if there are too many for a picture.
    var methodLines: [String] {
        methods.count > 12 ? ["\(methods.count) methods"] : methods
    }
}

// GraphLayout.swift - the positions of the boxes in a picture: three columns, and a row for each class.
//
//      objects        classes        metaclasses
//                     root           root
//      ann            Person         Person
//
// A class is beside its metaclass, below its superclass, and in the row of its direct instances.
struct GraphLayout {
    struct Box {
        var x, y, width, height: Int

        var right: Int { x + width }
        var bottom: Int { y + height }
        /// The height at which arrows meet the sides of the box: the middle of its name.
        var nameY: Int { y + GraphLayout.nameHeight / 2 }
    }

    static let (nameHeight, lineHeight, letterWidth) = (30, 17, 8)
    private static let (margin, columnGap, rowGap) = (28, 96, 40)

    private(set) var boxes: [Int: Box] = [:]
    private(set) var width = 0
    private(set) var height = 0
    /// The row of each node; two nodes of a column that are one row apart are neighbours.
    private(set) var rows: [Int: Int] = [:]

    /// Lays out a graph.
    /// - Parameter top: the y coordinate at which the picture begins.
    init(_ graph: ClassGraph, top: Int) {
        let rowsOfNodes = Self.rows(of: graph)
        let kinds: [ClassGraph.Node.Kind] = [.object, .cls, .metaclass]
        var x = Self.margin
        let columns = kinds.map { kind in
            let width = graph.nodes.filter { $0.kind == kind }.map(Self.width).max() ?? 0
            defer { x += width + Self.columnGap }
            return (x: x, width: width)
        }
        var y = top
        for (row, nodes) in rowsOfNodes.enumerated() {
            var rowHeight = 0
            for (kind, column) in zip(kinds, columns) {
                var next = y
                for node in nodes where node.kind == kind {
                    let height =
                        Self.nameHeight + node.methodLines.count * Self.lineHeight + (node.methodLines.isEmpty ? 0 : 8)
                    boxes[node.id] = Box(x: column.x, y: next, width: column.width, height: height)
                    rows[node.id] = row
                    next += height + 12
                }
                rowHeight = max(rowHeight, next - y - 12)
            }
            y += rowHeight + Self.rowGap
        }
        height = y - Self.rowGap
        // Leaves room for the arrows from metaclasses to the root metaclass, which run to the right of the column.
        width = x - Self.columnGap + 40 + 14 * rowsOfNodes.count + Self.margin
    }

    private static func width(_ node: ClassGraph.Node) -> Int {
        max(90, ([node.label] + node.methodLines).map(\.count).max()! * letterWidth + 24)
    }

    /// Returns the rows: each class follows its superclass, beside its metaclass and its instances.
    private static func rows(of graph: ClassGraph) -> [[ClassGraph.Node]] {
        func sources(_ kind: ClassGraph.Arrow.Kind, of node: ClassGraph.Node, _ wanted: ClassGraph.Node.Kind)
            -> [ClassGraph.Node]
        {
            graph.arrows.filter { $0.kind == kind && $0.to == node.id }.map { graph.nodes[$0.from] }.filter {
                $0.kind == wanted
            }
        }
        func visit(_ cls: ClassGraph.Node) -> [[ClassGraph.Node]] {
            let isa = graph.arrows.first { $0.kind == .isa && $0.from == cls.id }.map { graph.nodes[$0.to] }
            let row = sources(.isa, of: cls, .object) + [cls] + (isa.map { [$0] } ?? [])
            return [row] + sources(.superclass, of: cls, .cls).flatMap(visit)
        }
        let roots = graph.nodes.filter { node in
            node.kind == .cls && !graph.arrows.contains { $0.kind == .superclass && $0.from == node.id }
        }
        return roots.flatMap(visit)
    }
}

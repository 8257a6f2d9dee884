// ClassGraph+Text.swift - graphs as lines of text, for a terminal.
//
//      p ──isa──► NSKVONotifying_Person ──superclass──► Person ──superclass──► NSObject

extension ClassGraph {
    /// Returns a line for each object and class, which follows its arrows, then each class with its methods.
    func page() -> Page {
        var page = Page()
        if !title.isEmpty { page.heading(title) }
        for kind in [Node.Kind.object, .cls] {
            for node in nodes where node.kind == kind {
                for (index, part) in folded(path(from: node), width: Page.width - 4).enumerated() {
                    page.line((index == 0 ? "" : "    ") + part)
                }
            }
        }
        let classes = nodes.filter { $0.kind == .cls && $0.depth > 0 }
        guard !classes.isEmpty else { return page }
        page.line()
        page.table(
            classes.map { ["\($0.name) has", $0.methods.joined(separator: " ")] }, limits: [40], indent: 0
        )
        return page
    }

    /// Returns the path that follows isa once, then the superclasses.
    private func path(from start: Node) -> String {
        var (text, node) = (start.label, start)
        var kind = Arrow.Kind.isa
        while let arrow = arrows.first(where: { $0.from == node.id && $0.kind == kind }) {
            node = nodes[arrow.to]
            // No-break spaces keep an arrow on the line of the name that it leads to.
            text += " ──\(kind.rawValue)──►\u{A0}\(node.label.replacing(" ", with: "\u{A0}"))"
            kind = .superclass
            // The root metaclass leads into the chain of classes, which has its own lines.
            if start.kind != .object && node.kind == .cls { break }
        }
        return text
    }
}

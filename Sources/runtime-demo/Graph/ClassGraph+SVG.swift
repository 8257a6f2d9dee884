// ClassGraph+SVG.swift - graphs as SVG images, which follow the reader's choice of a dark or light theme.

extension ClassGraph {
    /// Returns all pictures, one below the other, with a legend.
    static func svg(_ graphs: [ClassGraph]) -> String {
        var (body, y, width) = ("", 24, 420)
        for graph in graphs {
            let layout = GraphLayout(graph, top: y + 44)
            body += "<text class=\"title\" x=\"28\" y=\"\(y + 16)\">\(escaped(graph.title))</text>\n"
            for arrow in graph.arrows { body += graph.drawn(arrow, layout) }
            for node in graph.nodes { body += drawn(node, layout.boxes[node.id]!) }
            y = layout.height + 36
            width = max(width, layout.width)
        }
        body += legend(y: y, hasNew: graphs.contains { $0.arrows.contains(where: \.isNew) })
        let titles = escaped(graphs.map(\.title).joined(separator: "; then: "))
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(y + 40)" \
            viewBox="0 0 \(width) \(y + 40)" role="img">
            <title>Objects, classes and metaclasses: \(titles)</title>
            \(style)
            <rect class="paper" width="100%" height="100%"/>
            \(body)</svg>

            """
    }

    // ── Boxes ───────────────────────────────────────────────────────────────────────────────────────

    private static func drawn(_ node: Node, _ box: GraphLayout.Box) -> String {
        let corner = node.kind == .object ? box.height / 2 : node.kind == .metaclass ? 10 : 2
        let kind = "\(node.kind.rawValue)\(node.isNew ? " new" : "")"
        var text = """
            <rect class="box \(kind)" x="\(box.x)" y="\(box.y)" width="\(box.width)" height="\(box.height)" \
            rx="\(corner)"/>
            <text class="name" x="\(box.x + 12)" y="\(box.y + 20)">\(escaped(node.label))</text>

            """
        for (index, line) in node.methodLines.enumerated() {
            let y = box.y + GraphLayout.nameHeight + 13 + index * GraphLayout.lineHeight
            text += "<text class=\"method\" x=\"\(box.x + 12)\" y=\"\(y)\">\(escaped(line))</text>\n"
        }
        return text
    }

    // ── Arrows ──────────────────────────────────────────────────────────────────────────────────────

    private func drawn(_ arrow: Arrow, _ layout: GraphLayout) -> String {
        let (from, to) = (layout.boxes[arrow.from]!, layout.boxes[arrow.to]!)
        let kind = "\(arrow.kind.rawValue)\(arrow.isNew ? " new" : "")"
        let path = arrow.kind == .isa ? isaPath(arrow, from, to, layout) : superclassPath(arrow, from, to, layout)
        let label = "\(nodes[arrow.from].label) \(arrow.kind.rawValue) \(nodes[arrow.to].label)"
        return "<path class=\"arrow \(kind)\" d=\"\(path.line)\"><title>\(Self.escaped(label))</title></path>\n"
            + "<path class=\"head \(kind)\" d=\"\(path.head)\"/>\n"
    }

    private typealias Path = (line: String, head: String)

    /// Returns the path of an isa arrow: to the column on the right, or around the right side between metaclasses.
    private func isaPath(_ arrow: Arrow, _ from: GraphLayout.Box, _ to: GraphLayout.Box, _ layout: GraphLayout) -> Path
    {
        guard nodes[arrow.from].kind == .metaclass else {
            return ("M\(from.right) \(from.nameY) L\(to.x - 8) \(to.nameY)", Self.head(to.x, to.nameY, -1, 0))
        }
        let row = layout.rows[arrow.from] ?? 0
        let channel = to.right + 26 + 14 * row
        let start = from.nameY + (arrow.from == arrow.to ? 16 : 0)
        let end = to.nameY - (arrow.from == arrow.to ? 6 : 0)
        let line =
            "M\(from.right) \(start) C\(channel) \(start) \(channel) \(start) \(channel) \(start - 12) "
            + "L\(channel) \(end + 12) C\(channel) \(end) \(channel) \(end) \(to.right + 8) \(end)"
        return (line, Self.head(to.right, end, 1, 0))
    }

    /// Returns the path of a superclass arrow: straight up to the row above, or around the left side to a higher row.
    private func superclassPath(
        _ arrow: Arrow, _ from: GraphLayout.Box, _ to: GraphLayout.Box, _ layout: GraphLayout
    ) -> Path {
        if nodes[arrow.from].kind != nodes[arrow.to].kind {
            let y = from.nameY + 9
            return ("M\(from.x) \(y) L\(to.right + 8) \(y)", Self.head(to.right, y, 1, 0))
        }
        if layout.rows[arrow.from]! - layout.rows[arrow.to]! == 1 {
            let x = from.x + from.width / 2
            return ("M\(x) \(from.y) L\(x) \(to.bottom + 8)", Self.head(x, to.bottom, 0, 1))
        }
        let (channel, start, end) = (from.x - 26, from.nameY + 9, to.bottom - 8)
        return (
            "M\(from.x) \(start) C\(channel) \(start) \(channel) \(start) \(channel) \(start - 12) "
                + "L\(channel) \(end + 12) C\(channel) \(end) \(channel) \(end) \(to.x - 8) \(end)",
            Self.head(to.x, end, -1, 0)
        )
    }

    /// Returns an arrow head at a point. (dx, dy) is the direction from the tip back along the arrow.
    private static func head(_ x: Int, _ y: Int, _ dx: Int, _ dy: Int) -> String {
        let (backX, backY) = (x + 9 * dx, y + 9 * dy)
        return "M\(x) \(y) L\(backX + 4 * dy) \(backY + 4 * dx) L\(backX - 4 * dy) \(backY - 4 * dx) Z"
    }

    // ── Around them ─────────────────────────────────────────────────────────────────────────────────

    private static func legend(y: Int, hasNew: Bool) -> String {
        var (text, x) = ("", 28)
        let kinds = [("isa", "isa"), ("superclass", "superclass"), ("isa new", "new since the picture before")]
        for (kind, name) in hasNew ? kinds : Array(kinds.dropLast()) {
            text += """
                <path class="arrow \(kind)" d="M\(x) \(y) L\(x + 28) \(y)"/>
                <path class="head \(kind)" d="\(head(x + 36, y, -1, 0))"/>
                <text class="method" x="\(x + 44)" y="\(y + 4)">\(name)</text>

                """
            x += 44 + name.count * GraphLayout.letterWidth + 28
        }
        return text
    }

    // The colours are written out for each theme: many programs that draw SVG do not support CSS variables.
    private static let style = """
        <style>
        text { font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: 13px; }
        text { fill: #1f2328; }
        .title { font-family: system-ui, "DejaVu Sans", sans-serif; font-size: 16px; font-weight: 600; }
        .name { font-weight: 600; }
        .method { font-size: 12px; fill: #57606a; }
        .paper { fill: #ffffff; }
        .box { fill: #f6f8fa; stroke: #8c959f; stroke-width: 1.2; }
        .box.object { fill: #ddf4ff; }
        .box.new { stroke: #bc4c00; stroke-width: 2.2; }
        .arrow { fill: none; stroke-width: 1.6; }
        .arrow.isa { stroke: #0969da; }
        .arrow.superclass { stroke: #57606a; stroke-dasharray: 5 4; }
        .head.isa { fill: #0969da; }
        .head.superclass { fill: #57606a; }
        .arrow.new { stroke: #bc4c00; stroke-width: 2.4; }
        .head.new { fill: #bc4c00; }
        @media (prefers-color-scheme: dark) {
        text { fill: #e6edf3; }
        .method { fill: #9198a1; }
        .paper { fill: #0d1117; }
        .box { fill: #161b22; stroke: #6e7681; }
        .box.object { fill: #0c2d4d; }
        .box.new { stroke: #f0883e; }
        .arrow.isa { stroke: #58a6ff; }
        .arrow.superclass { stroke: #9198a1; }
        .head.isa { fill: #58a6ff; }
        .head.superclass { fill: #9198a1; }
        .arrow.new { stroke: #f0883e; }
        .head.new { fill: #f0883e; }
        }
        </style>
        """

    private static func escaped(_ text: String) -> String {
        text.map { character in
            switch character {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            default: String(character)
            }
        }.joined()
    }
}

// ClassGraph+DOT.swift - graphs for Graphviz: `runtime-demo graph --format dot | dot -Tsvg > graph.svg`.

extension ClassGraph {
    /// Returns all pictures, one below the other, as one graph.
    static func dot(_ graphs: [ClassGraph]) -> String {
        let clusters = graphs.enumerated().map { index, graph in
            "    subgraph cluster_\(index) {\n        label=\"\(escaped(graph.title))\";\n"
                + graph.dotLines(prefix: "g\(index)n").map { "        \($0)\n" }.joined() + "    }\n"
        }
        return """
            digraph runtime {
                rankdir=LR;
                fontname="Helvetica";
                node [shape=box, fontname="Helvetica"];
                edge [fontname="Helvetica", fontsize=10];
            \(clusters.joined())}

            """
    }

    private func dotLines(prefix: String) -> [String] {
        nodes.map { node in
            let text = ([node.label] + node.methodLines).map(Self.escaped).joined(separator: "\\n")
            var attributes = "label=\"\(text)\""
            if node.kind == .object { attributes += ", shape=ellipse" }
            if node.kind == .metaclass { attributes += ", style=rounded" }
            if node.isNew { attributes += ", color=\"#c2410c\", penwidth=2" }
            return "\(prefix)\(node.id) [\(attributes)];"
        }
            + arrows.map { arrow in
                var attributes = "label=\"\(arrow.kind.rawValue)\""
                // Superclass arrows do not affect the columns, which are objects, classes and metaclasses.
                if arrow.kind == .superclass { attributes += ", style=dashed, constraint=false" }
                if arrow.isNew { attributes += ", color=\"#c2410c\", penwidth=2" }
                return "\(prefix)\(arrow.from) -> \(prefix)\(arrow.to) [\(attributes)];"
            }
    }

    private static func escaped(_ text: String) -> String {
        text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
    }
}

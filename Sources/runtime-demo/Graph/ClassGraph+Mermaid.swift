// ClassGraph+Mermaid.swift - graphs for Markdown: the contents of a ```mermaid block.

extension ClassGraph {
    /// Returns all pictures, one below the other, as one flowchart.
    static func mermaid(_ graphs: [ClassGraph]) -> String {
        var lines = ["flowchart LR"]
        var (arrowCount, newArrows) = (0, [Int]())
        for (index, graph) in graphs.enumerated() {
            let prefix = "g\(index)n"
            lines.append("    subgraph g\(index)[\"\(escaped(graph.title))\"]")
            for node in graph.nodes {
                let text = ([node.label] + node.methodLines).map(escaped).joined(separator: "<br>")
                let (open, close) = node.kind == .object ? ("([", "])") : node.kind == .cls ? ("[", "]") : ("(", ")")
                let mark = node.isNew ? ":::new" : ""
                lines.append("        \(prefix)\(node.id)\(open)\"\(text)\"\(close)\(mark)")
            }
            for arrow in graph.arrows {
                let line = arrow.kind == .isa ? "-->" : "-.->"
                lines.append("        \(prefix)\(arrow.from) \(line)|\(arrow.kind.rawValue)| \(prefix)\(arrow.to)")
                if arrow.isNew { newArrows.append(arrowCount) }
                arrowCount += 1
            }
            lines.append("    end")
        }
        lines.append("    classDef new stroke:#c2410c,stroke-width:2px")
        if !newArrows.isEmpty {
            let numbers = newArrows.map(String.init).joined(separator: ",")
            lines.append("    linkStyle \(numbers) stroke:#c2410c,stroke-width:2px")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Replaces the characters that have a meaning in Mermaid by its spelling of HTML entities.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            "\"#<>&;`".unicodeScalars.contains(scalar) ? "#\(scalar.value);" : String(scalar)
        }.joined()
    }
}

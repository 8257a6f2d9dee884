// Report+Files.swift - writes the report as JSON, and as a table in a Markdown page.
import FoundationEssentials

extension Report {
    private struct Contents: Encodable {
        let machine: String
        let peers: [String]
        let rounds: Int
        let rows: [Line]
    }

    func writeJSON(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let contents = Contents(machine: machine, peers: peers, rounds: rounds, rows: lines)
        try Files.write(encoder.encode(contents), to: path)
    }

    /// Replaces the table between the markers of a Markdown page.
    func write(into path: String) throws {
        let rows = lines.map { line in
            let ours =
                line.isFurtherPeer
                ? ["", "", "", "", ""]
                : [
                    "`\(line.name)`", line.purpose, "\(line.figure.best.short) \(line.unit)",
                    line.goal.map(Self.shortGoal) ?? "", line.isMet.map { $0 ? "yes" : "**no**" } ?? "",
                ]
            let theirs = [line.peer ?? "", line.peerFigure?.best.short ?? "", line.ratio?.fixed(2) ?? ""]
            return "| " + (ours + theirs).joined(separator: " | ") + " |"
        }
        let head = """
            \(machine). Minimum of \(rounds).

            | row | what it is for | ours | goal | met | peer | peer's | ratio |
            |---|---|---:|---|---|---|---:|---:|

            """
        try Files.replaceBlock("table", of: path, with: head + rows.joined(separator: "\n"))
    }
}

enum Files {
    /// Writes a file, and creates its folder if necessary.
    static func write(_ data: Data, to path: String) throws {
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        if !folder.isEmpty {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        try data.write(to: URL(filePath: path))
    }

    /// Replaces the text between `<!-- name -->` and `<!-- end of name -->`.
    static func replaceBlock(_ name: String, of path: String, with text: String) throws {
        let page = try String(contentsOfFile: path, encoding: .utf8)
        let (begin, end) = ("<!-- \(name) -->\n", "<!-- end of \(name) -->")
        guard let first = page.firstRange(of: begin), let last = page.firstRange(of: end),
            first.upperBound <= last.lowerBound
        else {
            fail("\(path) has no marks '\(begin.dropLast())' and '\(end)'")
        }
        let result = page[..<first.upperBound] + text + "\n" + page[last.lowerBound...]
        try write(Data(result.utf8), to: path)
    }
}

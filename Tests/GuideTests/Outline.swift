// Outline.swift - the parts of a page that its translation must have as well, in the same order, and its links.
import Foundation

extension Page {
    /// A part of a page.
    struct Part {
        /// "heading 2", "code swift", "table of 3 columns, rows: 5", "numbered list, items: 3", "list, items: 4",
        /// "prediction", or "quoted " and a line of code in a quotation.
        let description: String
        /// The number of its first line in the page.
        let line: Int
    }

    /// A link to a file or to a web page.
    struct Link {
        /// The file's path in the project, or the address of a web page.
        let target: String
        /// The heading that the link leads to, as it is written in the link.
        let anchor: String?
        let line: Int
    }

    /// The headings, code blocks, tables, lists, predictions and quoted code of the page, in order.
    var outline: [Part] {
        var reader = OutlineReader()
        for (line, text) in prose { reader.read(text, line: line) }
        let code = blocks.map { Part(description: "code \($0.kind)", line: $0.firstLine - 1) }
        return (reader.parts + code).sorted { $0.line < $1.line }
    }

    /// The lines outside code blocks, with their numbers.
    private var prose: [(line: Int, text: String)] {
        let code = Set(blocks.flatMap { $0.firstLine - 1...$0.firstLine + $0.lines.count })
        return lines.enumerated().map { (line: $0.offset + 1, text: $0.element) }.filter { !code.contains($0.line) }
    }

    /// The links outside code blocks, in order.
    var links: [Link] {
        prose.flatMap { line, text in
            text.matches(of: /\]\(([^)#]*)(#[^)]*)?\)/).map { match in
                Link(target: path(of: String(match.1)), anchor: match.2.map { String($0.dropFirst()) }, line: line)
            }
        }
    }

    private func path(of link: String) -> String {
        if link.contains("://") { return link }
        let target = link.isEmpty ? file : file.deletingLastPathComponent().appendingPathComponent(link)
        return target.standardized.path.replacing(Repository.root.path + "/", with: "")
    }

    /// The anchors of the page's headings, made as GitHub makes them.
    var anchors: Set<String> {
        let headings = prose.map(\.text).filter { $0.hasPrefix("#") }
        return Set(
            headings.map { heading in
                heading.drop { $0 == "#" }.dropFirst().lowercased()
                    .filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }
                    .replacing(" ", with: "-")
            })
    }
}

/// Reads the lines outside code blocks.
private struct OutlineReader {
    private(set) var parts: [Page.Part] = []
    /// The table or list whose rows or items are being counted.
    private var group: (kind: String, line: Int, count: Int)?
    private var isInQuotedCode = false

    mutating func read(_ text: String, line: Int) {
        if let hashes = text.prefixMatch(of: /(#+)\s/)?.1 {
            add("heading \(hashes.count)", line)
        } else if text.hasPrefix("|") {
            let bars = text.replacing("\\|", with: "").count { $0 == "|" }
            count("table of \(bars - 1) columns, rows", line)
        } else if text.prefixMatch(of: /[0-9]+\.\s/) != nil {
            count("numbered list, items", line)
        } else if text.prefixMatch(of: /[-*]\s/) != nil {
            count("list, items", line)
        } else if text.hasPrefix(">") {
            readQuotation(String(text.dropFirst(text.hasPrefix("> ") ? 2 : 1)), line)
        } else if text.hasPrefix("**Predict before you run.**") || text.hasPrefix("**先预测，再运行。**") {
            add("prediction", line)
        } else if !text.hasPrefix(" ") {
            group = nil
        }
    }

    private mutating func readQuotation(_ text: String, _ line: Int) {
        let isFence = text.hasPrefix("```")
        if isFence { isInQuotedCode.toggle() }
        if isFence || isInQuotedCode { add("quoted \(text)", line) }
    }

    private mutating func add(_ description: String, _ line: Int) {
        parts.append(Page.Part(description: description, line: line))
        group = nil
    }

    /// Counts one more row or item of the current table or list, or begins another.
    private mutating func count(_ kind: String, _ line: Int) {
        var counted = (kind: kind, line: line, count: 1)
        if let group, group.kind == kind {
            counted = (kind: kind, line: group.line, count: group.count + 1)
            parts.removeLast()
        }
        add("\(kind): \(counted.count)", counted.line)
        group = counted
    }
}

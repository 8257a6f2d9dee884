// Page.swift - a page of Markdown, seen as a list of code blocks.
//
// A block is what stands between "```kind" and "```", both at the left margin. Line numbers count from 1, as in an
// editor.
import BuildTestSupport
import Foundation

/// A page, its lines and its code blocks.
struct Page {
    /// A fenced piece of a page.
    struct Block: Equatable {
        /// What stands behind the opening fence; empty for a plain one.
        let kind: String
        let lines: [String]
        /// The number of the block's first line in the page.
        let firstLine: Int

        /// Drawings may be translated; everything else is code.
        var isDrawing: Bool { kind == "text" || kind == "mermaid" }

        /// The file that the block quotes, if its first line says so: "// Sources/CMiniRuntime/class/class.c".
        var quotedFile: String? {
            guard let first = lines.first, first.hasPrefix("// Sources/") || first.hasPrefix("// ObjectiveC/") else {
                return nil
            }
            return String(first.dropFirst(3))
        }

        /// The file that an objective-c block is, if its first line says so: "// person.m".
        var file: String? {
            guard let name = lines.first?.wholeMatch(of: /\/\/ ([a-z-]+\.(?:m|h|swift))/) else { return nil }
            return String(name.1)
        }
    }

    /// Whether programs of the page are compiled by `scripts/objc-clang` or `scripts/swift-objc`.
    var hasFiles: Bool { blocks.contains { $0.file != nil } }

    let file: URL
    let lines: [String]
    let blocks: [Block]

    /// Where the page is, for whoever reads a failure.
    var name: String {
        let root = Repository.root.path + "/"
        return file.path.hasPrefix(root) ? String(file.path.dropFirst(root.count)) : file.lastPathComponent
    }

    init(_ file: URL) throws {
        self.init(file, text: try String(contentsOf: file, encoding: .utf8))
    }

    init(_ file: URL, text: String) {
        self.file = file
        lines = text.components(separatedBy: "\n")
        blocks = Self.blocks(in: lines)
    }

    private static func blocks(in lines: [String]) -> [Block] {
        var blocks: [Block] = []
        var start: Int?
        for (index, line) in lines.enumerated() where line.hasPrefix("```") {
            if let opened = start {
                let kind = String(lines[opened].dropFirst(3))
                blocks.append(Block(kind: kind, lines: Array(lines[(opened + 1)..<index]), firstLine: opened + 2))
                start = nil
            } else {
                start = index
            }
        }
        return blocks
    }

    /// The page with some of its lines exchanged for others.
    func replacing(_ replacements: [(lines: Range<Int>, with: [String])]) -> String {
        var lines = lines
        for replacement in replacements.sorted(by: { $0.lines.lowerBound > $1.lines.lowerBound }) {
            lines.replaceSubrange(replacement.lines, with: replacement.with)
        }
        return lines.joined(separator: "\n")
    }
}

/// The files of the project, of which this one is a test.
enum Repository {
    static let root = ThisBuild.package
    static let guide = root.appendingPathComponent("docs/guide")

    /// The pages of a folder by name, README.md included.
    static func pages(in folder: URL) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".md") }.sorted()
    }
}

/// What is wrong with a page, and in which line.
struct Problem: CustomStringConvertible {
    let page: String
    let line: Int
    let text: String

    var description: String { "\(page):\(line): \(text)" }
}

// ExplorerPage.swift - inserts a recording, the style and the script into page.html. All three files are embedded in
// the program.
import FoundationEssentials

enum ExplorerPage {
    static func html(_ recording: Recording) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Without `<`, no text of a script can close the element that contains the recording.
        let json = String(decoding: try encoder.encode(recording), as: UTF8.self)
            .replacing("<", with: "\\u003c")
        let parts = [
            "trace": escaped(recording.lines.joined(separator: "\n")), "title": escaped(recording.title),
            "style": text(PackageResources.page_css), "script": text(PackageResources.page_js), "recording": json,
        ]
        // One pass over the page, so that double braces within an inserted part stay as they are.
        return text(PackageResources.page_html).replacing(/{{(\w+)}}/) {
            parts[String($0.1)] ?? String($0.0)
        }
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    }
}

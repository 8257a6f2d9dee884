// ExplorerPage.swift - puts a recording, a style and a script into page.html. All three are part of the program.
import FoundationEssentials

enum ExplorerPage {
    static func html(_ recording: Recording) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Nothing in a script can end the element that the recording stands in.
        let json = String(decoding: try encoder.encode(recording), as: UTF8.self)
            .replacing("<", with: "\\u003c")
        let parts = [
            "title": escaped(recording.title), "style": text(PackageResources.page_css),
            "script": text(PackageResources.page_js), "recording": json,
        ]
        // In one pass: what looks like such a word in a part is none.
        return text(PackageResources.page_html).replacing(/{{(\w+)}}/) {
            parts[String($0.1)] ?? String($0.0)
        }
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    }
}

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
        let language = recording.language
        let words = String(decoding: try encoder.encode(language.words), as: UTF8.self)
        let parts = [
            "language": language.tag, "words": words, "title": escaped(recording.title),
            "about": escaped(recording.about), "source": escaped(recording.source.joined(separator: "\n")),
            "trace": escaped(recording.lines.joined(separator: "\n")), "recording": json,
            "style": text(PackageResources.page_css), "script": text(PackageResources.page_js),
        ]
        let page = text(PackageResources.page_html).replacing(/\[\[(.+?)\]\]/) {
            escaped(Phrase(String($0.1)).text(in: language))
        }
        // One pass over the page, so that double braces within an inserted part stay as they are.
        return page.replacing(/{{(\w+)}}/) { parts[String($0.1)] ?? String($0.0) }
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    }
}

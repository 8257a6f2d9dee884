// ExplorerPage.swift - inserts a recording, the style and the scripts into page.html. All files are embedded in the
// program.
import FoundationEssentials

enum ExplorerPage {
    /// The server of a page.
    struct Server {
        /// What links begin with that the page shares.
        let sharedAt: String
        /// Whether it runs programs in Objective-C.
        let allowsNative: Bool
    }

    /// - Parameter server: nil for a file.
    static func html(_ recording: Recording, server: Server? = nil) throws -> String {
        try html(
            recording, in: recording.language, title: recording.title, about: recording.about, server: server,
            source: recording.source.joined(separator: "\n"), trace: recording.lines.joined(separator: "\n"))
    }

    /// What a page may load: nothing, but for what it contains.
    /// - Parameter connects: whether it may send programs to the server that serves it.
    static func policy(connects: Bool) -> String {
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"
            + (connects ? "; connect-src 'self'" : "")
    }

    static func html(_ player: Player, in language: Language) throws -> String {
        let about = Phrase("Steps through recordings of the live runtime: those below, or the one in a link.")
        return try html(player, in: language, title: "MiniRuntime", about: about.text(in: language))
    }

    private static func html(
        _ recording: some Encodable, in language: Language, title: String, about: String, server: Server? = nil,
        source: String = "", trace: String = ""
    ) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Without `<`, no text of a script can close the element that contains the recording.
        let json = String(decoding: try encoder.encode(recording), as: UTF8.self)
            .replacing("<", with: "\\u003c")
        let words = String(decoding: try encoder.encode(language.words), as: UTF8.self)
        let parts = [
            "language": language.tag, "words": words, "title": escaped(title), "about": escaped(about),
            "source": escaped(source), "trace": escaped(trace), "recording": json,
            "policy": policy(connects: server != nil),
            "shared-at": escaped(server?.sharedAt ?? "").replacing("\"", with: "&quot;"),
            "native": server?.allowsNative == true ? "allowed" : "",
            "style": style, "link": script(PackageResources.link_js),
            "server": server == nil ? "" : script(PackageResources.server_js),
            "editor": script(PackageResources.editor_js), "script": script(PackageResources.page_js),
        ]
        let page = text(PackageResources.page_html).replacing(/\[\[(.+?)\]\]/) {
            escaped(Phrase(String($0.1)).text(in: language))
        }
        // One pass over the page, so that double braces within an inserted part stay as they are.
        return page.replacing(/{{([\w-]+)}}/) { parts[String($0.1)] ?? String($0.0) }
    }

    /// The style without its comments.
    private static var style: String { text(PackageResources.page_css).replacing(/\/\*[\s\S]*?\*\/\n?/, with: "") }

    /// A script without indents, and without the lines that are comments.
    private static func script(_ bytes: [UInt8]) -> String {
        text(bytes).split(separator: "\n").map { $0.trimmingPrefix(while: { $0 == " " }) }
            .filter { !$0.hasPrefix("//") }.joined(separator: "\n")
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    }
}

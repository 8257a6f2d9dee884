// RecordingLink.swift - a recording as the fragment of an address: JSON, compressed, in the alphabet of base64url.
//
//     explorer.html#r=7X3bbts4F…&step=18
//
// Every page of the explorer plays a link: link.js decompresses and checks it. A server never receives the fragment.
import FoundationEssentials

enum RecordingLink {
    /// Some programs cut longer addresses.
    static let maximumLength = 8000

    /// What a link contains: the recording without what each page has itself.
    private struct Contents: Encodable {
        let title, about: String
        let source: [String]
        let steps: [Tree]
        let log: [Tape.LogEntry]
        let ending: String?
        let isProgram: Bool?
        let language, origin: String
    }

    /// Returns the value of `r` in the fragment; nil if it would be longer than `maximumLength`.
    static func text(of recording: Recording) throws -> String? {
        let contents = Contents(
            title: recording.title, about: recording.about, source: recording.source, steps: recording.steps,
            log: recording.log, ending: recording.ending, isProgram: recording.isProgram,
            language: recording.language.tag, origin: origin)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let json = try encoder.encode(contents)
        guard let bytes = Deflate.compressed([UInt8](json), limit: maximumLength / 4 * 3) else { return nil }
        return Data(bytes).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// The program and the machine that recorded.
    private static var origin: String {
        #if arch(x86_64)
        let machine = "x86-64"
        #elseif arch(arm64)
        let machine = "aarch64"
        #else
        let machine = "unknown CPU"
        #endif
        return "\(RuntimeDemo.configuration.version), \(machine)"
    }
}

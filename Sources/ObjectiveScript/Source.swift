// Source.swift - the text of a script, and positions in it.
import MiniRuntime

/// The text of a script. Immutable, and shared by everything that was parsed from it.
final class Source: Sendable {
    let file: String
    let characters: [Character]
    private let firstLine: Int
    /// The offset of each line.
    private let lineStarts: [Int]

    init(_ text: String, file: String, firstLine: Int) {
        self.file = file
        self.firstLine = firstLine
        // A byte order mark, with which some files begin, is not part of the text.
        let characters = Array(text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...])
        self.characters = characters
        lineStarts = [0] + characters.indices.filter { Self.endsLine(characters[$0]) }.map { $0 + 1 }
    }

    static func endsLine(_ character: Character) -> Bool {
        character == "\n" || character == "\r\n" || character == "\r"
    }

    /// Returns the characters in a range.
    func text(_ range: Range<Int>) -> String { String(characters[range]) }

    /// Returns the characters in a range for an error message, shortened if necessary.
    func excerpt(_ range: Range<Int>) -> String {
        range.count > 40 ? text(range.prefix(39)) + "…" : text(range)
    }

    /// Returns the line of an offset by binary search. O(log lines).
    fileprivate func lineIndex(of offset: Int) -> Int {
        var (low, high) = (0, lineStarts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return low
    }

    fileprivate func place(of offset: Int) -> (line: Int, column: Int) {
        let index = lineIndex(of: offset)
        return (index &+ firstLine, offset - lineStarts[index] + 1)
    }

    fileprivate func line(around offset: Int) -> String {
        String(characters[lineStarts[lineIndex(of: offset)]...].prefix { !Self.endsLine($0) })
    }
}

/// A position in a script.
struct Position: Sendable {
    let source: Source
    let offset: Int

    var line: Int { source.place(of: offset).line }

    /// The position as `3:14`.
    var text: String {
        let place = source.place(of: offset)
        return "\(place.line):\(place.column)"
    }

    func error(_ message: String, exception: RuntimeException? = nil, isIncomplete: Bool = false) -> ScriptError {
        let place = source.place(of: offset)
        return ScriptError(
            file: source.file, line: place.line, column: place.column, message: message,
            sourceLine: source.line(around: offset), exception: exception, isIncomplete: isIncomplete)
    }
}

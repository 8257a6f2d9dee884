// ScriptError.swift - an error in a script, with its position.
import MiniRuntime

/// An error in a script, found by the parser or at run time.
public struct ScriptError: Error, Sendable {
    /// The name of the script.
    public let file: String
    /// The line, counted from 1 or from the script's `firstLine`.
    public let line: Int
    /// The column in characters, from 1. A tab is one character.
    public let column: Int
    /// The text of the error, which also names what was expected.
    public let message: String
    /// The text of the line.
    public let sourceLine: String
    /// The exception, if a method raised one.
    public let exception: RuntimeException?
    /// Whether the script ended too early, so that more lines could complete it.
    public let isIncomplete: Bool
}

extension ScriptError: CustomStringConvertible {
    /// The position and the message, in one line.
    var summary: String { "\(file):\(line):\(column): error: \(message)" }

    /// Three lines: the position and the message, the line of the script, and a caret below the column. A very long
    /// line is cut to the part around the column.
    public var description: String {
        let begin = sourceLine.count > Self.width ? max(0, column - 1 - Self.width / 2) : 0
        let line = sourceLine.dropFirst(begin).prefix(Self.width)
        // Tabs are kept, so that the caret lines up with its character at any tab width.
        let indent = String(line.prefix(column - 1 - begin).map { $0 == "\t" ? "\t" : " " })
        return "\(summary)\n\(line)\n\(indent)^"
    }

    private static let width = 100
}

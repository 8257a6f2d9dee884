// ScriptError.swift - what is wrong with a script, and where.
import MiniRuntime

/// What is wrong with a script, and where: found while it was parsed, or while it ran.
public struct ScriptError: Error, Sendable {
    /// The name that the script was given.
    public let file: String
    /// From 1, or from the first line that the script was given.
    public let line: Int
    /// Characters from the beginning of the line, from 1. A tab is one.
    public let column: Int
    /// What is wrong, and what was expected.
    public let message: String
    /// The line of the script.
    public let sourceLine: String
    /// What a method raised, if that is what happened.
    public let exception: RuntimeException?
    /// Whether the script only ends too early: more lines could complete it.
    public let isIncomplete: Bool
}

extension ScriptError: CustomStringConvertible {
    /// One line: where and what.
    var summary: String { "\(file):\(line):\(column): error: \(message)" }

    /// Three lines: where and what, the line of the script, and a caret below the place. Of a very long line only the
    /// part around the place is there.
    public var description: String {
        let begin = sourceLine.count > Self.width ? max(0, column - 1 - Self.width / 2) : 0
        let line = sourceLine.dropFirst(begin).prefix(Self.width)
        // A tab stays a tab, so that the caret is below its character however wide tabs are.
        let indent = String(line.prefix(column - 1 - begin).map { $0 == "\t" ? "\t" : " " })
        return "\(summary)\n\(line)\n\(indent)^"
    }

    private static let width = 100
}

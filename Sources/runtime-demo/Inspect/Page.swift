// Page.swift - a report in the making: headings, paragraphs, tables. A line has 100 columns, or as many as the terminal
// if it has fewer, or is one long word.
//
// Lines are laid out without colour, and coloured when they are printed, so that widths are what they seem.
import FoundationEssentials

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

struct Page {
    /// What a line is, where the terminal has colours.
    enum Style: String {
        case plain = ""
        case heading = "1"
        case faint = "2"
        case good = "32"
        case attention = "33"
        case bad = "31"
    }

    static let fullWidth = 100

    /// The number of columns of a line.
    static var width: Int {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return fullWidth }
        return min(fullWidth, max(40, Int(size.ws_col)))
    }

    private var lines: [(text: String, style: Style)] = []

    // ── Writing ─────────────────────────────────────────────────────────────────────────────────────

    /// A line as it is; but a no-break space, where no line was to be broken, is a space by now.
    mutating func line(_ text: String = "", _ style: Style = .plain) {
        lines.append((String(text.map { $0 == "\u{A0}" ? " " : $0 }), style))
    }

    /// A heading, with an empty line before it if it is not the first.
    mutating func heading(_ text: String) {
        if !lines.isEmpty { line() }
        let parts = text.count > Self.width ? folded(text, width: Self.width) : [text]
        for part in parts { line(part, .heading) }
    }

    /// A paragraph, folded. The mark hangs in the indent of its first line.
    mutating func paragraph(_ text: String, indent: Int = 4, mark: String = "", _ style: Style = .plain) {
        for (index, part) in folded(text, width: Self.width - indent).enumerated() {
            let margin = String(repeating: " ", count: indent)
            line(part.isEmpty ? "" : (index == 0 ? margin.dropLast(mark.count) + mark : margin) + part, style)
        }
    }

    /// Rows of cells. A column is as wide as its widest cell, but no wider than its limit: a longer cell has the rest
    /// of the row continue below it. The last column is folded, or begins on the next line where there is little room.
    /// - Parameter limits: one for each column but the last.
    mutating func table(_ rows: [[String]], limits: [Int], indent: Int = 4) {
        let width = Self.width, total = limits.reduce(24, +)
        let widths = limits.enumerated().map { column, limit in
            let fitting = width < Self.fullWidth ? min(limit, (width - indent) * limit / total) : limit
            return min(fitting, rows.map { $0[column].count }.max() ?? 0)
        }
        for row in rows {
            var text = String(repeating: " ", count: indent)
            var start = indent
            for (cell, room) in zip(row, widths) where room > 0 {
                text += cell
                start += room + 2
                if cell.count > room {
                    line(text)
                    text = ""
                }
                text += String(repeating: " ", count: max(0, start - text.count))
            }
            let last = row.last ?? ""
            if start + last.count > width && start > width / 2 {
                line(trimmingEnd(text))
                start = indent + 4
                text = String(repeating: " ", count: start)
            }
            for part in folded(last, width: width - start) {
                line(trimmingEnd(text + part))
                text = String(repeating: " ", count: start)
            }
        }
    }

    // ── Printing ────────────────────────────────────────────────────────────────────────────────────

    /// The page as one text, with a newline at its end.
    func text(coloured: Bool = false) -> String {
        lines.map { text, style in
            coloured && style != .plain && !text.isEmpty ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m\n" : text + "\n"
        }.joined()
    }

    /// To standard output: in colour on a terminal, unless `NO_COLOR` is set.
    func show() {
        let environment = ProcessInfo.processInfo.environment
        let hasColours =
            isatty(STDOUT_FILENO) == 1 && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
        print(text(coloured: hasColours), terminator: "")
    }
}

/// Breaks a text at spaces into lines of at most `width` columns; a longer word has a line of its own.
func folded(_ text: String, width: Int) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph in
        let words = paragraph.split(separator: " ", omittingEmptySubsequences: false)
        var lines: [String] = []
        var line = String(words.first ?? "")
        for word in words.dropFirst() {
            if line.count + 1 + word.count > width && line.contains(where: { $0 != " " }) {
                lines.append(line)
                line = String(word)
            } else {
                line += " \(word)"
            }
        }
        return lines + [line]
    }
}

func trimmingEnd(_ text: String) -> String {
    String(text.reversed().drop { $0.isWhitespace }.reversed())
}

/// `1 bucket`, `2 buckets`.
func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
}

func hexadecimal(_ number: UInt) -> String {
    "0x" + String(number, radix: 16)
}

/// Prints facts for another program to read.
func printJSON(_ facts: some Encodable) throws { print(try json(facts)) }

/// Facts as JSON, each member and each element on a line of its own.
func json(_ facts: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(facts), as: UTF8.self)
}

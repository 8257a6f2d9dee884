// Matching.swift - whether a program printed what the page says, allowing for what differs from run to run.
//
// Addresses differ, but which of them are equal must not: the addresses that are expected and those that are printed
// have to correspond one to one. Clock times, durations and process numbers count as equal. A line "..." stands for
// any number of lines.
import Foundation

/// Where expected and printed lines part: indexes of the first that do not fit.
struct Mismatch {
    var expected: Int
    var printed: Int

    /// The lines from there on, a few of each.
    func summary(_ expectedLines: [String], _ printedLines: [String]) -> String {
        let shown = 4
        func excerpt(_ lines: [String], from index: Int, sign: String, end: String) -> [String] {
            let rest = lines.dropFirst(index)
            if rest.isEmpty { return ["    \(sign) (\(end))"] }
            return rest.prefix(shown).map { "    \(sign) \($0)" } + (rest.count > shown ? ["    \(sign) ..."] : [])
        }
        let lines =
            excerpt(expectedLines, from: expected, sign: "-", end: "no more is expected")
            + excerpt(printedLines, from: printed, sign: "+", end: "no more is printed")
        return lines.joined(separator: "\n")
    }
}

/// Compares lines, and remembers which address stands for which.
struct Matcher {
    private let expected: [Line]
    private let printed: [Line]
    private var furthest = Mismatch(expected: 0, printed: 0)

    init(expected: [String], printed: [String]) {
        self.expected = expected.map(Line.init)
        self.printed = printed.map(Line.init)
    }

    /// nil if the printed lines are what is expected.
    mutating func mismatch() -> Mismatch? {
        matches(0, 0, Correspondence()) ? nil : furthest
    }

    private mutating func matches(_ index: Int, _ position: Int, _ addresses: Correspondence) -> Bool {
        var (index, position, addresses) = (index, position, addresses)
        while index < expected.count, !expected[index].isEllipsis {
            if index >= furthest.expected { furthest = Mismatch(expected: index, printed: position) }
            guard position < printed.count, addresses.join(expected[index], printed[position]) else { return false }
            index += 1
            position += 1
        }
        if index == expected.count {
            if index >= furthest.expected { furthest = Mismatch(expected: index, printed: position) }
            return position == printed.count
        }
        return (position...printed.count).contains { matches(index + 1, $0, addresses) }
    }
}

/// A line, taken apart: addresses on one side, and what has to be equal on the other.
private struct Line {
    let skeleton: String
    let addresses: [Substring]
    var isEllipsis: Bool { skeleton == "..." }

    init(_ text: String) {
        let address = /0x[0-9a-f]{4,}/
        var rest = text.replacing(/\s+$/, with: "")
        addresses = rest.matches(of: address).map(\.output)
        rest = rest.replacing(address, with: "0x_")
        rest = rest.replacing(/\b\d\d\d\d-\d\d-\d\d\b/, with: "<date>")
        rest = rest.replacing(/\b\d\d:\d\d:\d\d(\.\d+)?/, with: "<time>")
        rest = rest.replacing(/[ ]*\b\d[\d.,]* ?(ns|µs|us|ms|s)\b/, with: " <duration>")
        rest = rest.replacing(/\[\d+:\d+\]/, with: "[<thread>]")
        skeleton = rest.replacing(/miniruntime\[\d+\]/, with: "miniruntime[<process>]")
    }
}

/// Pairs of addresses, one to one.
private struct Correspondence {
    private var printed: [Substring: Substring] = [:]
    private var expected: [Substring: Substring] = [:]

    /// Whether the lines are equal, once their addresses are paired. Keeps the pairs if so.
    mutating func join(_ lhs: Line, _ rhs: Line) -> Bool {
        guard lhs.skeleton == rhs.skeleton else { return false }
        for (left, right) in zip(lhs.addresses, rhs.addresses) {
            guard printed[left, default: right] == right, expected[right, default: left] == left else { return false }
            printed[left] = right
            expected[right] = left
        }
        return true
    }
}

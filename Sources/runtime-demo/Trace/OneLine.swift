// OneLine.swift - values, change dictionaries and statements, each on one line.
import KVONotifying
import MiniFoundation
import MiniRuntime
import ObjectiveScript

extension KeyValueObservedChange {
    /// `{kind: setting, old: 41, new: 42}`: the entries that the dictionary contains.
    var oneLine: String {
        var entries = ["kind: \(kind)"]
        if isPrior { entries.append("notificationIsPrior: YES") }
        if let indexes {
            entries.append("indexes: \(indexes.ranges.map(\.spelled).joined(separator: ", "))")
        }
        if let oldValue { entries.append("old: \(oldValue.oneLine)") }
        if let newValue { entries.append("new: \(newValue.oneLine)") }
        return "{\(entries.joined(separator: ", "))}"
    }
}

extension Object {
    /// The description without line breaks.
    var oneLine: String {
        description.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

extension Range<Int> {
    /// `3`, or `3 to 5`.
    fileprivate var spelled: String {
        count == 1 ? "\(lowerBound)" : "\(lowerBound) to \(upperBound - 1)"
    }
}

extension Statement {
    /// The statement, or the first of its lines and an ellipsis.
    var oneLine: String {
        let lines = text.split(separator: "\n")
        return lines.count > 1 ? "\(lines[0]) ... }" : text
    }
}

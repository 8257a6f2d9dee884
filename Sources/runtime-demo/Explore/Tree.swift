// Tree.swift - a value as JSON represents it, and the difference of two such values.
import MiniRuntime

/// A JSON value.
enum Tree: Equatable, Sendable, Lockable {
    case null
    case flag(Bool)
    case number(Int)
    case text(String)
    case array([Tree])
    case object([String: Tree])

    /// An object without the entries that are nil.
    static func record(_ entries: [String: Tree?]) -> Tree { .object(entries.compactMapValues { $0 }) }

    /// The entry of an object; nil for other values.
    subscript(key: String) -> Tree? { if case .object(let entries) = self { entries[key] } else { nil } }

    static func optional(_ text: String?) -> Tree? { text.map { Tree.text($0) } }

    /// Returns what changes `old` into this value; nil if both are equal. `patched` in page.js applies it:
    ///
    ///     {"key": …, "gone": null}     of an object: new or changed entries; null for an entry that is no longer there
    ///     {"n": 3, "2": …}             of an array: its new length, if that differs, and new or changed elements
    ///     anything else                the new value itself
    func patch(from old: Tree?) -> Tree? {
        switch (old, self) {
        case (.object(let old)?, .object(let new)):
            var changes: [String: Tree] = [:]
            for (key, value) in new { changes[key] = value.patch(from: old[key]) }
            for key in old.keys where new[key] == nil { changes[key] = .null }
            return changes.isEmpty ? nil : .object(changes)
        case (.array(let old)?, .array(let new)):
            var changes: [String: Tree] = [:]
            if old.count != new.count { changes["n"] = .number(new.count) }
            for (index, value) in new.enumerated() {
                changes["\(index)"] = value.patch(from: index < old.count ? old[index] : nil)
            }
            return changes.isEmpty ? nil : .object(changes)
        default: return old == self ? nil : self
        }
    }
}

extension Tree: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .flag(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .array(let values): try container.encode(values)
        case .object(let entries): try container.encode(entries)
        }
    }
}

extension Tree: ExpressibleByStringLiteral {
    init(stringLiteral value: String) { self = .text(value) }
}

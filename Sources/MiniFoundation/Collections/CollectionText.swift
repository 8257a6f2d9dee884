// CollectionText.swift - the descriptions of collections: old-style property lists, indented by level.
//
//      {
//          age = 3;
//          friends =     (
//              Ann,
//              "Bob B."
//          );
//      }
import MiniRuntime

enum CollectionText {
    /// Returns the description of any object. A nested collection starts with its own indentation, even after a key, as
    /// in Foundation. A collection that contains itself is shown inside itself by class and address, as is one that is
    /// nested too deep.
    /// - Parameter path: the enclosing collections.
    static func text(of object: ID, in path: [ID] = []) -> String {
        let classes = Foundation.classes.pointee
        if path.count >= maximumDescriptionDepth || path.contains(object) { return classAndAddress(of: object) }
        if isKind(object, of: classes.arrays.immutable) { return list(object, "(", ")", path) }
        if isKind(object, of: classes.dictionaries.immutable) { return dictionary(object, path) }
        if isKind(object, of: classes.sets.immutable) || isKind(object, of: classes.orderedSets.immutable) {
            return list(object, "{(", ")}", path)
        }
        return quoted(describe(object))
    }

    private static func indentation(_ path: [ID]) -> String { String(repeating: "    ", count: path.count) }

    private static func list(_ object: ID, _ open: String, _ close: String, _ path: [ID]) -> String {
        let (outer, inner) = (indentation(path), path + [object])
        let check = ExceptionCheck()
        var lines: [String] = []
        everyMember(of: object) { member in
            lines.append(indentation(inner) + text(of: member, in: inner))
            return !check.raised
        }
        return "\(outer)\(open)\n\(lines.joined(separator: ",\n"))\(lines.isEmpty ? "" : "\n")\(outer)\(close)"
    }

    private static func dictionary(_ object: ID, _ path: [ID]) -> String {
        let (outer, inner) = (indentation(path), path + [object])
        let entries = NSDictionary.entries(of: object) ?? []
        var lines: [String] = []
        keepingAlive(entries.flatMap { [$0.key, $0.value] }) {
            untilRaised(sortedByKey(entries)) { key, value in
                lines.append("\(indentation(inner))\(quoted(describe(key))) = \(text(of: value, in: inner));\n")
            }
        }
        return "\(outer){\n\(lines.joined())\(outer)}"
    }

    private static func sortedByKey(_ entries: [(key: ID, value: ID)]) -> [(key: ID, value: ID)] {
        let numbers = entries.compactMap { NSNumber.value(of: $0.key) }
        guard numbers.count == entries.count else {
            return entries.map { ($0, describe($0.key)) }.sorted { $0.1 < $1.1 }.map(\.0)
        }
        return entries.sorted { NSNumber.read($0.key).compare(NSNumber.read($1.key)) < 0 }
    }

    /// Returns the text unchanged if it consists of letters, digits and underscores; otherwise quoted, with escapes.
    private static func quoted(_ text: String) -> String {
        let isWord = { (byte: UInt8) in
            byte == UInt8(ascii: "_") || Unicode.Scalar(byte).properties.isAlphabetic || (0x30...0x39).contains(byte)
        }
        if !text.isEmpty && text.utf8.allSatisfy({ $0 < 0x80 && isWord($0) }) { return text }
        return "\"" + text.utf16.map(escaped).joined() + "\""
    }

    private static func escaped(_ unit: UInt16) -> String {
        switch unit {
        case 0x0A: "\\n"
        case 0x09: "\\t"
        case 0x22: "\\\""
        case 0x5C: "\\\\"
        case 0x20...0x7E: String(UnicodeScalar(UInt8(unit)))
        default: "\\U" + String(repeating: "0", count: 4 - String(unit, radix: 16).count) + String(unit, radix: 16)
        }
    }
}

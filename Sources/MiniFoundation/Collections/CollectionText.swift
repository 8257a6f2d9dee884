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
    /// Returns the description of a collection. A nested collection starts with its own indentation, even after a key,
    /// as in Foundation. A collection that contains itself, as a key too, is shown inside itself by class and address,
    /// as is one that is nested too deep, or in too many keys.
    static func text(of collection: ID) -> String {
        // An override that calls the superclass's method describes the same object.
        isInnermostDescribed(collection)
            ? contents(of: collection, level: 0) : describing(collection) { contents(of: collection, level: 0) }
    }

    private enum Kind { case array, dictionary, set }

    private static func kind(of object: ID) -> Kind? {
        let classes = Foundation.classes.pointee
        if isKind(object, of: classes.arrays.immutable) { return .array }
        if isKind(object, of: classes.dictionaries.immutable) { return .dictionary }
        let isSet = isKind(object, of: classes.sets.immutable) || isKind(object, of: classes.orderedSets.immutable)
        return isSet ? .set : nil
    }

    /// Returns the text of a member or a value.
    private static func text(of object: ID, level: Int) -> String {
        kind(of: object) == nil
            ? quoted(describe(object)) : describing(object) { contents(of: object, level: level) }
    }

    /// - Parameter level: the number of enclosing collections.
    private static func contents(of collection: ID, level: Int) -> String {
        switch kind(of: collection) {
        case .array: list(collection, "(", ")", level)
        case .dictionary: dictionary(collection, level)
        case .set: list(collection, "{(", ")}", level)
        case nil: classAndAddress(of: collection)
        }
    }

    private static func indentation(_ level: Int) -> String { String(repeating: "    ", count: level) }

    private static func list(_ object: ID, _ open: String, _ close: String, _ level: Int) -> String {
        let (outer, inner) = (indentation(level), indentation(level + 1))
        let check = ExceptionCheck()
        var lines: [String] = []
        everyMember(of: object) { member in
            lines.append(inner + text(of: member, level: level + 1))
            return !check.raised
        }
        return "\(outer)\(open)\n\(lines.joined(separator: ",\n"))\(lines.isEmpty ? "" : "\n")\(outer)\(close)"
    }

    private static func dictionary(_ object: ID, _ level: Int) -> String {
        let (outer, inner) = (indentation(level), indentation(level + 1))
        let entries = NSDictionary.entries(of: object) ?? []
        var lines: [String] = []
        keepingAlive(entries.flatMap { [$0.key, $0.value] }) {
            untilRaised(sortedByKey(entries)) { key, value in
                lines.append("\(inner)\(quoted(key)) = \(text(of: value, level: level + 1));\n")
            }
        }
        return "\(outer){\n\(lines.joined())\(outer)}"
    }

    /// Returns the descriptions of the keys, each of which is computed once, and the values.
    private static func sortedByKey(_ entries: [(key: ID, value: ID)]) -> [(key: String, value: ID)] {
        let numbers = entries.compactMap { NSNumber.value(of: $0.key) }
        guard numbers.count == entries.count else {
            return entries.map { (describeKey($0.key, isCollection: kind(of: $0.key) != nil), $0.value) }
                .sorted { $0.0 < $1.0 }
        }
        return entries.sorted { NSNumber.read($0.key).compare(NSNumber.read($1.key)) < 0 }
            .map { (describe($0.key), $0.value) }
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

// CollectionText.swift - what collections print: property lists in the old style, indented by level.
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
    /// The text of any object. Collections begin with their own indentation, even behind a key: that is how Foundation
    /// prints.
    static func text(of object: ID, level: Int = 0) -> String {
        let outer = String(repeating: "    ", count: level)
        let inner = outer + "    "
        if isKind(object, of: NSArray.cls) {
            let elements = NSArray.read(object).map { inner + text(of: $0, level: level + 1) }
            return "\(outer)(\n\(elements.joined(separator: ",\n"))\(elements.isEmpty ? "" : "\n")\(outer))"
        }
        if isKind(object, of: NSDictionary.cls) {
            let lines = sortedByKey(NSDictionary.read(object)).map { entry in
                "\(inner)\(quoted(describe(entry.key))) = \(text(of: entry.value, level: level + 1));\n"
            }
            return "\(outer){\n\(lines.joined())\(outer)}"
        }
        return quoted(describe(object))
    }

    private static func sortedByKey(_ entries: UnsafeMutableBufferPointer<DictionaryTable.Entry>) -> [DictionaryTable
        .Entry]
    {
        let numbers = entries.compactMap { NSNumber.value(of: $0.key) }
        let pairs: [(entry: DictionaryTable.Entry, text: String)] = entries.map { ($0, describe($0.key)) }
        guard numbers.count == entries.count else { return pairs.sorted { $0.text < $1.text }.map(\.entry) }
        return entries.sorted { NSNumber.read($0.key).compare(NSNumber.read($1.key)) < 0 }
    }

    /// As it is if it consists of letters, digits and underscores; else in quotation marks, with escapes.
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

// NSAttributedString.swift - a text with one set of attributes. Instances are immutable.
import MiniFoundation
import MiniRuntime

struct AttributedText: Sendable {
    let string: Object
    let attributes: Object
}

enum NSAttributedString {
    static let values = ValueClass<AttributedText>("NSAttributedString", adopting: ["NSCopying"]) { cls in
        try cls.addInit("initWithString:") { (text: Object) in try make(text, nil) }
        try cls.addInit("initWithString:attributes:") { (text: Object, attributes: Object?) in
            try make(text, attributes)
        }
        try cls.addInit("initWithAttributedString:") { (other: Object) in try cls.argument(other) }
        try cls.add("string") { $0.string }
        try cls.add("length") { try $0.string.send("length") as UInt }
        try cls.add("attributesAtIndex:effectiveRange:") { (text, index: UInt, range: UnsafeMutableRawPointer?) in
            try store(text, index, range)
            return text.attributes
        }
        try cls.add("attribute:atIndex:effectiveRange:") {
            (text, name: Object, index: UInt, range: UnsafeMutableRawPointer?) -> Object? in
            try store(text, index, range)
            return try text.attributes.send("objectForKey:", name)
        }
        try cls.add("isEqualToAttributedString:") { (text, other: Object) in try isEqual(text, cls.argument(other)) }
        try cls.add("isEqual:") { (text, other: Object?) -> Bool in
            guard let other, other.unmanaged.isKind(of: cls.cls) else { return false }
            return try isEqual(text, cls.value(of: other))
        }
        try cls.add("hash") { try $0.string.send("hash") as UInt }
        try cls.add("description") { "\($0.string)\($0.attributes)" }
        try cls.addCopy()
    }

    private static func make(_ text: Object, _ attributes: Object?) throws -> AttributedText {
        let attributes = attributes ?? MiniFoundation.NSDictionary.object([])
        return try AttributedText(string: text.send("copy"), attributes: attributes.send("copy"))
    }

    /// Stores the range of the attributes at an index, which is the whole text.
    private static func store(_ text: AttributedText, _ index: UInt, _ range: UnsafeMutableRawPointer?) throws {
        let length: UInt = try text.string.send("length")
        guard index < length else {
            throw RuntimeException("NSRangeException", "index \(index) is out of bounds; string length \(length)")
        }
        range?.storeBytes(of: (0, length), as: (UInt, UInt).self)
    }

    private static func isEqual(_ text: AttributedText, _ other: AttributedText?) throws -> Bool {
        guard let other, try text.string.send("isEqual:", other.string) else { return false }
        return try text.attributes.send("isEqual:", other.attributes)
    }
}

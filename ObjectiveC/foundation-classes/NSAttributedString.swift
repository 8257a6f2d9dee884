// NSAttributedString.swift - texts whose parts have attributes, and those that can be changed.
import Foundation
import MiniFoundation
import MiniRuntime

enum NSAttributedString {
    static let values: ValueClass<AttributedText> = ValueClass(
        "NSAttributedString", adopting: ["NSCopying", "NSMutableCopying"]
    ) { cls in
        try cls.addInit("init") { try AttributedText(MiniFoundation.NSString.object("")) }
        try cls.addInit("initWithString:") { (text: Object) in try AttributedText(text) }
        try cls.addInit("initWithString:attributes:") { (text: Object, attributes: Object?) in
            try AttributedText(text, attributes)
        }
        try cls.addInit("initWithAttributedString:") { (other: Object) in try cls.argument(other).map { try $0.copy } }
        try cls.add("string") { try $0.string }
        try cls.add("length") { UInt($0.length) }
        try addReading(cls)
        try addEnumerating(cls)
        try cls.add("isEqualToAttributedString:") { (text, other: Object) -> Bool in
            try cls.argument(other).map { try text.isEqual($0) } ?? false
        }
        try cls.add("isEqual:") { (text, other: Object?) -> Bool in
            guard let other, cls.holds(other) else { return false }
            return try text.isEqual(cls.value(of: other))
        }
        try cls.add("hash") { try $0.string.send("hash") as UInt }
        try cls.add("description") { text in
            var start = 0
            return try text.runs.map { run in
                let part = try text.part(ObjectRange(start, run.end - start)).string
                start = run.end
                return "\(part)\(run.attributes)"
            }.joined()
        }
        try cls.cls.addMethod("copyWithZone:") { (me: Object, _: UnsafeMutableRawPointer?) in
            try me.unmanaged.isKind(of: mutable.cls) ? cls.object(cls.value(of: me).copy) : me
        }
        try cls.cls.addMethod("mutableCopyWithZone:") { (me: Object, _: UnsafeMutableRawPointer?) in
            try mutable.object(cls.value(of: me).copy)
        }
    }

    private static func store(_ range: ObjectRange, _ address: UnsafeMutableRawPointer?) {
        address?.storeBytes(of: (range.location, range.length), as: (Int, Int).self)
    }

    private static func addReading(_ cls: ValueClass<AttributedText>) throws {
        try cls.add("attributesAtIndex:effectiveRange:") { (text, index: Int, place: UnsafeMutableRawPointer?) in
            let (range, attributes) = try text.run(at: index)
            store(range, place)
            return attributes
        }
        try cls.add("attribute:atIndex:effectiveRange:") {
            (text, name: Object, index: Int, place: UnsafeMutableRawPointer?) -> Object? in
            let (range, attributes) = try text.run(at: index)
            store(range, place)
            return try attributes.send("objectForKey:", name)
        }
        try cls.add("attributesAtIndex:longestEffectiveRange:inRange:") {
            (text, index: Int, place: UnsafeMutableRawPointer?, limits: ObjectRange) in
            let attributes = try text.run(at: index).attributes
            store(try text.longest(index, limits) { try $0.send("isEqual:", attributes) }, place)
            return attributes
        }
        try cls.add("attribute:atIndex:longestEffectiveRange:inRange:") {
            (text, name: Object, index: Int, place: UnsafeMutableRawPointer?, limits: ObjectRange) -> Object? in
            let value: Object? = try text.run(at: index).attributes.send("objectForKey:", name)
            store(try text.longest(index, limits) { try isSame($0.send("objectForKey:", name), value) }, place)
            return value
        }
        try cls.add("attributedSubstringFromRange:") { (text, range: ObjectRange) in
            try cls.object(text.part(range))
        }
    }

    private static func isSame(_ left: Object?, _ right: Object?) throws -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return try left == right || left.send("isEqual:", right)
    }

    // ── Enumerating ─────────────────────────────────────────────────────────────────────────────────────

    private static let isReverse: UInt = 2
    private static let isEachRun: UInt = 1 << 20

    private static func addEnumerating(_ cls: ValueClass<AttributedText>) throws {
        try cls.add("enumerateAttributesInRange:options:usingBlock:") {
            (text, range: ObjectRange, options: UInt, block: Block) in
            try enumerate(text, range, options, block, { $0 })
        }
        try cls.add("enumerateAttribute:inRange:options:usingBlock:") {
            (text, name: Object, range: ObjectRange, options: UInt, block: Block) in
            try enumerate(text, range, options, block) { try $0.send("objectForKey:", name) }
        }
    }

    /// Calls a block with the value of each part of a range and the part, joining neighbours with the same value.
    private static func enumerate(
        _ text: AttributedText, _ whole: ObjectRange, _ options: UInt, _ block: Block,
        _ value: (Object) throws -> Object?
    ) throws {
        var parts: [(value: Object?, range: ObjectRange)] = []
        var start = whole.location
        for run in try text.part(whole).runs {
            let value = try value(run.attributes)
            let end = whole.location + run.end
            if options & isEachRun == 0, let last = parts.last, try isSame(last.value, value) {
                parts[parts.count - 1].range = ObjectRange(last.range.location, end - last.range.location)
            } else {
                parts.append((value, ObjectRange(start, end - start)))
            }
            start = end
        }
        for part in options & isReverse == 0 ? parts : parts.reversed() {
            if block.call(part.value, part.range) { return }
            try RuntimeException.throwIfPending()
        }
    }

    // ── Changing ────────────────────────────────────────────────────────────────────────────────────────

    static let mutable: ValueClass<AttributedText> = ValueClass(
        "NSMutableAttributedString", superclass: values.holder
    ) { cls in
        try cls.add("replaceCharactersInRange:withString:") { (text, range: ObjectRange, new: Object) in
            try text.replace(range, by: new)
        }
        try cls.add("replaceCharactersInRange:withAttributedString:") { (text, range: ObjectRange, new: Object) in
            try text.replace(range, by: values.value(of: new).copy)
        }
        try cls.add("insertAttributedString:atIndex:") { (text, new: Object, index: Int) in
            try text.replace(ObjectRange(index, 0), by: values.value(of: new).copy)
        }
        try cls.add("appendAttributedString:") { (text, new: Object) in
            try text.replace(ObjectRange(text.length, 0), by: values.value(of: new).copy)
        }
        try cls.add("setAttributedString:") { (text, new: Object) in
            try text.replace(ObjectRange(0, text.length), by: values.value(of: new).copy)
        }
        try cls.add("deleteCharactersInRange:") { (text, range: ObjectRange) in
            try text.replace(range, by: AttributedText(MiniFoundation.NSString.object("")))
        }
        try cls.add("setAttributes:range:") { (text, attributes: Object?, range: ObjectRange) in
            let attributes: Object = try (attributes ?? AttributedText.none).send("copy")
            try text.change(range) { _ in attributes }
        }
        try cls.add("addAttribute:value:range:") { (text, name: Object, value: Object, range: ObjectRange) in
            try text.change(range) { old in
                try changed(old) { try $0.send("setObject:forKey:", value, name) }
            }
        }
        try cls.add("addAttributes:range:") { (text, attributes: Object, range: ObjectRange) in
            try text.change(range) { old in
                try changed(old) { try $0.send("addEntriesFromDictionary:", attributes) }
            }
        }
        try cls.add("removeAttribute:range:") { (text, name: Object, range: ObjectRange) in
            try text.change(range) { old in
                try changed(old) { try $0.send("removeObjectForKey:", name) }
            }
        }
        // Changes are seen at once.
        try cls.add("beginEditing") { (_: AttributedText) in }
        try cls.add("endEditing") { (_: AttributedText) in }
    }

    private static func changed(_ attributes: Object, _ change: (Object) throws -> Void) throws -> Object {
        let copy: Object = try attributes.send("mutableCopy")
        try change(copy)
        return try copy.send("copy")
    }
}

// NSString+Enumeration.swift - the parts of a string, passed to a block: characters as people see them, words, lines.
import MiniRuntime

extension NSString {
    private typealias Enumerate = @convention(c) (ID, SEL, UInt, UInt, UInt, ID) -> Void
    /// The function of a block with a string, two ranges and the address of a BOOL as its arguments.
    private typealias Body = @convention(c) (ID, ID?, UInt, UInt, UInt, UInt, UnsafeMutablePointer<Bool>) -> Void

    /// The lowest byte of NSStringEnumerationOptions, and two of its flags.
    private enum Kind: UInt { case lines, paragraphs, characters, words }
    private static let isReverse: UInt = 1 << 8
    private static let needsNoText: UInt = 1 << 9

    /// A part, in UTF-16 units, and how many units separate it from the next one.
    private struct Part {
        var start: Int
        var length = 0
        var separator = 0
    }

    /// Adds the method to the class.
    static func addEnumeration(to builder: borrowing ClassBuilder) {
        builder.add(
            "enumerateSubstringsInRange:options:usingBlock:", "v", "{_NSRange=QQ}", "Q", "@?",
            function: { me, selector, location, length, options, block in
                guard let kind = Kind(rawValue: options & 0xff) else {
                    raise(ExceptionName.invalidArgument, me, selector, "the options name no parts that are implemented")
                    return
                }
                guard let units = NSString.part(of: me, selector, location, length) else { return }
                NSString.enumerate(String(decoding: units, as: UTF16.self), at: location, kind, options, block)
            } as Enumerate)
    }

    private static func enumerate(_ text: String, at location: UInt, _ kind: Kind, _ options: UInt, _ block: ID) {
        let body = (block + 2 * MemoryLayout<UInt>.size).load(as: Body.self)
        let parts = parts(of: text, kind)
        let units = Array(text.utf16)
        var isStopped = false
        for part in options & isReverse != 0 ? parts.reversed() : parts {
            let end = part.start + part.length
            let substring =
                options & needsNoText != 0
                ? nil : autoreleased(String(decoding: units[part.start..<end], as: UTF16.self))
            let start = location + UInt(part.start)
            body(block, substring, start, UInt(part.length), start, UInt(part.length + part.separator), &isStopped)
            if isStopped || RuntimeException.isPending { return }
        }
    }

    /// A newline ends a line or a paragraph and belongs to neither; what is no letter and no digit separates words.
    private static func parts(of text: String, _ kind: Kind) -> [Part] {
        var parts: [Part] = []
        var current: Part?
        var index = 0
        for character in text {
            let length = character.utf16.count
            let separates =
                switch kind {
                case .lines, .paragraphs: character.isNewline
                case .characters: false
                case .words: !character.isLetter && !character.isNumber
                }
            if !separates || kind == .lines || kind == .paragraphs {
                var part = current ?? Part(start: index)
                if separates { part.separator = length } else { part.length += length }
                current = part
            }
            index += length
            if let part = current, separates || kind == .characters {
                parts.append(part)
                current = nil
            }
        }
        if let current { parts.append(current) }
        return parts
    }
}

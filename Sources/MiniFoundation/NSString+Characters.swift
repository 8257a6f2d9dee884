// NSString+Characters.swift - methods of NSString that read and create text by UTF-16 units, or change its case.
import MiniRuntime
@_spi(_Unicode) import Swift

extension NSString {
    private typealias FromUnits = @convention(c) (ID, SEL, UnsafePointer<UInt16>?, UInt) -> ID?

    /// Adds the methods to the class.
    static func addCharacters(to builder: borrowing ClassBuilder) {
        builder.addToClass(
            "stringWithCharacters:length:", "@", "r^S", "Q",
            function: { me, selector, units, count in
                NSString.text(units, count, me, selector).map {
                    MiniFoundation.autoreleased(NSString.create(allocate(me), $0))
                }
            } as FromUnits)
        builder.add(
            "initWithCharacters:length:", "@", "r^S", "Q",
            function: { me, selector, units, count in
                guard let text = NSString.text(units, count, me, selector) else {
                    UnmanagedObject(me).release()
                    return nil
                }
                return NSString.create(me, text)
            } as FromUnits)
        builder.add(
            "getCharacters:range:", "v", "^S", "{_NSRange=QQ}",
            function: { me, selector, units, location, length in
                guard let part = NSString.part(of: me, selector, location, length) else { return }
                for (index, unit) in part.enumerated() { units[index] = unit }
                for half in NSString.halves(of: me) where half.index >= Int(location) {
                    if half.index < Int(location + length) { units[half.index - Int(location)] = half.unit }
                }
            } as @convention(c) (ID, SEL, UnsafeMutablePointer<UInt16>, UInt, UInt) -> Void)
        addSubstrings(to: builder)
        addCases(to: builder)
    }

    /// Returns the text of so many units; nil after raising if no memory can have them.
    private static func text(_ units: UnsafePointer<UInt16>?, _ count: UInt, _ me: ID, _ selector: SEL) -> UnitText? {
        guard count <= Int.max / 2 else {
            raise(ExceptionName.invalidArgument, me, selector, "length \(count) is larger than the largest")
            return nil
        }
        return UnitText(UnsafeBufferPointer(start: units, count: units == nil ? 0 : Int(count)))
    }

    /// Whether a range of units is within the string; raises if it is not.
    static func hasRange(_ me: ID, _ selector: SEL, _ location: UInt, _ length: UInt) -> Bool {
        let count = UInt(read(me).utf16.count)
        if location <= count, length <= count - location { return true }
        let range = "Range {\(location), \(length)} out of bounds; string length \(count)"
        raise(ExceptionName.range, me, selector, range)
        return false
    }

    /// Returns the units of a range. Raises and returns nil if the range is out of bounds.
    static func part(of me: ID, _ selector: SEL, _ location: UInt, _ length: UInt) -> Substring.UTF16View? {
        guard hasRange(me, selector, location, length) else { return nil }
        let units = read(me).utf16
        let start = units.index(units.startIndex, offsetBy: Int(location))
        return units[start..<units.index(start, offsetBy: Int(length))]
    }

    private static func substring(of me: ID, _ selector: SEL, _ location: UInt, _ length: UInt) -> ID? {
        guard hasRange(me, selector, location, length) else { return nil }
        return autoreleased(readUnits(me).part(Int(location), Int(length)))
    }

    /// Returns the number of units. Raises and returns nil if `index` is greater.
    private static func length(of me: ID, _ selector: SEL, atLeast index: UInt) -> UInt? {
        let count = UInt(read(me).utf16.count)
        if index <= count { return count }
        raise(ExceptionName.range, me, selector, "Index \(index) out of bounds; string length \(count)")
        return nil
    }

    private static func addSubstrings(to builder: borrowing ClassBuilder) {
        builder.add(
            "substringWithRange:", "@", "{_NSRange=QQ}",
            function: { me, selector, location, length in
                NSString.substring(of: me, selector, location, length)
            } as @convention(c) (ID, SEL, UInt, UInt) -> ID?)
        builder.add(
            "substringFromIndex:", "@", "Q",
            function: { me, selector, index in
                NSString.length(of: me, selector, atLeast: index).flatMap {
                    NSString.substring(of: me, selector, index, $0 - index)
                }
            } as ObjectFromWord)
        builder.add(
            "substringToIndex:", "@", "Q",
            function: { me, selector, index in
                NSString.length(of: me, selector, atLeast: index).flatMap { _ in
                    NSString.substring(of: me, selector, 0, index)
                }
            } as ObjectFromWord)
    }

    private static func addCases(to builder: borrowing ClassBuilder) {
        builder.add(
            "lowercaseString", "@",
            function: { me, _ in NSString.autoreleased(NSString.read(me).lowercased()) } as ObjectMethod)
        builder.add(
            "uppercaseString", "@",
            function: { me, _ in NSString.autoreleased(NSString.read(me).uppercased()) } as ObjectMethod)
        builder.add(
            "capitalizedString", "@",
            function: { me, _ in NSString.autoreleased(NSString.capitalized(NSString.read(me))) } as ObjectMethod)
        // Unicode's normal forms C and D.
        builder.add(
            "precomposedStringWithCanonicalMapping", "@",
            function: { me, _ in
                NSString.autoreleased(String(String.UnicodeScalarView(NSString.read(me)._nfc)))
            } as ObjectMethod)
        builder.add(
            "decomposedStringWithCanonicalMapping", "@",
            function: { me, _ in
                NSString.autoreleased(String(String.UnicodeScalarView(NSString.read(me)._nfd)))
            } as ObjectMethod)
    }

    /// Returns the text with the first character of each word in title case, and the others in lower case. White space
    /// separates words.
    private static func capitalized(_ text: String) -> String {
        var isInWord = false
        var result = ""
        for character in text {
            if isInWord {
                result += character.lowercased()
            } else if let first = character.unicodeScalars.first {
                result += first.properties.titlecaseMapping
                result.unicodeScalars += character.unicodeScalars.dropFirst()
            }
            isInWord = !character.isWhitespace
        }
        return result
    }
}

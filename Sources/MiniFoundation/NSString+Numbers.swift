// NSString+Numbers.swift - the number that a string begins with: intValue, doubleValue, boolValue and the like.
//
// White space before the number and everything after it is ignored; a string without a number is 0. Numbers are
// decimal, whatever the locale, and too large ones are the nearest number of the type.
import MiniRuntime

extension NSString {
    static func addNumbers(to builder: borrowing ClassBuilder) {
        let integer: @convention(c) (ID, SEL) -> Int = { me, _ in NSString.integer(NSString.read(me)) }
        builder.add("integerValue", "q", function: integer)
        builder.add("longLongValue", "q", function: integer)
        builder.add(
            "intValue", "i",
            function: { me, _ in Int32(clamping: NSString.integer(NSString.read(me))) }
                as @convention(c) (ID, SEL) -> Int32)
        builder.add(
            "doubleValue", "d",
            function: { me, _ in NSString.double(NSString.read(me)) } as @convention(c) (ID, SEL) -> Double)
        builder.add(
            "floatValue", "f",
            function: { me, _ in Float(NSString.double(NSString.read(me))) } as @convention(c) (ID, SEL) -> Float)
        builder.add(
            "boolValue", "B",
            function: { me, _ in NSString.bool(NSString.read(me)) } as @convention(c) (ID, SEL) -> Bool)
    }

    private static func isDigit(_ unit: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= unit }

    private static func isSign(_ unit: UInt8) -> Bool { unit == UInt8(ascii: "+") || unit == UInt8(ascii: "-") }

    /// Returns the text after its leading white space, as UTF-8.
    private static func trimmed(_ text: String) -> Substring.UTF8View {
        text.utf8.drop { $0 == UInt8(ascii: " ") || 9...13 ~= $0 }
    }

    /// Removes the sign and the digits from the beginning of the text and returns them.
    private static func takeInteger(_ text: inout Substring.UTF8View) -> Substring.UTF8View {
        let start = text
        if let first = text.first, isSign(first) { text.removeFirst() }
        text = text.drop(while: isDigit)
        return start[..<text.startIndex]
    }

    private static func integer(_ text: String) -> Int {
        var rest = trimmed(text)
        let digits = Substring(takeInteger(&rest))
        guard let last = digits.utf8.last, isDigit(last) else { return 0 }
        return Int(digits) ?? (digits.hasPrefix("-") ? .min : .max)
    }

    private static func double(_ text: String) -> Double {
        let start = trimmed(text)
        var rest = start
        _ = takeInteger(&rest)
        if rest.first == UInt8(ascii: ".") { rest = rest.dropFirst().drop(while: isDigit) }
        var number = start[..<rest.startIndex]
        if let first = rest.first, first | 0x20 == UInt8(ascii: "e") {
            rest.removeFirst()
            if let last = takeInteger(&rest).last, isDigit(last) { number = start[..<rest.startIndex] }
        }
        return Double(Substring(number)) ?? 0
    }

    private static func bool(_ text: String) -> Bool {
        var rest = trimmed(text)
        if let first = rest.first, isSign(first) { rest.removeFirst() }
        guard let first = rest.drop(while: { $0 == UInt8(ascii: "0") }).first else { return false }
        return "YyTt123456789".utf8.contains(first)
    }
}

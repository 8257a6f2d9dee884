// NSString+Comparing.swift - methods of NSString that compare, and the strings that are their arguments.
import MiniRuntime

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension NSString {
    static func areEqual(_ a: String, _ b: String) -> Bool {
        withUTF8(of: a) { a in
            withUTF8(of: b) { b in
                a.count == b.count && (a.isEmpty || memcmp(a.baseAddress!, b.baseAddress!, a.count) == 0)
            }
        }
    }

    /// Whether two objects that are known to be strings, or a proxy for one as the second, have the same units.
    private static func haveSameUnits(_ me: ID, _ other: ID) -> Bool {
        guard let text = text(of: other), areEqual(read(me), text) else { return false }
        return halves(of: me) == (isKind(other, of: cls) ? halves(of: other) : [])
    }

    static func addComparing(to builder: borrowing ClassBuilder) {
        let isEqual: BoolMethod = { me, _, other in
            guard let other, me != other else { return other != nil }
            return NSString.haveSameUnits(me, other)
        }
        builder.addEquality("isEqualToString:", isEqual)
        builder.add("hash", "Q", function: { me, _ in NSString.hash(of: me) } as WordMethod)
        builder.add(
            "compare:", "q", "@",
            function: { me, selector, other in
                guard let other = NSString.unitArgument(other, me, selector) else { return 0 }
                // Swift's == does not distinguish composed and decomposed forms.
                let text = NSString.readUnits(me)
                if text.halves.isEmpty && other.halves.isEmpty {
                    return NSString.order(text.string.utf16, other.string.utf16)
                }
                return NSString.order(text.units, other.units)
            } as @convention(c) (ID, SEL, ID?) -> Int)
        builder.add(
            "hasPrefix:", "B", "@",
            function: { me, selector, other in
                guard let other = NSString.unitArgument(other, me, selector), !other.string.isEmpty else {
                    return false
                }
                let text = NSString.readUnits(me)
                return text.halves.isEmpty && other.halves.isEmpty
                    ? text.string.utf16.starts(with: other.string.utf16) : text.units.starts(with: other.units)
            } as BoolMethod)
        builder.add(
            "hasSuffix:", "B", "@",
            function: { me, selector, other in
                guard let other = NSString.unitArgument(other, me, selector), !other.string.isEmpty else {
                    return false
                }
                let text = NSString.readUnits(me)
                return text.halves.isEmpty && other.halves.isEmpty
                    ? text.string.utf16.reversed().starts(with: other.string.utf16.reversed())
                    : text.units.reversed().starts(with: other.units.reversed())
            } as BoolMethod)
    }

    private static func order<Units: Sequence<UInt16>>(_ units: Units, _ others: Units) -> Int {
        if units.elementsEqual(others) { return 0 }
        return units.lexicographicallyPrecedes(others) ? -1 : 1
    }

    /// Returns the text of an argument that must be a string, with its halves of pairs; nil after raising.
    static func unitArgument(_ object: ID?, _ me: ID, _ selector: SEL) -> UnitText? {
        if let object, isKind(object, of: cls) { return readUnits(object) }
        return argument(object, me, selector).map { UnitText($0) }
    }

    /// Returns the text of an argument that must be a string; nil after raising.
    static func argument(_ object: ID?, _ me: ID, _ selector: SEL) -> String? {
        guard let object else {
            raise(ExceptionName.invalidArgument, me, selector, "nil argument")
            return nil
        }
        if let text = text(of: object) { return text }
        raise(ExceptionName.invalidArgument, me, selector, "\(UnmanagedObject(object).isa) is no string")
        return nil
    }
}

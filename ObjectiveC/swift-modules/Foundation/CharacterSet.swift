// CharacterSet.swift - sets of characters, as values. NSCharacterSet has no single members beyond U+FFFF.
import ObjectiveC

/// A set of Unicode's characters.
public struct CharacterSet: SetAlgebra, Hashable, @unchecked Sendable {
    /// An immutable set.
    private var set: NSCharacterSet

    /// Copies a set of Objective-C.
    private init(_ set: NSCharacterSet) { self.set = set.copy() as! NSCharacterSet }

    /// Creates an empty set.
    public init() { self.init(charactersIn: "") }
    /// Creates the set of the characters of a string.
    public init(charactersIn string: String) { set = NSCharacterSet(charactersIn: string) }
    /// Creates the set of the characters in a range.
    public init(charactersIn range: ClosedRange<Unicode.Scalar>) {
        let first = Int(range.lowerBound.value)
        set = NSCharacterSet(range: NSRange(location: first, length: Int(range.upperBound.value) - first + 1))
    }

    /// Returns whether a character is in the set.
    public func contains(_ member: Unicode.Scalar) -> Bool { set.characterIsMember(String(member).utf16.first!) }

    /// The set of all other characters.
    public var inverted: CharacterSet { self.set.inverted }

    /// Changes a copy of the set, which takes its place.
    private mutating func change(_ body: (NSMutableCharacterSet) -> Void) {
        let copy = set.mutableCopy() as! NSMutableCharacterSet
        body(copy)
        set = copy.copy() as! NSCharacterSet
    }

    /// Adds the characters of a string.
    public mutating func insert(charactersIn string: String) { change { $0.addCharacters(in: string) } }
    /// Removes the characters of a string.
    public mutating func remove(charactersIn string: String) { change { $0.removeCharacters(in: string) } }
    /// Replaces the set by the set of all other characters.
    public mutating func invert() { self = inverted }
}

// The requirements of SetAlgebra.
extension CharacterSet {
    /// Adds a character.
    @discardableResult
    public mutating func insert(_ member: Unicode.Scalar) -> (inserted: Bool, memberAfterInsert: Unicode.Scalar) {
        let isNew = !contains(member)
        if isNew { insert(charactersIn: String(member)) }
        return (isNew, member)
    }

    /// Removes a character, and returns it if it was in the set.
    @discardableResult public mutating func remove(_ member: Unicode.Scalar) -> Unicode.Scalar? {
        guard contains(member) else { return nil }
        remove(charactersIn: String(member))
        return member
    }

    /// Adds a character, and returns it if it was in the set.
    @discardableResult public mutating func update(with member: Unicode.Scalar) -> Unicode.Scalar? {
        insert(member).inserted ? nil : member
    }

    /// Adds the characters of another set.
    public mutating func formUnion(_ other: CharacterSet) { change { $0.formUnion(with: other) } }
    /// Removes the characters that are not in another set.
    public mutating func formIntersection(_ other: CharacterSet) { change { $0.formIntersection(with: other) } }
    /// Removes the characters that are in both sets, and adds those that are only in the other.
    public mutating func formSymmetricDifference(_ other: CharacterSet) {
        self = union(other).intersection(intersection(other).inverted)
    }
    /// Returns the characters of both sets.
    public func union(_ other: CharacterSet) -> CharacterSet {
        var result = self
        result.formUnion(other)
        return result
    }
    /// Returns the characters that are in both sets.
    public func intersection(_ other: CharacterSet) -> CharacterSet {
        var result = self
        result.formIntersection(other)
        return result
    }
    /// Returns the characters that are in one of the sets only.
    public func symmetricDifference(_ other: CharacterSet) -> CharacterSet {
        var result = self
        result.formSymmetricDifference(other)
        return result
    }
    /// Returns the characters that are not in another set.
    public func subtracting(_ other: CharacterSet) -> CharacterSet { intersection(other.inverted) }
    /// Whether another set contains all characters of this one.
    public func isSubset(of other: CharacterSet) -> Bool { other.isSuperset(of: self) }
    /// Whether the set contains all characters of another.
    public func isSuperset(of other: CharacterSet) -> Bool { set.isSuperset(of: other) }
}

// The sets that Unicode describes, and those of the parts of an address.
extension CharacterSet {
    /// White space without newlines.
    public static var whitespaces: CharacterSet { NSCharacterSet.whitespaces }
    /// The characters that end a line.
    public static var newlines: CharacterSet { NSCharacterSet.newlines }
    /// White space and newlines.
    public static var whitespacesAndNewlines: CharacterSet { NSCharacterSet.whitespacesAndNewlines }
    /// Letters and marks.
    public static var letters: CharacterSet { NSCharacterSet.letters }
    /// Letters, marks and numbers.
    public static var alphanumerics: CharacterSet { NSCharacterSet.alphanumerics }
    /// The digits of all scripts.
    public static var decimalDigits: CharacterSet { NSCharacterSet.decimalDigits }
    /// Upper-case letters.
    public static var uppercaseLetters: CharacterSet { NSCharacterSet.uppercaseLetters }
    /// Title-case letters, such as U+01C5.
    public static var capitalizedLetters: CharacterSet { NSCharacterSet.capitalizedLetters }
    /// Lower-case letters.
    public static var lowercaseLetters: CharacterSet { NSCharacterSet.lowercaseLetters }
    /// Marks.
    public static var nonBaseCharacters: CharacterSet { NSCharacterSet.nonBaseCharacters }
    /// Punctuation.
    public static var punctuationCharacters: CharacterSet { NSCharacterSet.punctuationCharacters }
    /// Symbols.
    public static var symbols: CharacterSet { NSCharacterSet.symbols }
    /// Control and format characters.
    public static var controlCharacters: CharacterSet { NSCharacterSet.controlCharacters }
    /// Characters that Unicode has not assigned.
    public static var illegalCharacters: CharacterSet { NSCharacterSet.illegalCharacters }
    /// The characters of a user's name in an address.
    public static var urlUserAllowed: CharacterSet { NSCharacterSet.urlUserAllowed }
    /// The characters of a password in an address.
    public static var urlPasswordAllowed: CharacterSet { NSCharacterSet.urlPasswordAllowed }
    /// The characters of a host in an address.
    public static var urlHostAllowed: CharacterSet { NSCharacterSet.urlHostAllowed }
    /// The characters of a path in an address.
    public static var urlPathAllowed: CharacterSet { NSCharacterSet.urlPathAllowed }
    /// The characters of a query in an address.
    public static var urlQueryAllowed: CharacterSet { NSCharacterSet.urlQueryAllowed }
    /// The characters of a fragment in an address.
    public static var urlFragmentAllowed: CharacterSet { NSCharacterSet.urlFragmentAllowed }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension CharacterSet: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSCharacterSet { set }

    public static func _forceBridgeFromObjectiveC(_ set: NSCharacterSet, result: inout CharacterSet?) {
        result = CharacterSet(set)
    }

    public static func _conditionallyBridgeFromObjectiveC(
        _ set: NSCharacterSet, result: inout CharacterSet?
    ) -> Bool {
        result = CharacterSet(set)
        return true
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ set: NSCharacterSet?) -> CharacterSet {
        set.map { CharacterSet($0) } ?? CharacterSet()
    }
}

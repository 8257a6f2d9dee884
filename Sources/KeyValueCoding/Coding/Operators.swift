// Operators.swift - collection operators: `@sum.age` of an array is a number.
//
// The operator `foo` is the method `_fooForKeyPath:` of the collection, found by ordinary method lookup. This file adds
// the built-in operators; adding a method with such a name to NSArray, NSSet or NSOrderedSet adds another. Operators
// send each member a message for the value at the rest of the key path. nil counts as 0 in sums and averages, and is
// ignored by all others.
import MiniFoundation
import MiniRuntime

/// The evaluation of an operator on a collection.
struct Operators {
    private let collection: UnmanagedObject
    private let name: String
    /// The key path after the operator; nil if there is none.
    private let path: Object?

    // ── Dispatch ────────────────────────────────────────────────────────────────────────────────────

    /// Returns the value at a key path that begins with `@`, which was sent to a collection of class `cls`.
    static func value(_ path: KeyArgument, _ cls: Class) -> UnmanagedObject? {
        let (collection, name) = (path.receiver, splitAtDot(path.text).first.dropFirst())
        let rest = path.afterFirstKey
        if let method = collection.isa.resolvedMethod(named: "_\(name)ForKeyPath:") {
            return withExtendedLifetime(rest) { collection.message(method.selector, rest?.unmanaged) }
        }
        // The key names a method of the collection itself, such as `@lastObject`.
        guard rest == nil, collection.isa.resolvedMethod(named: String(name)) != nil else {
            CodingException.unknownOperator(collection, String(name)).raise()
            return nil
        }
        return collection.messageSuper(of: cls, Selectors.valueForKeyPath, path.object)
    }

    /// Adds the operators to a collection class.
    static func add(to cls: Class) {
        for (name, function) in all { cls.addFunction(Selector("_\(name)ForKeyPath:"), "@24@0:8@16", function) }
    }

    private static let all: [(String, ObjectFromObject)] = [
        ("count", { me, _, _ in Operators.boxed(UnmanagedObject(me).sendWords(Selectors.count)) }),
        ("sum", { me, _, path in Operators(me, "sum", path)?.sum() }),
        ("avg", { me, _, path in Operators(me, "avg", path)?.average() }),
        ("min", { me, _, path in Operators(me, "min", path)?.extreme(-1) }),
        ("max", { me, _, path in Operators(me, "max", path)?.extreme(1) }),
        ("unionOfObjects", { me, _, path in Operators(me, "unionOfObjects", path)?.union() }),
        ("distinctUnionOfObjects", { me, _, path in Operators(me, "distinctUnionOfObjects", path)?.distinctUnion() }),
        ("unionOfArrays", { me, _, path in Operators(me, "unionOfArrays", path)?.nestedUnion(NSArray.cls) }),
        (
            "distinctUnionOfArrays",
            { me, _, path in Operators(me, "distinctUnionOfArrays", path)?.distinctNestedUnion(NSArray.cls) }
        ),
        ("unionOfSets", { me, _, path in Operators(me, "unionOfSets", path)?.nestedUnion(NSSet.cls) }),
        (
            "distinctUnionOfSets",
            { me, _, path in Operators(me, "distinctUnionOfSets", path)?.distinctNestedUnion(NSSet.cls) }
        ),
    ]

    private init?(_ collection: ID, _ name: String, _ path: ID?) {
        self.collection = UnmanagedObject(collection)
        self.name = name
        self.path = UnmanagedObject(path)?.retained()
        if path != nil { return }
        refuse("the operator needs a key path behind it")
        return nil
    }

    private func refuse(_ why: String) {
        RuntimeException.badArgument(collection, Selectors.valueForKeyPath, "@\(name): \(why)").raise()
    }

    // ── Members ─────────────────────────────────────────────────────────────────────────────────────

    /// Returns the value of a member at the key path.
    private func value(_ member: Object) -> Object? { member.message(Selectors.valueForKeyPath, path) }

    /// Returns the values of members at the key path, without nil. Empty if an exception was raised, which stays
    /// pending.
    private func values(of members: [Object]) -> [Object] {
        var values: [Object] = []
        for member in members {
            if let value = value(member) { values.append(value) }
            if RuntimeException.isPending { return [] }
        }
        return values
    }

    private var values: [Object] { values(of: Collections.elements(of: collection) ?? []) }

    // ── Numbers ─────────────────────────────────────────────────────────────────────────────────────

    private static func boxed(_ number: UInt) -> ID? { NSNumber.object(number).autoreleased().address }

    /// A sum in three representations.
    private struct Total {
        /// The sum as an integer; nil if a value is not an integer or the sum does not fit.
        var integer: Int? = 0
        /// The sum as a decimal; nil if a value is not finite or is outside the range of decimals.
        var decimal: DecimalNumber? = .zero
        var double = 0.0

        func average(of count: Int) -> Double {
            decimal.map { ($0 / count).double } ?? double / Double(count)
        }
    }

    /// Returns the sum of the values; nil if a value raises or is not a number.
    private func total() -> Total? {
        var total = Total()
        for value in values {
            guard let number = try? Double.bridged(from: value) else {
                refuse("a \(value.isa.name) is not a number")
                return nil
            }
            let integer = isFloating(value) ? nil : try? Int.bridged(from: value)
            total.double += number
            total.integer = total.integer.flatMap { sum in
                integer.map { sum.addingReportingOverflow($0) }.flatMap { $0.overflow ? nil : $0.partialValue }
            }
            total.decimal = total.decimal.flatMap { sum in
                (integer.map { DecimalNumber($0) } ?? decimal(value, number)).map { sum + $0 }
            }
        }
        return RuntimeException.isPending ? nil : total
    }

    private func isFloating(_ number: Object) -> Bool { ["f", "d"].contains(NSValue.encoding(of: number)) }

    /// Returns a value as a decimal; nil if it is outside the range. A float becomes the shortest decimal that is read
    /// back as that float, and not the exact value of the double that it converts to.
    private func decimal(_ value: Object, _ double: Double) -> DecimalNumber? {
        if NSValue.encoding(of: value) == "f", let float = try? Float.bridged(from: value) {
            return DecimalNumber(float)
        }
        return (try? UInt.bridged(from: value)).flatMap { isFloating(value) ? nil : DecimalNumber($0) }
            ?? DecimalNumber(double)
    }

    private func sum() -> ID? {
        guard let total = total() else { return nil }
        let sum = total.integer.map { NSNumber.object($0) } ?? NSNumber.object(total.decimal?.double ?? total.double)
        return sum.autoreleased().address
    }

    /// Returns the average; nil for an empty collection.
    private func average() -> ID? {
        guard let total = total() else { return nil }
        let count = Int(bitPattern: collection.sendWords(Selectors.count))
        return count == 0 ? nil : NSNumber.object(total.average(of: count)).autoreleased().address
    }

    /// Returns the value that `compare:` orders before (-1) or after (1) all others; nil if there is none.
    private func extreme(_ wanted: Int) -> ID? {
        var best: Object?
        for value in values {
            guard let other = best else {
                best = value
                continue
            }
            let order = Int(bitPattern: value.unmanaged.sendWords("compare:", (other.unmanaged.word, 0, 0, 0)))
            if RuntimeException.isPending { return nil }
            if order.signum() == wanted { best = value }
        }
        return best?.autoreleased().address
    }

    // ── Unions ──────────────────────────────────────────────────────────────────────────────────────

    private func union() -> ID? { array(values) }

    private func distinctUnion() -> ID? { distinct(values) }

    private func nestedUnion(_ cls: Class) -> ID? { array(nestedValues(cls)) }

    private func distinctNestedUnion(_ cls: Class) -> ID? { distinct(nestedValues(cls)) }

    /// Returns one list. For a member that is a collection of class `cls`, the list contains the values of the member's
    /// elements; for another member, it contains the elements of the member's value, which must be such a collection.
    private func nestedValues(_ cls: Class) -> [Object] {
        var all: [Object] = []
        for member in Collections.elements(of: collection) ?? [] {
            if let inner = Collections.elements(of: member, cls) {
                all += values(of: inner)
            } else if let value = value(member) {
                guard let inner = Collections.elements(of: value, cls) else {
                    refuse("a \(value.isa.name) is not a kind of \(cls.name)")
                    return []
                }
                all += inner
            }
            if RuntimeException.isPending { return [] }
        }
        return all
    }

    private func array(_ values: [Object]) -> ID? {
        RuntimeException.isPending ? nil : NSArray.object(values).autoreleased().address
    }

    /// Returns each value once: in a set if the collection is a set, otherwise in an array, in the order of first
    /// appearance.
    private func distinct(_ values: [Object]) -> ID? {
        if RuntimeException.isPending { return nil }
        if collection.isa.isSubclass(of: NSSet.cls) { return NSSet.object(values).autoreleased().address }
        return array(Collections.elements(of: NSOrderedSet.object(values)) ?? [])
    }
}

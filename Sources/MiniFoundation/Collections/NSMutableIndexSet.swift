// NSMutableIndexSet.swift - mutable sets of indexes. Use each on one thread at a time.
import MiniRuntime

/// Mutable sets of indexes. Objective-C: `NSMutableIndexSet`.
public enum NSMutableIndexSet {
    /// The runtime class.
    public static var cls: Class { NSIndexSet.family.mutable }

    /// Returns a mutable index set of these ranges. See ``NSIndexSet/object(_:)-(RangeSet<Int>)``.
    public static func object(_ ranges: RangeSet<Int> = RangeSet()) -> Object { NSIndexSet.object(ranges, cls) }

    private typealias TakingRange = @convention(c) (ID, SEL, UInt, UInt) -> Void

    static func makeClass(superclass: Class) throws -> Class {
        let builder = try ClassBuilder("NSMutableIndexSet", superclass: superclass)
        builder.addCopy("copyWithZone:") { me, _, _ in NSIndexSet.create(NSIndexSet.cls, NSIndexSet.read(me)) }
        builder.add("removeAllIndexes", "v", function: { me, _ in NSIndexSet.write(RangeSet(), to: me) } as VoidMethod)
        addAdding(to: builder)
        addRemoving(to: builder)
        return builder.register()
    }

    private static func addAdding(to builder: borrowing ClassBuilder) {
        builder.add(
            "addIndex:", "v", "Q",
            function: { me, selector, index in
                NSMutableIndexSet.change(me, NSIndexSet.range(index, 1, me, selector)) { $0.insert(contentsOf: $1) }
            } as TakingWord)
        builder.add(
            "addIndexesInRange:", "v", NSIndexSet.rangeEncoding,
            function: { me, selector, location, length in
                NSMutableIndexSet.change(me, NSIndexSet.range(location, length, me, selector)) {
                    $0.insert(contentsOf: $1)
                }
            } as TakingRange)
        builder.add(
            "addIndexes:", "v", "@",
            function: { me, selector, other in
                NSMutableIndexSet.change(me, NSIndexSet.argument(other, me, selector)) { $0.formUnion($1) }
            } as TakingObject)
    }

    private static func addRemoving(to builder: borrowing ClassBuilder) {
        builder.add(
            "removeIndex:", "v", "Q",
            function: { me, selector, index in
                NSMutableIndexSet.change(me, NSIndexSet.range(index, 1, me, selector)) { $0.remove(contentsOf: $1) }
            } as TakingWord)
        builder.add(
            "removeIndexesInRange:", "v", NSIndexSet.rangeEncoding,
            function: { me, selector, location, length in
                NSMutableIndexSet.change(me, NSIndexSet.range(location, length, me, selector)) {
                    $0.remove(contentsOf: $1)
                }
            } as TakingRange)
        builder.add(
            "removeIndexes:", "v", "@",
            function: { me, selector, other in
                NSMutableIndexSet.change(me, NSIndexSet.argument(other, me, selector)) { $0.subtract($1) }
            } as TakingObject)
    }

    /// Does nothing if `argument` is nil, the result of a check that raised.
    private static func change<Argument>(
        _ me: ID, _ argument: Argument?, _ body: (inout RangeSet<Int>, Argument) -> Void
    ) {
        guard let argument else { return }
        var ranges = NSIndexSet.take(me)
        body(&ranges, argument)
        NSIndexSet.write(ranges, to: me)
    }
}

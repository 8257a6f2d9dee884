// NSIndexSet.swift - immutable sets of indexes in ascending order: a Swift RangeSet as an object.
import MiniRuntime

/// Immutable sets of indexes. Objective-C: `NSIndexSet`.
public enum NSIndexSet {
    /// The runtime class.
    public static var cls: Class { family.immutable }

    /// Returns an index set of these ranges. No index may be negative. Objective-C: `+[NSIndexSet indexSet...]`.
    public static func object(_ ranges: RangeSet<Int>) -> Object { object(ranges, cls) }

    /// Returns an index set with these indexes.
    public static func object(_ indexes: some Sequence<Int>) -> Object { object(RangeSet(indexes: indexes)) }

    /// Returns an index set with one index, which must not be negative. Creates no RangeSet, which would cost far more.
    /// O(1).
    public static func object(_ index: Int) -> Object {
        precondition(index >= 0, "an index is negative")
        let object = allocate(cls)
        storage(of: object, as: Storage.self).pointee.single = UInt(index) + 1
        return UnmanagedObject(object).takeOwnership()
    }

    /// Returns the index of a set that ``object(_:)-(Int)`` created; nil for other objects.
    package static func single(of object: Object) -> Int? {
        withExtendedLifetime(object) { single(of: object.unmanaged.address) }
    }

    /// Whether an object is an index set.
    package static func isOne(_ object: Object) -> Bool { single(of: object) != nil || ranges(of: object) != nil }

    static func single(of object: ID) -> Int? {
        guard UnmanagedObject(object).isa == cls else { return nil }
        let single = storage(of: object, as: Storage.self).pointee.single
        return single == 0 ? nil : Int(single - 1)
    }

    /// Returns the ranges of an NSIndexSet; nil for other objects.
    public static func ranges(of object: Object) -> RangeSet<Int>? {
        withExtendedLifetime(object) { ranges(of: object.unmanaged.address) }
    }

    /// Returns the ranges of an NSIndexSet, or of a proxy for one. nil for other objects, and if an exception was
    /// raised.
    fileprivate static func ranges(of object: ID) -> RangeSet<Int>? {
        if isKind(object, of: cls) { return read(object) }
        return claimsKind(object, of: cls) ? autoreleasepoolIfNone { rangesByMessages(of: object) } : nil
    }

    /// Returns the indexes of a proxy for an index set, read by messages. nil if an exception was raised.
    private static func rangesByMessages(of object: ID) -> RangeSet<Int>? {
        let (set, check) = (UnmanagedObject(object), ExceptionCheck())
        var ranges = RangeSet<Int>()
        var index = Int(bitPattern: set.sendWords("firstIndex"))
        while !check.raised, index != notFound {
            ranges.insert(contentsOf: index..<index + 1)
            index = Int(bitPattern: set.sendWords("indexGreaterThanIndex:", (UInt(index), 0, 0, 0)))
        }
        return check.raised ? nil : ranges
    }

    static var family: Family { Foundation.classes.pointee.indexSets }

    static func object(_ ranges: RangeSet<Int>, _ cls: Class) -> Object {
        precondition(ranges.ranges.first.map { $0.lowerBound >= 0 } ?? true, "an index is negative")
        return UnmanagedObject(create(cls, ranges)).takeOwnership()
    }

    /// Returns a new index set, +1.
    static func create(_ cls: Class, _ ranges: RangeSet<Int>) -> ID {
        let object = allocate(cls)
        storage(of: object, as: Storage.self).pointee.ranges = ranges
        return object
    }

    /// Returns the ranges of an object that is known to be an index set.
    static func read(_ object: ID) -> RangeSet<Int> {
        let storage = storage(of: object, as: Storage.self)
        if storage.pointee.single > 0 { return RangeSet(Int(storage.pointee.single - 1)..<Int(storage.pointee.single)) }
        return storage.pointee.ranges ?? RangeSet()
    }

    /// Returns the ranges and leaves the set empty, so that a change of them copies nothing.
    static func take(_ object: ID) -> RangeSet<Int> {
        defer { write(RangeSet(), to: object) }
        return read(object)
    }

    static func write(_ ranges: RangeSet<Int>, to object: ID) {
        storage(of: object, as: Storage.self).pointee.single = 0
        storage(of: object, as: Storage.self).pointee.ranges = ranges
    }

    /// Returns the ranges of an argument that must be an index set; nil after raising.
    static func argument(_ argument: ID?, _ me: ID, _ selector: SEL) -> RangeSet<Int>? {
        guard isPresent(argument, "index set", me, selector) else { return nil }
        let check = ExceptionCheck()
        if let ranges = ranges(of: argument!) { return ranges }
        if check.raised { return nil }
        raise(ExceptionName.invalidArgument, me, selector, "index set argument is not an NSIndexSet")
        return nil
    }

    /// Returns the range of an `NSRange` argument; nil after raising if it goes beyond the largest index.
    static func range(_ location: UInt, _ length: UInt, _ me: ID, _ selector: SEL) -> Range<Int>? {
        let (end, overflow) = location.addingReportingOverflow(length)
        if !overflow && end <= notFound { return Int(location)..<Int(end) }
        raise(
            ExceptionName.range, me, selector,
            "Range {\(location), \(length)} exceeds maximum index value of NSNotFound - 1")
        return nil
    }

    private struct Storage {
        /// nil for an empty set.
        var ranges: RangeSet<Int>?
        /// One more than the only index of a set that was created with one; 0 if `ranges` contains the indexes.
        var single: UInt
    }
}

extension RangeSet<Int> {
    init(indexes: some Sequence<Int>) {
        self.init()
        for index in indexes { insert(contentsOf: index..<index + 1) }
    }

    /// The indexes in ascending order.
    var each: some Sequence<Int> { ranges.lazy.joined() }

    /// The number of indexes.
    var count: Int { ranges.reduce(0) { $0 + $1.count } }

    /// Returns the first range that ends after an index; nil if there is none. O(log n).
    func range(endingAfter index: Int) -> Range<Int>? {
        let place = ranges.firstPlace { $0.upperBound > index }
        return place < ranges.count ? ranges[place] : nil
    }
}

/// Stores the first range of an index set that ends after an index, its location and length. Returns false if there is
/// none, or if the object is no index set. Called by CObjectiveCFoundation.
@c(mr_index_set_range)
package func storeRange(_ set: UnsafeMutableRawPointer, _ index: UInt, _ range: UnsafeMutablePointer<UInt>) -> Bool {
    guard let index = Int(exactly: index), let found = NSIndexSet.ranges(of: set)?.range(endingAfter: index) else {
        return false
    }
    range[0] = UInt(found.lowerBound)
    range[1] = UInt(found.count)
    return true
}

extension RangeSet<Int>.Ranges {
    /// Returns the place of the first range for which `isBeyond` holds, as it does for all later ones; `count` if there
    /// is none. O(log n).
    fileprivate func firstPlace(_ isBeyond: (Range<Int>) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBeyond(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

// ── Methods ─────────────────────────────────────────────────────────────────────────────────────────

extension NSIndexSet {
    typealias FromRange = @convention(c) (ID, SEL, UInt, UInt) -> ID?
    private typealias WordFromWord = @convention(c) (ID, SEL, UInt) -> UInt
    static let rangeEncoding = "{_NSRange=QQ}"

    static func makeClass() throws -> Class {
        var builder = try ClassBuilder("NSIndexSet")
        try builder.addStorage(Storage.self)
        addConstructors(to: builder)
        addReading(to: builder)
        addComparing(to: builder)
        builder.addDealloc { me, _ in
            storage(of: me, as: Storage.self).deinitialize(count: 1)
            superDealloc(me)
        }
        return builder.register()
    }

    private static func addConstructors(to builder: borrowing ClassBuilder) {
        builder.addEmptyConstructor("indexSet")
        builder.addConstructor(
            ("indexSetWithIndex:", "initWithIndex:"), "Q",
            function: { me, selector, index in
                initialize(me) { set in
                    if let range = NSIndexSet.range(index, 1, me, selector) {
                        NSIndexSet.write(RangeSet(range), to: set)
                    }
                }
            } as ObjectFromWord)
        builder.addConstructor(
            ("indexSetWithIndexesInRange:", "initWithIndexesInRange:"), rangeEncoding,
            function: { me, selector, location, length in
                initialize(me) { set in
                    if let range = NSIndexSet.range(location, length, me, selector) {
                        NSIndexSet.write(RangeSet(range), to: set)
                    }
                }
            } as FromRange)
        builder.add(
            "initWithIndexSet:", "@", "@",
            function: { me, selector, other in
                initialize(me) { set in
                    if let ranges = NSIndexSet.argument(other, me, selector) { NSIndexSet.write(ranges, to: set) }
                }
            } as ObjectFromObject)
        builder.addCopy("copyWithZone:", retainedSelf)
        builder.addCopy("mutableCopyWithZone:") { me, _, _ in
            NSIndexSet.create(NSMutableIndexSet.cls, NSIndexSet.read(me))
        }
    }

    private static func addReading(to builder: borrowing ClassBuilder) {
        builder.add(Selectors.count, "Q", function: { me, _ in UInt(NSIndexSet.read(me).count) } as WordMethod)
        builder.add(
            "firstIndex", "Q",
            function: { me, _ in UInt(NSIndexSet.read(me).ranges.first?.first ?? notFound) } as WordMethod)
        builder.add(
            "lastIndex", "Q",
            function: { me, _ in UInt(NSIndexSet.read(me).ranges.last?.last ?? notFound) } as WordMethod)
        builder.add(
            "containsIndex:", "B", "Q",
            function: { me, _, index in
                Int(exactly: index).map { NSIndexSet.read(me).contains($0) } ?? false
            } as @convention(c) (ID, SEL, UInt) -> Bool)
        builder.add(
            "indexGreaterThanIndex:", "Q", "Q",
            function: { me, _, index in
                guard let index = Int(exactly: index), index < notFound else { return UInt(notFound) }
                let range = NSIndexSet.read(me).range(endingAfter: index + 1)
                return UInt(range.map { max($0.lowerBound, index + 1) } ?? notFound)
            } as WordFromWord)
        builder.add(
            "indexLessThanIndex:", "Q", "Q",
            function: { me, _, index in
                let index = Int(clamping: index)
                let ranges = NSIndexSet.read(me).ranges
                let place = ranges.firstPlace { $0.lowerBound >= index }
                return UInt(place > 0 ? min(ranges[place - 1].upperBound, index) - 1 : notFound)
            } as WordFromWord)
        builder.add(
            "description", "@", function: { me, _ in NSString.autoreleased(NSIndexSet.text(of: me)) } as ObjectMethod)
    }

    private static func text(of me: ID) -> String {
        let object = classAndAddress(of: me)
        let ranges = read(me).ranges
        if ranges.isEmpty { return "\(object)(no indexes)" }
        let list = ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound - 1)" }
        return "\(object)[number of indexes: \(read(me).count) (in \(ranges.count) ranges), "
            + "indexes: (\(list.joined(separator: " ")))]"
    }

    private static func addComparing(to builder: borrowing ClassBuilder) {
        builder.addEquality("isEqualToIndexSet:") { me, _, other in
            areEqual(me, other, NSIndexSet.family) { NSIndexSet.read(me) == NSIndexSet.ranges(of: $0) }
        }
        builder.add(
            "hash", "Q",
            function: { me, _ in
                let ranges = NSIndexSet.read(me)
                return UInt(ranges.count) &+ 31 &* UInt(ranges.ranges.first?.lowerBound ?? 0)
            } as WordMethod)
    }
}

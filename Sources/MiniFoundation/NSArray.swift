// NSArray.swift - objects in order, immutable. Retains its elements.
//
//      │ isa │ count │ elements ─┼─► │ id │ id │ ... │
import MiniRuntime

/// Ordered collections as objects. Objective-C: `NSArray`.
public enum NSArray {
    /// The runtime class.
    public static var cls: Class { Foundation.classes.pointee.array }

    /// An array of these objects. O(n). Objective-C: `+[NSArray arrayWithObjects:]`.
    public static func object(_ elements: [Object]) -> Object {
        let array = allocate(cls)
        fill(array, count: elements.count) { elements[$0].unmanaged.address }
        return UnmanagedObject(array).takeOwnership()
    }

    /// The elements of an NSArray; nil for other objects. O(n).
    public static func elements(of object: Object) -> [Object]? {
        let address = object.unmanaged.address
        return isKind(address, of: cls) ? read(address).map { UnmanagedObject($0).retained() } : nil
    }
}

// ── Storage ─────────────────────────────────────────────────────────────────────────────────────────

struct ArrayStorage {
    var count: Int
    /// nil if there are none.
    var elements: UnsafeMutablePointer<ID>?
}

extension NSArray {
    /// Fills an instance that `alloc` returned, and retains what it is filled with.
    static func fill(_ object: ID, count: Int, _ element: (Int) -> ID) {
        guard count > 0 else { return }
        let elements = UnsafeMutablePointer<ID>.allocate(capacity: count)
        for index in 0..<count { (elements + index).initialize(to: retain(element(index))) }
        storage(of: object, as: ArrayStorage.self).pointee = ArrayStorage(count: count, elements: elements)
    }

    /// A +0 array.
    static func autoreleased(_ elements: some RandomAccessCollection<ID>) -> ID {
        let array = allocate(cls)
        fill(array, count: elements.count) { elements[elements.index(elements.startIndex, offsetBy: $0)] }
        return MiniFoundation.autoreleased(array)
    }

    /// The elements, borrowed.
    static func read(_ object: ID) -> UnsafeMutableBufferPointer<ID> {
        let storage = storage(of: object, as: ArrayStorage.self).pointee
        return UnsafeMutableBufferPointer(start: storage.elements, count: storage.count)
    }

    private static func index(of wanted: ID?, in array: ID) -> Int? {
        guard let wanted else { return nil }
        for (index, element) in read(array).enumerated() {
            if isEqual(element, wanted) { return index }
            if RuntimeException.isPending { return nil }
        }
        return nil
    }

    private static func areEqual(_ a: ID, _ b: ID) -> Bool {
        let (a, b) = (read(a), read(b))
        guard a.count == b.count else { return false }
        for index in a.indices where !isEqual(a[index], b[index]) { return false }
        return true
    }
}

// ── Methods ─────────────────────────────────────────────────────────────────────────────────────────

extension NSArray {
    private typealias FromObjects = @convention(c) (ID, SEL, UnsafePointer<ID?>?, Int) -> ID?

    static func makeClass() throws -> Class {
        var builder = try ClassBuilder("NSArray")
        try builder.addStorage(ArrayStorage.self)
        addMaking(to: builder)
        addReading(to: builder)
        addComparing(to: builder)
        builder.add("copyWithZone:", "@", "^v", function: retainedSelf)
        builder.add(
            "dealloc", "v",
            function: { me, _ in
                let elements = NSArray.read(me)
                elements.forEach(release)
                elements.deallocate()
                superDealloc(me)
            } as VoidMethod)
        return builder.register()
    }

    private static func addMaking(to builder: borrowing ClassBuilder) {
        builder.addToClass(
            "array", "@", function: { me, _ in MiniFoundation.autoreleased(allocate(me)) } as ObjectMethod)
        builder.addToClass(
            "arrayWithObject:", "@", "@",
            function: { me, selector, object in
                withUnsafePointer(to: object) { NSArray.made(allocate(me), me, selector, $0, 1) }.map(
                    MiniFoundation.autoreleased)
            } as ObjectFromObject)
        builder.addToClass(
            "arrayWithObjects:count:", "@", "r^@", "Q",
            function: { me, selector, objects, count in
                NSArray.made(allocate(me), me, selector, objects, count).map(MiniFoundation.autoreleased)
            } as FromObjects)
        builder.add(
            "initWithObjects:count:", "@", "r^@", "Q",
            function: { me, selector, objects, count in
                NSArray.made(me, me, selector, objects, count)
            } as FromObjects)
    }

    /// nil objects raise.
    private static func made(_ array: ID, _ me: ID, _ selector: SEL, _ objects: UnsafePointer<ID?>?, _ count: Int)
        -> ID?
    {
        let objects = UnsafeBufferPointer(start: objects, count: objects == nil ? 0 : count)
        if let index = objects.firstIndex(of: nil) {
            raise(ExceptionName.invalidArgument, me, selector, "attempt to insert nil object from objects[\(index)]")
            release(array)
            return nil
        }
        fill(array, count: objects.count) { objects[$0]! }
        return array
    }

    private static func addReading(to builder: borrowing ClassBuilder) {
        builder.add("count", "Q", function: { me, _ in UInt(NSArray.read(me).count) } as WordMethod)
        for name in ["objectAtIndex:", "objectAtIndexedSubscript:"] {
            builder.add(
                Selector(name), "@", "Q",
                function: { me, selector, index in
                    let elements = NSArray.read(me)
                    if index < elements.count { return elements[Int(index)] }
                    let bounds = elements.isEmpty ? "for empty array" : "[0 .. \(elements.count - 1)]"
                    raise(ExceptionName.range, me, selector, "index \(index) beyond bounds \(bounds)")
                    return nil
                } as @convention(c) (ID, SEL, UInt) -> ID?)
        }
        builder.add("firstObject", "@", function: { me, _ in NSArray.read(me).first } as ObjectMethod)
        builder.add("lastObject", "@", function: { me, _ in NSArray.read(me).last } as ObjectMethod)
        builder.add(
            "containsObject:", "B", "@",
            function: { me, _, object in NSArray.index(of: object, in: me) != nil } as Question)
        builder.add(
            "indexOfObject:", "Q", "@",
            function: { me, _, object in
                UInt(NSArray.index(of: object, in: me) ?? notFound)
            } as @convention(c) (ID, SEL, ID?) -> UInt)
        builder.add(
            "description", "@",
            function: { me, _ in NSString.autoreleased(CollectionText.text(of: me)) } as ObjectMethod)
    }

    private static func addComparing(to builder: borrowing ClassBuilder) {
        let isEqual: Question = { me, _, other in
            guard let other, me != other else { return other != nil }
            return isKind(other, of: NSArray.cls) && NSArray.areEqual(me, other)
        }
        builder.add("isEqual:", "B", "@", function: isEqual)
        builder.add("isEqualToArray:", "B", "@", function: isEqual)
        builder.add("hash", "Q", function: { me, _ in UInt(NSArray.read(me).count) } as WordMethod)
    }
}

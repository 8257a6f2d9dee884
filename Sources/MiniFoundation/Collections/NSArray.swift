// NSArray.swift - immutable ordered collections, stored in an ObjectList.
//
// Primitives: count, objectAtIndex:. A subclass that overrides them has its own storage.
import MiniRuntime

/// Immutable ordered collections. Objective-C: `NSArray`.
public enum NSArray {
    /// The runtime class.
    public static var cls: Class { family.immutable }

    /// Returns an array with these objects. O(n). Objective-C: `+[NSArray arrayWithObjects:]`.
    public static func object(_ elements: [Object]) -> Object { object(elements, cls) }

    /// Returns the elements of an NSArray, read by messages if it is of a subclass. nil for other objects, and if an
    /// exception was raised. O(n).
    public static func elements(of object: Object) -> [Object]? {
        guard object.isa == cls else { return family.elements(of: object) }
        return withExtendedLifetime(object) {
            ObjectList(of: object.unmanaged.address).elements.map { UnmanagedObject($0).retained() }
        }
    }

    static var family: Family { Foundation.classes.pointee.arrays }

    static func object(_ elements: [Object], _ cls: Class) -> Object {
        withExtendedLifetime(elements) {
            UnmanagedObject(create(cls, elements.lazy.map { $0.unmanaged.address })).takeOwnership()
        }
    }

    /// Returns a new array, +1.
    static func create(_ cls: Class, _ elements: some Collection<ID>) -> ID {
        let array = allocate(cls)
        ObjectList(of: array).fill(elements)
        return array
    }

    /// Returns a new array, autoreleased.
    static func autoreleased(_ elements: [ID]) -> ID {
        MiniFoundation.autoreleased(create(cls, elements))
    }
}

// ── Methods ─────────────────────────────────────────────────────────────────────────────────────────

extension NSArray {
    private typealias Search = @convention(c) (ID, SEL, ID?) -> UInt

    static func makeClass() throws -> Class {
        var builder = try ClassBuilder("NSArray")
        try builder.addStorage(ObjectList.Storage.self)
        addConstructors(to: builder)
        addReading(to: builder)
        builder.addOrderedReading()
        builder.addCollection(
            equality: "isEqualToArray:",
            isEqual: { me, _, other in
                areEqual(me, other, NSArray.family) { haveEqualElements(me, $0) }
            },
            enumeration: { me, _, state, room, capacity in
                let request = EnumerationRequest(state, room, capacity)
                if NSArray.family.overrides(Selectors.objectAtIndex, in: me) { return request.fillByIndex(me) }
                let list = ObjectList(of: me)
                return request.answer(list.elements, mutations: list.mutations)
            },
            dealloc: { me, _ in
                ObjectList(of: me).removeAll()
                superDealloc(me)
            })
        return builder.register()
    }

    private static func addConstructors(to builder: borrowing ClassBuilder) {
        builder.addEmptyConstructor("array")
        builder.addToClass(
            "arrayWithObject:", "@", "@",
            function: { me, selector, object in
                initialize(me) { array in
                    withUnsafePointer(to: object) { NSArray.fill(array, me, selector, $0, 1) }
                }
            } as ObjectFromObject)
        builder.addConstructor(
            ("arrayWithObjects:count:", "initWithObjects:count:"), "r^@", "Q",
            function: { me, selector, objects, count in
                initialize(me) { NSArray.fill($0, me, selector, objects, count) }
            } as ObjectFromList)
        builder.addConstructor(
            ("arrayWithArray:", "initWithArray:"), "@",
            function: { me, selector, other in
                initialize(me) { ObjectList(of: $0).fill(NSArray.family.members(of: other, me, selector) ?? []) }
            } as ObjectFromObject)
        builder.addCopy("copyWithZone:", retainedSelf)
        builder.addCopy("mutableCopyWithZone:") { me, _, _ in
            members(of: me).map { NSArray.create(NSMutableArray.cls, $0) }
        }
        builder.add(
            "arrayByAddingObject:", "@", "@",
            function: { me, selector, object in
                guard isPresent(object, "object", me, selector) else { return nil }
                return members(of: me).map { NSArray.autoreleased($0 + [object!]) }
            } as ObjectFromObject)
    }

    private static func fill(_ array: ID, _ me: ID, _ selector: SEL, _ objects: UnsafePointer<ID?>?, _ count: UInt) {
        if let objects = presentObjects(objects, count, "objects", me, selector) { ObjectList(of: array).fill(objects) }
    }

    private static func addReading(to builder: borrowing ClassBuilder) {
        builder.add(Selectors.count, "Q", function: { me, _ in UInt(ObjectList(of: me).count) } as WordMethod)
        builder.add(
            Selectors.objectAtIndex, "@", "Q",
            function: { me, selector, index in
                let elements = ObjectList(of: me).elements
                return isInBounds(index, elements.count, me, selector) ? elements[Int(index)] : nil
            } as ObjectFromWord)
        builder.add(
            "containsObject:", "B", "@",
            function: { me, _, object in NSArray.index(of: object, in: me, by: isEqual) != nil } as BoolMethod)
        builder.add(
            Selectors.indexOfObject, "Q", "@",
            function: { me, _, object in
                UInt(NSArray.index(of: object, in: me, by: isEqual) ?? notFound)
            } as Search)
        builder.add(
            "indexOfObjectIdenticalTo:", "Q", "@",
            function: { me, _, object in UInt(NSArray.index(of: object, in: me, by: ==) ?? notFound) } as Search)
    }

    /// Returns the index of the first element that compares as equal; nil if there is none, or if an exception was
    /// raised.
    private static func index(of wanted: ID?, in array: ID, by areEqual: (ID, ID) -> Bool) -> Int? {
        guard let wanted else { return nil }
        let check = ExceptionCheck()
        var index = 0
        let isAbsent = everyMember(of: array) { member in
            if areEqual(member, wanted) || check.raised { return false }
            index += 1
            return true
        }
        return isAbsent || check.raised ? nil : index
    }
}

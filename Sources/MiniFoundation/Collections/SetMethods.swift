// SetMethods.swift - what sets and ordered sets have in common: a table of members, and the arithmetic of sets.
import MiniRuntime

/// The members of a set.
typealias MemberTable = HashTable<Void>

extension HashTable<Void> {
    static func object(_ members: [Object], _ cls: Class) -> Object {
        let set = withExtendedLifetime(members) { create(cls, members.map { $0.unmanaged.address }) }
        RuntimeException.terminateIfUncaught()
        return UnmanagedObject(set).takeOwnership()
    }

    /// A +1 set of any class that has such a table.
    static func create(_ cls: Class, _ members: [ID]) -> ID {
        let set = allocate(cls)
        MemberTable(of: set).fill(members)
        return set
    }

    /// Retains what is new. What raises is left out.
    func fill(_ members: [ID]?) {
        guard let members else { return }
        reserve(members.count)
        for member in members { add(member) }
    }

    /// Retains it if it is new.
    func add(_ member: ID) {
        if case .absent(let hash) = search(member) { append(hash: hash, key: retain(member), value: ()) }
    }

    /// Releases all.
    func releaseAll() {
        removeAll { key, _ in release(key) }
    }
}

extension ClassBuilder {
    /// Adds `setWithObject:`, `setWithArray:`, `setWithObjects:count:` to the class, and `init...` to instances.
    /// - Parameter name: `set` or `orderedSet`.
    func addSetMaking(_ name: String) {
        addMaking(
            (Selector("\(name)WithObject:"), "initWithObject:"), "@",
            function: { me, selector, object in
                making(me) { set in
                    if isPresent(object, "object", me, selector) { MemberTable(of: set).add(object!) }
                }
            } as ObjectFromObject)
        addMaking(
            (Selector("\(name)WithArray:"), "initWithArray:"), "@",
            function: { me, selector, other in
                making(me) { MemberTable(of: $0).fill(NSArray.family.members(of: other, me, selector)) }
            } as ObjectFromObject)
        addMaking(
            (Selector("\(name)WithObjects:count:"), "initWithObjects:count:"), "r^@", "Q",
            function: { me, selector, objects, count in
                making(me) { set in
                    let objects = UnsafeBufferPointer(start: objects, count: objects == nil ? 0 : count)
                    guard arePresent(objects, "objects", me, selector) else { return }
                    MemberTable(of: set).fill(objects.map { $0! })
                }
            } as ObjectFromList)
    }

    /// Adds `unionSet:`, `minusSet:`, `intersectSet:`.
    func addSetArithmetic() {
        add(
            "unionSet:", "v", "@",
            function: { me, selector, other in
                sendEach(NSSet.family.members(of: other, me, selector), as: Selectors.addObject, to: me)
            } as TakingObject)
        add(
            "minusSet:", "v", "@",
            function: { me, selector, other in
                sendEach(NSSet.family.members(of: other, me, selector), as: Selectors.removeObject, to: me)
            } as TakingObject)
        add(
            "intersectSet:", "v", "@",
            function: { me, selector, other in
                intersect(me, other, accepted: NSSet.family.accepts(other, me, selector), NSSet.contains)
            } as TakingObject)
    }
}

/// Removes, by message, what the other set does not contain; everything if that is nil, and nothing if one raises.
func intersect(_ me: ID, _ other: ID?, accepted: Bool, _ contains: (ID, ID) -> Bool) {
    guard accepted || other == nil else { return }
    let watch = ExceptionWatch()
    let unwanted = members(of: me)?.filter { member in !(other.map { contains(member, $0) } ?? false) }
    if !watch.raised { sendEach(unwanted, as: Selectors.removeObject, to: me) }
}

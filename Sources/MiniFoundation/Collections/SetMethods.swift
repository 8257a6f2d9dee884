// SetMethods.swift - code shared by sets and ordered sets: the table of members, and set arithmetic.
import MiniRuntime

/// A hash table without values: the members of a set.
typealias MemberTable = HashTable<Void>

extension HashTable<Void> {
    static func object(_ members: [Object], _ cls: Class) -> Object {
        let set = withExtendedLifetime(members) {
            autoreleasepoolIfNone { create(cls, members.map { $0.unmanaged.address }) }
        }
        RuntimeException.terminateIfUncaught()
        return UnmanagedObject(set).takeOwnership()
    }

    /// Returns a new set of any class with such a table, +1.
    static func create(_ cls: Class, _ members: [ID]) -> ID {
        let set = allocate(cls)
        MemberTable(of: set).fill(members)
        return set
    }

    /// Retains and adds the members that are new. Leaves out those that raise.
    func fill(_ members: [ID]?) {
        guard let members else { return }
        reserve(members.count)
        keepingAlive(members) {
            for member in members { add(member) }
        }
    }

    /// Retains and adds a member if it is new.
    func add(_ member: ID) {
        if case .absent(let hash) = search(member) { append(hash: hash, key: retain(member), value: ()) }
    }

    /// Removes all members and releases them.
    func releaseAll() {
        removeAll { key, _ in release(key) }
    }
}

extension ClassBuilder {
    /// Adds the class methods `setWithObject:`, `setWithArray:`, `setWithObjects:count:` and the corresponding init
    /// methods.
    /// - Parameter name: `set` or `orderedSet`, the first word of the selectors.
    func addSetMaking(_ name: String) {
        addConstructor(
            (Selector("\(name)WithObject:"), "initWithObject:"), "@",
            function: { me, selector, object in
                initialize(me) { set in
                    if isPresent(object, "object", me, selector) { MemberTable(of: set).add(object!) }
                }
            } as ObjectFromObject)
        addConstructor(
            (Selector("\(name)WithArray:"), "initWithArray:"), "@",
            function: { me, selector, other in
                initialize(me) { MemberTable(of: $0).fill(NSArray.family.members(of: other, me, selector)) }
            } as ObjectFromObject)
        addConstructor(
            (Selector("\(name)WithObjects:count:"), "initWithObjects:count:"), "r^@", "Q",
            function: { me, selector, objects, count in
                initialize(me) { set in
                    guard let objects = presentObjects(objects, count, "objects", me, selector) else { return }
                    MemberTable(of: set).fill(objects)
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

/// Removes, by messages, the members that `other` does not contain; all members if `other` is nil. Removes none if an
/// exception is raised.
func intersect(_ me: ID, _ other: ID?, accepted: Bool, _ contains: (ID, ID) -> Bool) {
    guard accepted || other == nil else { return }
    let check = ExceptionCheck()
    guard let members = members(of: me) else { return }
    keepingAlive(members) {
        let unwanted = members.filter { member in !(other.map { contains(member, $0) } ?? false) }
        if !check.raised { sendEach(unwanted, as: Selectors.removeObject, to: me) }
    }
}

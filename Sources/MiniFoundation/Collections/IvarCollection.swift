// IvarCollection.swift - changing the collection in an ivar of an object, which any number of threads may read.
//
// The ivar holds an NSArray, NSSet or NSDictionary, which others may have got from the getter, and which does not change for
// them. Nobody has got it in the usual case: it is changed in place. Otherwise a changed copy takes its place. In two steps: what
// is to be done is found out by messages, with no lock held; then it is done, under the ivar's lock, and sends none.
import MiniRuntime

/// Where something is to be done to an array. One place is the usual case, and a set of ranges the slow one.
enum Places {
    case one(Int)
    case many(RangeSet<Int>)
}

/// What is to be done to a collection.
struct Plan<Details> {
    /// What the collection will own, borrowed.
    var taken: [ID] = []
    let details: Details
}

/// A collection of one class in an ivar.
struct IvarCollection {
    let cls: Class
    let ivar: StrongIvar

    /// Makes a change. An ivar that holds nil, or a collection of a subclass, gets one of this class.
    /// - Parameters:
    ///   - prepare: looks at the collection, by messages; nil if there is nothing to do, or if it raised.
    ///   - apply: makes the change, and sends nothing. It takes over what the plan says, and returns what is to be released.
    func change<Details>(
        _ object: UnmanagedObject, prepare: (ID) -> Plan<Details>?, apply: (ID, [ID], Details) -> [ID]
    ) {
        // Once more whenever another thread has changed the ivar meanwhile.
        while !ivar.read(object, { attempt($0, of: object, prepare, apply) }) {}
    }

    /// false if the ivar holds another collection by now.
    private func attempt<Details>(
        _ current: UnmanagedObject?, of object: UnmanagedObject, _ prepare: (ID) -> Plan<Details>?,
        _ apply: (ID, [ID], Details) -> [ID]
    ) -> Bool {
        if let current, current.isa == cls {
            guard let plan = prepare(current.address) else { return true }
            plan.taken.forEach { retain($0) }
            var left = plan.taken
            let isChanged = ivar.changeInPlace(current, of: object) {
                left = apply(current.address, plan.taken, plan.details)
            }
            left.forEach(release)
            if isChanged { return true }
        }
        // Somebody has the collection: it stays as it is for them.
        guard let copy = copy(current) else { return true }
        return withExtendedLifetime(copy) {
            let address = copy.unmanaged.address
            guard let plan = prepare(address) else { return true }
            apply(address, plan.taken.map { retain($0) }, plan.details).forEach(release)
            return ivar.replace(current, by: copy, of: object)
        }
    }

    /// nil if an exception was raised.
    private func copy(_ current: UnmanagedObject?) -> Object? {
        if cls == NSDictionary.cls {
            let entries = current.map { NSDictionary.entries(of: $0.address) } ?? []
            return entries.map { UnmanagedObject(NSDictionary.create(cls, $0)).takeOwnership() }
        }
        let members = current.map { MiniFoundation.members(of: $0.address) } ?? []
        guard let members else { return nil }
        let copy = cls == NSArray.cls ? NSArray.create(cls, members) : MemberTable.create(cls, members)
        return UnmanagedObject(copy).takeOwnership()
    }
}

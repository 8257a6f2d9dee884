// IvarCollection.swift - changes the collection in an ivar of an object, while any number of threads may read it.
//
// The ivar contains an NSArray, NSSet or NSDictionary, which is immutable for all code that has got it from the getter.
// Usually the ivar is its only owner, and it is changed in place. Otherwise a changed copy replaces it. A change has
// two steps: a plan, for which messages are sent with no lock held, and the change itself, which runs under the ivar's
// lock and sends none.
import MiniRuntime

/// The indexes of a change in an array. One index is the usual and fast case.
enum Places {
    case one(Int)
    case many(RangeSet<Int>)
}

/// A planned change of a collection.
struct Plan<Details> {
    /// The objects that the collection will own, borrowed.
    var taken: [ID] = []
    let details: Details
}

/// A collection of one class in an ivar.
struct IvarCollection {
    let cls: Class
    let ivar: StrongIvar

    /// Changes the collection. Replaces nil, or a collection of a subclass, by a collection of this class.
    /// - Parameters:
    ///   - prepare: returns the plan, and may send messages. nil if there is nothing to change, or if it raised.
    ///   - apply: changes the collection without sending messages. Takes over a +1 of each of the plan's objects, and
    ///     returns the objects to release.
    func change<Details>(
        _ object: UnmanagedObject, prepare: (ID) -> Plan<Details>?, apply: (ID, [ID], Details) -> [ID]
    ) {
        // Starts again if another thread has changed the ivar.
        while !ivar.read(object, { attempt($0, of: object, prepare, apply) }) {}
    }

    /// Returns false if the ivar contains another collection now.
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
        // The collection has other owners, for whom it must not change.
        guard let copy = copy(current) else { return true }
        return withExtendedLifetime(copy) {
            let address = copy.unmanaged.address
            guard let plan = prepare(address) else { return true }
            apply(address, plan.taken.map { retain($0) }, plan.details).forEach(release)
            return ivar.replace(current, by: copy, of: object)
        }
    }

    /// Returns a collection of this class with the same members; nil if an exception was raised.
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

// SetElements.swift - changes a set that is a property, member by member.
import MiniFoundation
import MiniRuntime

/// The members of a set that is a property, for changes in place: `cart.tags.insert("gift")`.
///
/// Each function sends a message to the object, `addTags:`, `removeTags:` or `intersectTags:`, which notifies observers
/// of the inserted or removed members: an insertion or a removal. A function that changes nothing sends nothing. A
/// property with `willSet` or `didSet`, one that does not own its value, and one of an existing class are set as a
/// whole instead.
///
/// Each message is atomic. A change costs as much as the given members. If other code got the whole set from the getter
/// and still owns it, the next change copies the set once.
public struct SetElements<Element: PropertyValue & Hashable>: Sendable {
    let property: CollectionProperty

    /// Inserts a member unless the set has an equal one, by `isEqual:` of the objects that stand for the members.
    /// - Returns: whether the member was inserted, and the member that the set has now.
    @discardableResult
    public func insert(_ member: Element) -> (inserted: Bool, memberAfterInsert: Element) {
        if let present = self.member(member) { return (false, present) }
        add([member])
        return (true, member)
    }

    /// Removes the member that is equal to `member`, and returns it; nil if the set has none.
    @discardableResult public func remove(_ member: Element) -> Element? {
        guard let present = self.member(member) else { return nil }
        subtract([member])
        return present
    }

    /// Inserts the members that the set does not have: one insertion.
    public func formUnion(_ members: some Sequence<Element>) {
        add(Set(members).filter { member($0) == nil })
    }

    /// Removes the members that the set has: one removal.
    public func subtract(_ members: some Sequence<Element>) {
        let present = Set(members).filter { member($0) != nil }
        guard !present.isEmpty else { return }
        let objects = objects(present)
        property.send(property.selectors?.remove, objects) { try $0.send("minusSet:", objects) }
    }

    /// Removes all members except those given: one removal.
    public func formIntersection(_ members: some Sequence<Element>) {
        let kept = Set(members).filter { member($0) != nil }
        guard kept.count < count else { return }
        let objects = objects(kept)
        property.send(property.selectors?.replace, objects) { try $0.send("intersectSet:", objects) }
    }

    /// Removes the given members that the set has, and inserts the others: a removal and an insertion.
    public func formSymmetricDifference(_ members: some Sequence<Element>) {
        let present = Set(members).filter { member($0) != nil }
        let absent = Set(members).subtracting(present)
        subtract(present)
        add(absent)
    }

    /// Removes all members: one removal.
    public func removeAll() { formIntersection([]) }

    private var count: Int { property.count }

    private func member(_ member: Element) -> Element? { property.member(member) }

    private func add(_ members: Set<Element>) {
        guard !members.isEmpty else { return }
        let objects = objects(members)
        property.send(property.selectors?.insert, objects) { try $0.send("unionSet:", objects) }
    }

    private func objects(_ members: Set<Element>) -> Object { NSSet.object(members.map(boxedElement)) }
}

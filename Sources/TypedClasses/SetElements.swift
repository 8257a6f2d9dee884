// SetElements.swift - changing a set that is a property, member by member.
import MiniFoundation
import MiniRuntime

/// The members of a set that is a property, to be changed in place: `cart.tags.insert("gift")`.
///
/// Each function sends a message to the object, `addTags:`, `removeTags:` or `intersectTags:`, whose observers are told
/// which members came or went: an insertion or a removal. Nothing is sent where nothing changes. A property with `willSet` or
/// `didSet`, and one that does not own its value, is set as a whole.
///
/// Each message is atomic. The cost is that of the members given; it is that of the whole set once after somebody has got it by
/// the getter and keeps it.
public struct SetElements<Element: PropertyValue & Hashable>: Sendable {
    let property: CollectionProperty

    /// Inserts a member that is not there yet.
    /// - Returns: whether it was not, and the member that is there now.
    @discardableResult
    public func insert(_ member: Element) -> (inserted: Bool, memberAfterInsert: Element) {
        if let present = self.member(member) { return (false, present) }
        add([member])
        return (true, member)
    }

    /// Removes a member, and returns it; nil if it is not there.
    @discardableResult public func remove(_ member: Element) -> Element? {
        guard let present = self.member(member) else { return nil }
        subtract([member])
        return present
    }

    /// Inserts those that are not there yet: one insertion.
    public func formUnion(_ members: some Sequence<Element>) {
        add(Set(members).filter { member($0) == nil })
    }

    /// Removes those that are there: one removal.
    public func subtract(_ members: some Sequence<Element>) {
        let present = Set(members).filter { member($0) != nil }
        guard !present.isEmpty else { return }
        let objects = objects(present)
        property.send(property.selectors?.remove, objects) { try $0.send("minusSet:", objects) }
    }

    /// Removes all but these: one removal.
    public func formIntersection(_ members: some Sequence<Element>) {
        let kept = Set(members).filter { member($0) != nil }
        guard kept.count < count else { return }
        let objects = objects(kept)
        property.send(property.selectors?.replace, objects) { try $0.send("intersectSet:", objects) }
    }

    /// Removes those that are there, and inserts those that are not: a removal and an insertion.
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

// MutableSetProxy.swift - the result of `mutableSetValueForKey:`, which changes an unordered to-many property.
//
//      add<Key>Object:     or  add<Key>:
//      remove<Key>Object:  or  remove<Key>:
//      intersect<Key>:  set<Key>:               optional
//
// A class that can both add and remove is sent its own mutators, which notify if the object is observed. Otherwise the
// property is changed as a collection. Each message makes one change where the mutators allow it.
import MiniFoundation
import MiniRuntime

/// The mutators of a key, for the instances of one class.
final class SetMutators: Sendable {
    private let addOne, addMany, removeOne, removeMany, intersect, set: Selector?
    private let hasRequiredMutators: Bool
    private let automatic: HeldKey?

    private init(_ search: AccessorSearch) {
        let name = search.name
        addOne = search.selector("add\(name)Object:", .object)
        addMany = search.selector("add\(name):", .object)
        removeOne = search.selector("remove\(name)Object:", .object)
        removeMany = search.selector("remove\(name):", .object)
        intersect = search.selector("intersect\(name):", .object)
        set = search.selector("set\(name):", .object)
        hasRequiredMutators = (addOne ?? addMany) != nil && (removeOne ?? removeMany) != nil
        automatic = search.automaticKey()
    }

    private static let cache = AccessorCache<SetMutators>()

    /// Returns the mutators of a property; nil with an exception pending.
    static func find(_ target: ProxyTarget) -> SetMutators? {
        cache.find(target.object.isa, target.text) {
            SetMutators(AccessorSearch(target.object.unmanaged, target.text))
        }
    }

    // ── Changing ────────────────────────────────────────────────────────────────────────────────────

    /// Changes the property like the corresponding method of NSMutableSet.
    func change(_ mutation: KeyValueSetMutation, _ members: [Object], _ use: ProxyUse) {
        guard hasRequiredMutators else { return changeCollection(mutation, members, use) }
        switch mutation {
        case .union: send(addOne, addMany, members, use)
        case .minus: send(removeOne, removeMany, members, use)
        case .intersect:
            if let intersect { return send(nil, intersect, members, use) }
            removeOthers(members, use)
        case .set:
            if let set { return send(nil, set, members, use) }
            tellingOnce(.unordered(.set, NSSet.object(members)), use) {
                removeOthers(members, use)
                if !RuntimeException.isPending { send(addOne, addMany, members, use) }
            }
        }
    }

    /// Calls `body`, which sends two mutators, and notifies observers of one change: the mutators do not notify.
    private func tellingOnce(_ mutation: Mutation, _ use: ProxyUse, _ body: () -> Void) {
        guard let automatic else { return body() }
        let object = use.target.object.unmanaged
        withExtendedLifetime(automatic.holder) {
            Change.around(
                object, ChangingProperty(automatic.key, .elements), mutation.messages, mutation
            ) {
                Change.suppressing(object, use.target.text, body)
            }
        }
    }

    private func changeCollection(_ mutation: KeyValueSetMutation, _ members: [Object], _ use: ProxyUse) {
        let message: Selector =
            switch mutation {
            case .union: "unionSet:"
            case .minus: "minusSet:"
            case .intersect: "intersectSet:"
            case .set: "setSet:"
            }
        let set = NSSet.object(members)
        CollectionChange(use: use, automatic: automatic)
            .make(.unordered(mutation, set)) { collection in
                withExtendedLifetime(set) { _ = collection.message(message, set.unmanaged) }
            }
    }

    /// Sends one member to `one` or a set to `many`, whichever exists; without `many`, sends the members one by one.
    private func send(_ one: Selector?, _ many: Selector?, _ members: [Object], _ use: ProxyUse) {
        let object = use.target.object.unmanaged
        if let many, one == nil || members.count != 1 {
            let set = NSSet.object(members)
            return withExtendedLifetime(set) { _ = object.message(many, set.unmanaged) }
        }
        for member in members where !RuntimeException.isPending { _ = object.message(one!, member.unmanaged) }
    }

    /// Removes all members that are not in `members`.
    private func removeOthers(_ members: [Object], _ use: ProxyUse) {
        let kept = NSSet.object(members)
        let others = withExtendedLifetime(kept) {
            use.target.collection(for: use.message).flatMap { Collections.elements(of: $0) }?.filter {
                !kept.unmanaged.sendBool(Selectors.containsObject, $0.unmanaged)
            }
        }
        if RuntimeException.isPending { return }
        if let others, !others.isEmpty { send(removeOne, removeMany, others, use) }
    }
}

/// The class NSKeyValueMutableSet.
enum MutableSetProxy {
    static let cls: ProxyClass = ProxyClass("NSKeyValueMutableSet", superclass: NSMutableSet.cls) { cls in
        addReading(to: cls)
        cls.addFunction("addObject:", "v24@0:8@16", addObject)
        cls.addFunction("removeObject:", "v24@0:8@16", removeObject)
        cls.addFunction(
            "unionSet:", "v24@0:8@16", { change(.union, $0, $1, $2) } as TakingObject)
        cls.addFunction(
            "minusSet:", "v24@0:8@16", { change(.minus, $0, $1, $2) } as TakingObject)
        cls.addFunction(
            "intersectSet:", "v24@0:8@16", { change(.intersect, $0, $1, $2) } as TakingObject)
        cls.addFunction(
            "setSet:", "v24@0:8@16", { change(.set, $0, $1, $2) } as TakingObject)
        cls.addFunction("addObjectsFromArray:", "v24@0:8@16", { change(.union, $0, $1, $2) } as TakingObject)
        cls.addFunction(
            "removeAllObjects", "v16@0:8",
            { me, selector in MutableSetProxy.change(.intersect, [], me, selector) } as TakingNothing)
        cls.addFunction(Selectors.dealloc, "v16@0:8", { me, _ in MutableSetProxy.cls.deallocate(me) } as TakingNothing)
    }

    private static func addReading(to cls: Class) {
        cls.addFunction(
            Selectors.count, "Q16@0:8",
            { me, selector in UInt(MutableSetProxy.collection(of: me, selector)?.elementCount ?? 0) } as Count)
        cls.addFunction(
            Selectors.member, "@24@0:8@16",
            { me, selector, member in
                let set = MutableSetProxy.collection(of: me, selector)
                return set?.message(Selectors.member, UnmanagedObject(member))?.address
            } as ObjectFromObject)
        cls.addFunction(
            Selectors.objectEnumerator, "@16@0:8",
            { me, selector in
                // Enumerates a copy, because a change through the proxy during the enumeration may replace the set.
                let members = MutableSetProxy.collection(of: me, selector).flatMap { Collections.elements(of: $0) }
                if RuntimeException.isPending { return nil }
                return NSArray.object(members ?? []).autoreleased().message(Selectors.objectEnumerator)?.address
            } as ObjectFromNothing)
    }

    /// Returns the current set of the property, borrowed. nil with an exception pending, or for an instance without a
    /// target.
    private static func collection(of me: ID, _ selector: SEL) -> UnmanagedObject? {
        cls.target(of: me)?.collection(for: ProxyMessage(proxy: me, selector: selector))
    }

    private static func change(_ mutation: KeyValueSetMutation, _ members: [Object], _ me: ID, _ selector: SEL) {
        guard let target = cls.target(of: me) else { return }
        let message = ProxyMessage(proxy: me, selector: selector)
        SetMutators.find(target)?.change(
            mutation, members, ProxyUse(target: target, message: message, mutableClass: NSMutableSet.cls))
    }

    /// Makes a change with the members of a collection; nil counts as an empty one.
    private static func change(_ mutation: KeyValueSetMutation, _ me: ID, _ selector: SEL, _ argument: ID?) {
        let members = UnmanagedObject(argument).map { Collections.elements(of: $0) } ?? []
        if let members { return change(mutation, members, me, selector) }
        if !RuntimeException.isPending {
            ProxyException.badArgument(me, selector, "the argument is not a collection").raise()
        }
    }

    private static let addObject: TakingObject = { me, selector, object in
        guard let object = UnmanagedObject(object) else {
            return ProxyException.badArgument(me, selector, "object cannot be nil").raise()
        }
        MutableSetProxy.change(.union, [object.retained()], me, selector)
    }

    private static let removeObject: TakingObject = { me, selector, object in
        guard let object = UnmanagedObject(object) else {
            return ProxyException.badArgument(me, selector, "object cannot be nil").raise()
        }
        MutableSetProxy.change(.minus, [object.retained()], me, selector)
    }
}

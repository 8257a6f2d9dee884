// MemberChange.swift - changes an unordered to-many property, by the class's mutators or as a collection. Each message
// to the proxy makes one change where the mutators allow it.
import MiniFoundation
import MiniRuntime

extension ProxyMessage {
    /// Changes the property like the corresponding method of NSMutableSet.
    func change(_ mutation: KeyValueSetMutation, _ members: [Object]) {
        guard let mutators else { return }
        guard mutators.changeMembers else { return changeCollection(mutation, members, mutators) }
        switch mutation {
        case .union: send(mutators.add, members)
        case .minus: send(mutators.remove, members)
        case .intersect:
            if let intersect = mutators.intersect { return object.sendVoid(intersect, NSSet.object(members)) }
            removeOthers(members, mutators)
        case .set:
            if let set = mutators.set { return object.sendVoid(set, NSSet.object(members)) }
            replaceAll(by: members, mutators)
        }
    }

    private func send(_ pair: ElementMutators.Pair, _ members: [Object]) {
        send(pair, members) {
            object.sendVoid($0, NSSet.object(members))
        } one: {
            object.sendVoid($0, $1)
        }
    }

    /// Sends two mutators, and notifies observers of one change: the mutators do not notify.
    private func replaceAll(by members: [Object], _ mutators: ElementMutators) {
        func replace() {
            removeOthers(members, mutators)
            if !RuntimeException.isPending { send(mutators.add, members) }
        }
        guard mutators.automatic != nil else { return replace() }
        announcing(.unordered(.set, NSSet.object(members)), mutators.automatic) {
            object.silencing(target.text, replace)
        }
    }

    /// Removes all members that are not in `members`.
    private func removeOthers(_ members: [Object], _ mutators: ElementMutators) {
        let kept = NSSet.object(members)
        let others = collection.flatMap { Collections.elements(of: $0) }?.filter {
            !kept.sendBool(Selectors.containsObject, $0)
        }
        if RuntimeException.isPending { return }
        if let others, !others.isEmpty { send(mutators.remove, others) }
    }

    private func changeCollection(_ mutation: KeyValueSetMutation, _ members: [Object], _ mutators: ElementMutators) {
        let message: Selector =
            switch mutation {
            case .union: "unionSet:"
            case .minus: "minusSet:"
            case .intersect: "intersectSet:"
            case .set: "setSet:"
            }
        let set = NSSet.object(members)
        changeCollection(.unordered(mutation, set), mutators.automatic) { $0.sendVoid(message, set) }
    }
}

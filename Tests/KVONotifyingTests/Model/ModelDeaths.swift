// ModelDeaths.swift - the effects of the death of a node, and of an observer.

extension ObservingModel {
    var unowned: Set<Int> { lives.unowned(nodes, announced.map { ($0.node, $0.keeping) }) }

    func die(_ node: Int) {
        let left = registrations.filter { $0.node == node }
        let wasObserved = isObserved(node)
        // B190: the dealloc of the notifying class reports it.
        if uncertain.contains(node) || (nodes[node].isNotifying != false && !left.isEmpty) {
            expected.append(
                .left(node: node, paths: left.map(\.path)),
                isCertain: !uncertain.contains(node) && nodes[node].isNotifying == true)
        }
        registrations.removeAll { $0.node == node }
        let gone = watches.filter { $0.registration.node == node || $0.node == node }
        gone.forEach(takeDown)
        // It is not defined whether these watches end before or after another registration is added, so the isa may
        // have been restored between.
        for node in Set(gone.map(\.node)) where isObserved(node) && !isObservedAutomatically(node) {
            nodes[node].isNotifying = nil
        }
        for change in announced where change.node == node {
            let keepsOthers = !wasObserved && !change.keeping.oldValues.isEmpty
            if keepsOthers || change.cut.contains(where: \.isUp) { isUndetermined = true }
        }
        announced.removeAll { $0.node == node }
        nodes[node].isDead = true
        nodes[node].next = nil
    }

    /// B200: removes and reports the registration of a dead observer.
    func bury(_ registration: Registration, isCertain: Bool) {
        guard let index = registrations.firstIndex(where: { $0 === registration }) else { return }
        remove(at: index)
        if !isCertain { uncertain.insert(registration.node) }
        expected.append(
            .buried(observer: registration.observer, path: registration.path, node: registration.node),
            isCertain: isCertain)
    }
}

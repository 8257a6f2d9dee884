// Model.swift - the rules of key-value observing, on plain values. The model computes the expected events as simply as
// possible: it is not fast, and uses nothing of the runtime. Names such as B045 are items of docs/behaviours.md.
//
// - A registration depends on one or more keys of one or more nodes: the keys on its path, on the current nodes of the
//   path, and the keys that those keys depend on. Each of these is a watch. `watches` has the order in which they were
//   added, which for one key of one node is the order of notification.
// - A change notifies every registration with a watch on the key once, however many watches it has there.
// - From will to did, a key whose value changes has no watches behind it. Afterwards they are added again, at the end
//   of the order. The order is exact; nothing is compared as a set.
// - An observer's action in a notification is performed within that notification.
// - A node that dies ends its registrations. The registration of a dead observer is found by the next change that would
//   notify it. Both are reported. Nodes and observers have numbers here, and places in scripts.
// - Callbacks that raise, and values that change without will and did, are not modelled.
//
// The counterparts in CKeyValueObserving:
//      Registration   the kvo_observance of a registration, which is its kvo_path if it has one
//      Watch          a kvo_node; for a simple registration the kvo_observance alone
//      Change         kvo_change
//      Entry          kvo_turn
//      announced      the stack in manual.c
import KVONotifying
import RuntimeTestSupport

final class ObservingModel {
    var nodes: ModelNodes
    var registrations: [Registration] = []
    var watches: [Watch] = []
    var announced: [Change] = []
    private var orders = Orders()
    var lives: ModelLives
    var expected = Expectations()
    /// Nodes that may or may not have lost the registration of a dead observer.
    var uncertain: Set<Int> = []
    /// Whether the rules leave the further events open, because a node died between will and did of a change
    /// - that had cut the path of another node: the path continues at the death, whose moment is not defined, so the
    ///   place of the path in the order of notification is not defined either;
    /// - whose observers had been removed before: the old values that it keeps are released only when its thread
    ///   announces another change.
    var isUndetermined = false

    /// Creates the model.
    /// - Parameter sharedCount: the number of additional nodes, which all threads share. They have the last places.
    init(sharedCount: Int = 0) {
        nodes = ModelNodes(count: Script.nodeCount + sharedCount)
        lives = ModelLives(nodeCount: Script.nodeCount + sharedCount)
    }

    // ── State ───────────────────────────────────────────────────────────────────────────────────────

    func isObserved(place: Int) -> Bool { isObserved(lives.nodes[place]) }
    func isNotifying(place: Int) -> Bool? { nodes[lives.nodes[place]].isNotifying }
    func value(place: Int, _ path: String) -> Value { value(lives.nodes[place], path) }
    /// Whether there may be a registration of a dead observer.
    var hasDead: Bool { registrations.contains { !lives.isAlive(observer: $0.observer) } }
    /// The number of nodes and observers between two steps.
    var objectCount: Int { nodes.alive.count + Script.observerCount }

    func isObserved(_ node: Int) -> Bool { watches.contains { $0.node == node } }
    func isObservedAutomatically(_ node: Int) -> Bool {
        watches.contains { $0.node == node && $0.key != "hidden" }
    }
    private func value(_ node: Int, _ path: String) -> Value { nodes.value(node, path) }

    /// The steps that end everything that the script has begun. After them, no node keeps another alive, and only dead
    /// observers have registrations, which end when the nodes are replaced.
    var end: [Step] {
        let nodeOf = Dictionary(uniqueKeysWithValues: zip(lives.nodes, lives.nodes.indices))
        let observerOf = Dictionary(uniqueKeysWithValues: zip(lives.observers, lives.observers.indices))
        let dids = announced.reversed().map { change in
            nodeOf[change.node].map { Step.did(node: $0, key: change.key) }
                ?? .finish(number: change.node, key: change.key)
        }
        let removals = registrations.compactMap { registration -> Step? in
            guard let node = nodeOf[registration.node], let observer = observerOf[registration.observer] else {
                return nil
            }
            return .remove(observer: observer, node: node, path: registration.path, context: registration.context)
        }
        return dids + removals + (0..<Script.nodeCount).map { .setNext(node: $0, nil) }
            + nodes.alive.filter { nodeOf[$0] == nil }.map { .untie(number: $0) }
    }

    // ── Steps ───────────────────────────────────────────────────────────────────────────────────────

    /// Performs a step of the script, and the steps that it causes.
    func perform(_ step: Step) {
        carryOut(step)
        while let node = unowned.min() { die(node) }
    }

    private func carryOut(_ step: Step) {
        switch step {
        case .add(let observer, let node, let path, let options, let context):
            add(Registration(lives.observers[observer], lives.nodes[node], path, options, context))
        case .remove(let observer, let node, let path, let context):
            // B182, B183: the latest registration; the context matters only if it is given.
            let removed = registrations.lastIndex {
                $0.observer == lives.observers[observer] && $0.node == lives.nodes[node] && $0.path == path
                    && (context == nil || $0.context == context)
            }
            if let removed { remove(at: removed) } else { expected.append(.raised("NSRangeException")) }
        case .setValue(let node, let value): change(node, "value") { $0.value = value }
        // B134: the key is not automatic, so no observer is notified.
        case .setHidden(let node, let value): nodes[lives.nodes[node]].hidden = value
        case .setNext(let node, let next): setNext(node, next, .setter)
        case .setItems(let node, let items): change(node, "items") { $0.items = items }
        case .setTags(let node, let tags): change(node, "tags") { $0.tags = tags }
        case .mutateItems(let node, let mutation, let route):
            let items = nodes[lives.nodes[node]].items
            guard mutation.fits(items.count) else { return expected.append(.raised("NSRangeException")) }
            change(node, "items", route.way, .items(mutation, items)) { mutation.apply(to: &$0.items) }
        case .mutateTags(let node, .set, let tags, let route) where route != .byHand && Script.hasMutators(node):
            // B163: setTags: is a setter.
            change(node, "tags") { $0.tags = tags }
        case .mutateTags(let node, let mutation, let members, let route):
            let tags = nodes[lives.nodes[node]].tags
            change(node, "tags", route.way, .tags(mutation, members, tags)) { mutation.apply(members, to: &$0.tags) }
        case .will(let node, let key):
            let change = willChange(lives.nodes[node], key, .setting)
            betweenMessages(change)
            lives.letGo(change.keeping)
            announced.append(change)
        case .did(let node, let key):
            did(number: lives.nodes[node], key)
        case .byHand(.setValue(let node, let value)): change(node, "value", .messages) { $0.value = value }
        case .byHand(.setHidden(let node, let value)): change(node, "hidden", .messages) { $0.hidden = value }
        case .byHand(.setNext(let node, let next)): setNext(node, next, .messages)
        case .byHand(let step): carryOut(step)
        case .when(let observer, let count, let step): orders.add(observer, count, step)
        case .renewObserver(let place): lives.renewObserver(place)
        case .renewNode(let place): lives.renewNode(place, with: nodes.make())
        case .finish(let number, let key): did(number: number, key)
        case .untie(let number): change(number: number, "next") { $0.next = nil }
        }
    }

    /// B058, B062, B065: pairs of one key nest; pairs of different keys may overlap; a did without a will notifies
    /// nobody, but paths follow the present value.
    private func did(number node: Int, _ key: String) {
        guard let last = announced.lastIndex(where: { $0.node == node && $0.key == key }) else {
            return lead(Change(node, key, .setting))
        }
        let change = announced.remove(at: last)
        takeHold(change)
        didChange(change)
    }

    private func setNext(_ node: Int, _ next: Int?, _ way: Way) {
        // The place is resolved and the node kept before the change begins, like the argument of a message.
        let next = next.map { lives.nodes[$0] }
        let keeping = Keeping(nodes: next.map { [$0] } ?? [])
        lives.keep(keeping)
        change(node, "next", way) { $0.next = next }
        lives.letGo(keeping)
    }

    /// Cancels the steps that observers would perform in notifications.
    func cancelOrders() { orders = Orders() }

    /// Returns the expected events since the last call, and removes them.
    func takeExpectations() -> Expectations {
        defer { expected = Expectations() }
        return expected
    }

    // ── Registrations ───────────────────────────────────────────────────────────────────────────────

    private func add(_ registration: Registration) {
        let keeping = Keeping(nodes: [registration.node], observers: [registration.observer])
        lives.keep(keeping)
        defer { lives.letGo(keeping) }
        registrations.append(registration)
        _ = putUp(registration.path, on: registration.node, registration, affects: nil)
        // B008 to B013: registered first; kind setting of the whole; with new if requested, never with old, never
        // prior.
        guard registration.options.contains(.initial) else { return }
        let new = registration.options.contains(.new) ? value(registration.node, registration.path) : nil
        tell(registration, Details(kind: .setting, new: new))
    }

    func remove(at index: Int) {
        let registration = registrations.remove(at: index)
        watches.filter { $0.registration === registration }.forEach(takeDown)
    }

    // ── Watches ─────────────────────────────────────────────────────────────────────────────────────

    private func putUp(_ path: String, on node: Int, _ registration: Registration, affects: Watch?) -> Watch {
        let (key, rest) = ModelNodes.split(path)
        let watch = Watch(registration, node, key, rest, affects)
        watches.append(watch)
        // B140: only automatic keys change the isa. It stays open whether the path of a node without an owner comes
        // this far: the node may be dead by now.
        if key != "hidden", nodes[node].isNotifying != true {
            nodes[node].isNotifying = unowned.contains(registration.node) ? nil : true
        }
        watch.dependencies = ModelNodes.affecting(key).map { putUp($0, on: node, registration, affects: watch) }
        follow(watch)
        return watch
    }

    func takeDown(_ watch: Watch) {
        watch.dependencies.forEach(takeDown)
        unfollow(watch)
        watches.removeAll { $0 === watch }
        watch.isUp = false
        if !isObserved(watch.node) { nodes[watch.node].isNotifying = false }
    }

    /// Adds the watch behind a key, on the node that is the key's current value.
    private func follow(_ watch: Watch) {
        unfollow(watch)
        guard let rest = watch.rest, case .node(let next) = nodes.value(watch.node, key: watch.key) else { return }
        watch.next = putUp(rest, on: next, watch.registration, affects: watch.affects)
    }

    private func unfollow(_ watch: Watch) {
        watch.next.map(takeDown)
        watch.next = nil
    }

    private func watches(on node: Int, _ key: String) -> [Watch] {
        watches.filter { $0.node == node && $0.key == key }
    }

    // ── Changes ─────────────────────────────────────────────────────────────────────────────────────

    private func change(
        _ place: Int, _ key: String, _ way: Way = .setter, _ mutation: ModelMutation = .setting,
        _ body: (inout ModelNodes.Node) -> Void
    ) { change(number: lives.nodes[place], key, way, mutation, body) }

    /// Changes a key, by hand or by the setter. Both have the same effect (B136), but keep different objects alive.
    private func change(
        number node: Int, _ key: String, _ way: Way = .setter, _ mutation: ModelMutation = .setting,
        _ body: (inout ModelNodes.Node) -> Void
    ) {
        // A sender of several messages keeps the object.
        let keeping = Keeping(nodes: [node])
        lives.keep(keeping)
        let change = willChange(node, key, mutation)
        if way == .messages { betweenMessages(change) }
        body(&nodes[node])
        if way == .messages { takeHold(change) }
        didChange(change)
        lives.letGo(keeping)
    }

    /// Between two messages a change keeps only old values alive (B212).
    private func betweenMessages(_ change: Change) {
        change.keeping.nodes = []
    }

    /// Keeps the living objects of a change again, at its second message.
    private func takeHold(_ change: Change) {
        lives.letGo(change.keeping)
        lives.keep(change.keeping)
        change.keeping.nodes = [change.node]
    }

    /// Handles each registration in order of registration (B056): reads the old value, removes the watches behind the
    /// key, sends the prior notification. An action of one observer is visible to the next.
    private func willChange(_ node: Int, _ key: String, _ mutation: ModelMutation) -> Change {
        let change = Change(node, key, mutation)
        lives.keep(change.keeping)
        var seen: [Registration] = []
        for watch in watches(on: node, key) where !seen.contains(where: { $0 === watch.registration }) {
            // B122: notified once.
            seen.append(watch.registration)
        }
        for registration in seen { willChange(change, registration) }
        return change
    }

    private func willChange(_ change: Change, _ registration: Registration) {
        // Only registrations with a watch on the key both when the change begins and at their turn.
        let own = watches(on: change.node, change.key).filter { $0.registration === registration }
        guard let first = own.first else { return }
        let entry = Entry(
            registration: registration, isRegisteredProperty: first.isRegisteredProperty,
            old: value(registration, first.isRegisteredProperty, change))
        if registration.options.contains(.old), !unowned.contains(registration.node), case .node(let old) = entry.old {
            change.keeping.oldValues.append(old)
        }
        change.entries.append(entry)
        for watch in own.flatMap(\.led) {
            unfollow(watch)
            change.cut.append(watch)
        }
        if registration.options.contains(.prior) { tell(registration, details(change, entry).prior) }
    }

    /// Continues paths with the current nodes: those that the change cut, and those that were added during the change
    /// and lead to the previous value (B067: they are notified of later changes).
    private func lead(_ change: Change) {
        let newcomers = watches(on: change.node, change.key).flatMap(\.led)
        for watch in change.cut + newcomers where watch.isUp && !isFollowed(watch) { follow(watch) }
    }

    private func isFollowed(_ watch: Watch) -> Bool {
        if case .node(let next) = nodes.value(watch.node, key: watch.key) { return watch.next?.node == next }
        return watch.next == nil
    }

    /// Notifies in reverse order (B056) the observers that are still registered (B069, B073) and still have a watch on
    /// the key. An observer whose path left the node was notified of the change that made it leave, and of nothing
    /// after that (B086).
    private func didChange(_ change: Change) {
        lead(change)
        for entry in change.entries.reversed() {
            var registration = entry.registration
            if !registrations.contains(where: { $0 === registration }) {
                // B071: an equal registration that was made during the change cannot be distinguished from the removed
                // one.
                let again = registrations.first { other in
                    other.isEqual(to: registration) && !change.entries.contains { $0.registration === other }
                }
                // No registration takes the place of one whose observer is dead.
                guard let again, lives.isAlive(observer: again.observer) else { continue }
                registration = again
                change.entries.append(
                    Entry(
                        registration: again, isRegisteredProperty: entry.isRegisteredProperty, old: entry.old))
            }
            guard watches(on: change.node, change.key).contains(where: { $0.registration === registration }) else {
                continue
            }
            tell(registration, details(change, entry))
        }
        lives.letGo(change.keeping)
    }

    /// Returns the current value for a setting: that of the key if it is the last one of the registered path, else that
    /// of the whole path.
    private func value(_ registration: Registration, _ isRegisteredProperty: Bool, _ change: Change) -> Value {
        isRegisteredProperty ? value(change.node, change.key) : value(registration.node, registration.path)
    }

    /// Returns the contents of a notification at this moment: new is the value when the observer is notified (B045).
    private func details(_ change: Change, _ entry: Entry) -> Details {
        let options = entry.registration.options
        switch change.mutation {
        case .items(let mutation, let items) where entry.isRegisteredProperty:
            return Details.of(mutation, before: items, after: nodes[change.node].items).asked(options)
        case .tags(let mutation, let members, let tags) where entry.isRegisteredProperty:
            return Details.of(mutation, members, before: tags).asked(options)
        default:
            // B175: for observers of a dependent key or path, the change is a setting.
            let new = value(entry.registration, entry.isRegisteredProperty, change)
            return Details(kind: .setting, old: entry.old, new: new).asked(options)
        }
    }

    /// Notifies an observer, and performs its action at once (B059). An observer or a node without a place in the
    /// script performs nothing.
    private func tell(_ registration: Registration, _ details: Details) {
        let isCertain = !unowned.contains(registration.node)
        // B199, B212: an observer is kept while it is notified, and neither before nor after; so is the node.
        guard lives.isAlive(observer: registration.observer) else {
            return bury(registration, isCertain: isCertain)
        }
        let keeping = Keeping(nodes: isCertain ? [registration.node] : [], observers: [registration.observer])
        lives.keep(keeping)
        defer { lives.letGo(keeping) }
        expected.append(
            .told(
                Notice(
                    observer: registration.observer, path: registration.path, node: registration.node,
                    kind: details.kind, old: details.old, new: details.new, indexes: details.indexes,
                    isPrior: details.isPrior, context: registration.context)), isCertain: isCertain)
        guard let place = lives.observers.firstIndex(of: registration.observer),
            lives.nodes.contains(registration.node)
        else { return }
        orders.due(place).forEach(carryOut)
    }
}

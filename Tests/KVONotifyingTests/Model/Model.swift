// Model.swift - the rules of key-value observing, on plain values. It says what should happen, as simply as it can be
// said; nothing here is fast, and nothing is taken from the runtime. B045 and so on are items of the specification.
//
//  - A registration looks at one or more keys of one or more nodes: the keys on its path, on the nodes that are there
//    now, and what those keys depend on. Each is a watch. `watches` is in the order in which they were put up, and so,
//    for one key of one node, is the order in which registrations are told.
//  - A change tells every registration that looks at the key once, by however many watches it does.
//  - Behind a key whose value changes there are no watches from will to did. Afterwards they are put up anew, and stand
//    at the end of the order. The order is exact; nothing is compared as a set.
//  - What an observer does when it is told is done there and then.
//
// Not here: threads, objects that die, callbacks that raise, values that change without will and did.
import KVONotifying

final class ObservingModel {
    /// Who observes what, and how. The object's identity tells duplicates apart.
    private final class Registration {
        let observer: Int, node: Int, path: String, options: KeyValueObservingOptions, context: Int

        init(_ observer: Int, _ node: Int, _ path: String, _ options: KeyValueObservingOptions, _ context: Int) {
            (self.observer, self.node, self.path, self.options, self.context) = (observer, node, path, options, context)
        }

        func isEqual(to other: Registration) -> Bool {
            observer == other.observer && node == other.node && path == other.path && options == other.options
                && context == other.context
        }
    }

    /// A key of a node that a registration looks at.
    private final class Watch {
        let registration: Registration, node: Int, key: String
        /// The path behind the key.
        let rest: String?
        /// The watch whose key depends on this one, if that is why this one is there.
        let affects: Watch?
        /// On what the key depends.
        var dependencies: [Watch] = []
        /// The watch on the node that is the key's value.
        var next: Watch?
        /// How many changes of that value are under way.
        var cuts = 0

        init(_ registration: Registration, _ node: Int, _ key: String, _ rest: String?, _ affects: Watch?) {
            (self.registration, self.node, self.key, self.rest, self.affects) = (registration, node, key, rest, affects)
        }

        /// Whether the key is the very property that was registered.
        var isRegisteredProperty: Bool { affects == nil && rest == nil }
        /// The watches whose values change when the key does, and behind which a path goes on.
        var led: [Watch] { (rest == nil ? [] : [self]) + (affects?.led ?? []) }
    }

    private var nodes = ModelNodes()
    private var registrations: [Registration] = []
    private var watches: [Watch] = []
    private var announced: [Change] = []
    private var orders = Orders()
    private(set) var events: [Event] = []

    // ── What is there ───────────────────────────────────────────────────────────────────────────────

    func isObserved(_ node: Int) -> Bool { watches.contains { $0.node == node } }
    func isNotifying(_ node: Int) -> Bool { nodes[node].isNotifying }

    /// The steps that end everything that has begun.
    /// They leave nobody observed, and no node keeping another alive.
    var end: [Step] {
        announced.reversed().map { .did(node: $0.node, key: $0.key) }
            + registrations.map { .remove(observer: $0.observer, node: $0.node, path: $0.path, context: $0.context) }
            + nodes.indices.map { .setNext(node: $0, nil) }
    }

    func value(_ node: Int, _ path: String) -> Value { nodes.value(node, path) }

    // ── Steps ───────────────────────────────────────────────────────────────────────────────────────

    func perform(_ step: Step) {
        switch step {
        case .add(let observer, let node, let path, let options, let context):
            add(Registration(observer, node, path, options, context))
        case .remove(let observer, let node, let path, let context):
            // B182, B183: the latest one; a context counts if it is given.
            let removed = registrations.lastIndex {
                $0.observer == observer && $0.node == node && $0.path == path
                    && (context == nil || $0.context == context)
            }
            if let removed { remove(at: removed) } else { events.append(.raised("NSRangeException")) }
        case .setValue(let node, let value): change(node, "value") { $0.value = value }
        // B134: not automatic, so nobody is told.
        case .setHidden(let node, let value): nodes[node].hidden = value
        case .setNext(let node, let next): change(node, "next") { $0.next = next }
        case .setItems(let node, let items): change(node, "items") { $0.items = items }
        case .setTags(let node, let tags): change(node, "tags") { $0.tags = tags }
        case .mutateItems(let node, let mutation, _):
            guard mutation.fits(nodes[node].items.count) else { return events.append(.raised("NSRangeException")) }
            change(node, "items", .items(mutation, nodes[node].items)) { mutation.apply(to: &$0.items) }
        case .mutateTags(let node, .set, let tags, let route) where route != .byHand && Script.hasMutators(node):
            // B163: setTags: is a setter.
            change(node, "tags") { $0.tags = tags }
        case .mutateTags(let node, let mutation, let members, _):
            change(node, "tags", .tags(mutation, members, nodes[node].tags)) { mutation.apply(members, to: &$0.tags) }
        case .will(let node, let key): announced.append(willChange(node, key, .setting))
        case .did(let node, let key):
            // B058, B062, B065: pairs of one key nest; pairs of several keys may overlap; a did alone says nothing.
            guard let last = announced.lastIndex(where: { $0.node == node && $0.key == key }) else { return }
            didChange(announced.remove(at: last))
        case .byHand(.setHidden(let node, let value)): change(node, "hidden") { $0.hidden = value }
        // Said by hand or by the setter: it is the same (B136).
        case .byHand(let step): perform(step)
        case .when(let observer, let count, let step): orders.add(observer, count, step)
        }
    }

    /// Observers do nothing any more when they are told.
    func cancelOrders() { orders = Orders() }

    /// What has happened since this was last asked.
    func takeEvents() -> [Event] {
        defer { events = [] }
        return events
    }

    // ── Registrations ───────────────────────────────────────────────────────────────────────────────

    private func add(_ registration: Registration) {
        registrations.append(registration)
        _ = putUp(registration.path, on: registration.node, registration, affects: nil)
        // B008 to B013: recorded first; a setting of the whole; with new if asked for, never with old, never prior.
        guard registration.options.contains(.initial) else { return }
        let new = registration.options.contains(.new) ? value(registration.node, registration.path) : nil
        tell(registration, Details(kind: .setting, new: new))
    }

    private func remove(at index: Int) {
        let registration = registrations.remove(at: index)
        watches.filter { $0.registration === registration }.forEach(takeDown)
    }

    // ── Watches ─────────────────────────────────────────────────────────────────────────────────────

    private func putUp(_ path: String, on node: Int, _ registration: Registration, affects: Watch?) -> Watch {
        let (key, rest) = ModelNodes.split(path)
        let watch = Watch(registration, node, key, rest, affects)
        watches.append(watch)
        // B140: the isa changes for automatic keys only.
        if key != "hidden" { nodes[node].isNotifying = true }
        watch.dependencies = ModelNodes.affecting(key).map { putUp($0, on: node, registration, affects: watch) }
        follow(watch)
        return watch
    }

    private func takeDown(_ watch: Watch) {
        watch.dependencies.forEach(takeDown)
        unfollow(watch)
        watches.removeAll { $0 === watch }
        if !isObserved(watch.node) { nodes[watch.node].isNotifying = false }
    }

    /// Puts up the watch behind a key, on the node that is its value now.
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

    /// A change that has begun, and whom to tell when it is over.
    private final class Change {
        let node: Int, key: String, mutation: ModelMutation
        var entries: [Entry] = []
        /// The watches behind which there are none until it is over.
        var cut: [Watch] = []

        init(_ node: Int, _ key: String, _ mutation: ModelMutation) {
            (self.node, self.key, self.mutation) = (node, key, mutation)
        }
    }

    private struct Entry {
        let registration: Registration
        let isRegisteredProperty: Bool
        let old: Value?
    }

    private func change(
        _ node: Int, _ key: String, _ mutation: ModelMutation = .setting, _ body: (inout ModelNodes.Node) -> Void
    ) {
        let change = willChange(node, key, mutation)
        body(&nodes[node])
        didChange(change)
    }

    /// In order of registration (B056): reads the old value, leaves the nodes behind the key, tells of the change to
    /// come. One after the other: what the first does when it is told, the second already sees.
    private func willChange(_ node: Int, _ key: String, _ mutation: ModelMutation) -> Change {
        let change = Change(node, key, mutation)
        var seen: [Registration] = []
        for watch in watches(on: node, key) {
            let registration = watch.registration
            // B122: told once.
            if seen.contains(where: { $0 === registration }) { continue }
            seen.append(registration)
            // Those that look at the key when the change begins, and still do when it is their turn.
            let own = watches(on: node, key).filter { $0.registration === registration }
            guard let first = own.first else { continue }
            let entry = Entry(
                registration: registration, isRegisteredProperty: first.isRegisteredProperty,
                old: value(registration, first.isRegisteredProperty, change))
            change.entries.append(entry)
            for watch in own.flatMap(\.led) {
                unfollow(watch)
                watch.cuts += 1
                change.cut.append(watch)
            }
            if registration.options.contains(.prior) { tell(registration, details(change, entry).prior) }
        }
        return change
    }

    /// Paths go on with what is there now: those that were cut, and those that were put up during the change and led to what
    /// was there before it (B067: they are told of later changes).
    private func lead(_ change: Change) {
        let newcomers = watches(on: change.node, change.key).flatMap(\.led).filter { $0.cuts == 0 }
        for watch in change.cut {
            watch.cuts -= 1
            if isUp(watch) { follow(watch) }
        }
        for watch in newcomers where isUp(watch) && !isFollowed(watch) { follow(watch) }
    }

    private func isUp(_ watch: Watch) -> Bool { watches.contains { $0 === watch } }

    private func isFollowed(_ watch: Watch) -> Bool {
        if case .node(let next) = nodes.value(watch.node, key: watch.key) { return watch.next?.node == next }
        return watch.next == nil
    }

    /// In reverse order (B056), to those who are still registered (B069, B073) and still look at the key: those who were
    /// led away have been told of what led them away, and that was the last word (B086).
    private func didChange(_ change: Change) {
        lead(change)
        for entry in change.entries.reversed() {
            var registration = entry.registration
            if !registrations.contains(where: { $0 === registration }) {
                // B071: who has registered again in the same way meanwhile cannot be told from who never left.
                let again = registrations.first { other in
                    other.isEqual(to: registration) && !change.entries.contains { $0.registration === other }
                }
                guard let again else { continue }
                registration = again
                change.entries.append(
                    Entry(registration: again, isRegisteredProperty: entry.isRegisteredProperty, old: entry.old))
            }
            guard watches(on: change.node, change.key).contains(where: { $0.registration === registration }) else {
                continue
            }
            tell(registration, details(change, entry))
        }
    }

    /// The value that a setting replaces or sets: of the property itself where it is the one that was registered, else of
    /// the whole path.
    private func value(_ registration: Registration, _ isRegisteredProperty: Bool, _ change: Change) -> Value {
        isRegisteredProperty ? value(change.node, change.key) : value(registration.node, registration.path)
    }

    /// What there is to say of the change now: new is as of the moment when it is told (B045).
    private func details(_ change: Change, _ entry: Entry) -> Details {
        let options = entry.registration.options
        switch change.mutation {
        case .items(let mutation, let items) where entry.isRegisteredProperty:
            return Details.of(mutation, before: items, after: nodes[change.node].items).asked(options)
        case .tags(let mutation, let members, let tags) where entry.isRegisteredProperty:
            return Details.of(mutation, members, before: tags).asked(options)
        default:
            // B175: for those who observe something that depends on it, the property was set.
            let new = value(entry.registration, entry.isRegisteredProperty, change)
            return Details(kind: .setting, old: entry.old, new: new).asked(options)
        }
    }

    /// The observer is told, and does what it was to do at once (B059).
    private func tell(_ registration: Registration, _ details: Details) {
        let observer = registration.observer
        events.append(
            .told(
                Notice(
                    observer: observer, path: registration.path, node: registration.node, kind: details.kind,
                    old: details.old, new: details.new, indexes: details.indexes, isPrior: details.isPrior,
                    context: registration.context)))
        orders.due(observer).forEach(perform)
    }
}

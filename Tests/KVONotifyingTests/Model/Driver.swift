// Driver.swift - performs a script on real objects, and records the visible events.
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport

/// The objects of one script. Used on one thread at a time.
///
/// The driver owns its objects with explicit retains, so that an object dies in the step that releases it, unless it
/// has another owner.
final class ObservingDriver {
    private let stage: ObservingStage
    private let reports: Reports?
    /// The objects by their places.
    private var nodes: [UnmanagedObject], observers: [UnmanagedObject]
    /// The numbers of all objects, dead ones included. If an address was used again, the number is that of the latest
    /// object.
    private var numbers: [UnmanagedObject: Int] = [:]
    /// Nodes that were replaced, and have no place any more.
    private var formerNodes: [Int: WeakReference] = [:]
    private var nodeCount: Int, observerCount = 0
    private var orders = Orders()
    private var events: [Event] = []

    /// Makes the objects of a script.
    /// - Parameters:
    ///   - shared: additional nodes, which all threads share.
    ///   - reports: the reader of the reports of deaths, if they can be read.
    init(_ stage: ObservingStage, shared: [Object] = [], reports: Reports? = nil) throws {
        self.stage = stage
        self.reports = reports
        (nodes, observers, nodeCount) = ([], [], 0)
        for place in 0..<Script.nodeCount { nodes.append(try makeNode(place)) }
        for object in shared { nodes.append(own(object, &nodeCount)) }
        for _ in 0..<Script.observerCount { observers.append(try makeObserver()) }
    }

    deinit {
        for object in nodes + observers { object.release() }
    }

    var hasReports: Bool { reports != nil }
    func isObserved(_ node: Int) -> Bool { nodes[node].retained().observationInfo != nil }
    func isNotifying(_ node: Int) -> Bool { nodes[node].isa.name.hasPrefix("NSKVONotifying_") }

    func value(_ node: Int, _ path: String) throws -> Value {
        try value(object(node).value(forKeyPath: path) ?? NSNull.object)
    }

    /// Leaks the objects of this script on purpose: objects that are still observed must not be deallocated.
    func abandon() {
        for object in nodes + observers { object.retain() }
        _ = Unmanaged.passRetained(self)
    }

    // ── Objects ─────────────────────────────────────────────────────────────────────────────────────

    private func object(_ node: Int) -> Object { nodes[node].retained() }

    /// Retains an object and gives it the next number.
    private func own(_ object: Object, _ count: inout Int) -> UnmanagedObject {
        numbers[object.unmanaged] = count
        count += 1
        return withExtendedLifetime(object) { object.unmanaged.retain() }
    }

    private func makeNode(_ place: Int) throws -> UnmanagedObject {
        own(try stage.makeNode(hasMutators: Script.hasMutators(place)), &nodeCount)
    }

    private func makeObserver() throws -> UnmanagedObject {
        own(try stage.makeObserver(of: self), &observerCount)
    }

    /// Puts a new node at a place. Reads the reports before the address of the former node can be used again.
    private func renewNode(_ place: Int) throws {
        let former = nodes[place]
        formerNodes[numbers[former]!] = WeakReference(former)
        former.release()
        noteReports()
        nodes[place] = try makeNode(place)
    }

    private func renewObserver(_ place: Int) throws {
        observers[place].release()
        noteReports()
        observers[place] = try makeObserver()
    }

    // ── Steps ───────────────────────────────────────────────────────────────────────────────────────

    /// Performs a step of the script, and the steps that it causes.
    func perform(_ step: Step) throws {
        try autoreleasepool {
            do {
                try make(step)
            } catch let exception as RuntimeException {
                note(.raised(exception.name))
            }
        }
        noteReports()
    }

    /// Cancels the steps that observers would perform in notifications.
    func cancelOrders() { orders = Orders() }

    /// Returns the events since the last call, and removes them.
    func takeEvents() -> [Event] {
        defer { events = [] }
        return events
    }

    private func note(_ event: Event) {
        noteReports()
        events.append(event)
    }

    private func noteReports() {
        guard let reports else { return }
        events += reports.take { numbers[$0] ?? -1 }
    }

    private func make(_ step: Step) throws {
        switch step {
        case .add(let observer, let node, let path, let options, let context):
            let (object, observer) = (object(node), observers[observer].retained())
            try object.addObserver(observer, forKeyPath: path, options: options, context: pointer(context))
            withExtendedLifetime((object, observer)) {}
        case .remove(let observer, let node, let path, nil):
            try object(node).removeObserver(observers[observer].retained(), forKeyPath: path)
        case .remove(let observer, let node, let path, let context?):
            try object(node).removeObserver(
                observers[observer].retained(), forKeyPath: path, context: pointer(context))
        case .setValue(let node, let value): try nodes[node].send("setValue:", value)
        case .setHidden(let node, let value): try nodes[node].send("setHidden:", value)
        case .setNext(let node, let next):
            let next = next.map(object)
            try nodes[node].send("setNext:", next)
            withExtendedLifetime(next) {}
        case .setItems(let node, let items): try nodes[node].send("setItems:", array(items))
        case .setTags(let node, let tags): try nodes[node].send("setTags:", set(tags))
        case .mutateItems(let node, let mutation, let route): try mutateItems(node, mutation, route)
        case .mutateTags(let node, let mutation, let members, let route):
            try mutateTags(node, mutation, members, route)
        case .will(let node, let key): try object(node).willChangeValue(forKey: key)
        case .did(let node, let key): try object(node).didChangeValue(forKey: key)
        case .byHand(let step): try makeByHand(step)
        case .when(let observer, let count, let step): orders.add(observer, count, step)
        case .renewObserver(let place): try renewObserver(place)
        case .renewNode(let place): try renewNode(place)
        case .finish(let number, let key): try formerNodes[number]?.object?.didChangeValue(forKey: key)
        case .untie(let number): try formerNodes[number]?.object?.unmanaged.send("setNext:", Object?.none)
        }
    }

    private func makeByHand(_ step: Step) throws {
        switch step {
        case .setValue(let node, let value): try bracket(node, "value") { try $0.setIvar("_value", to: value) }
        case .setHidden(let node, let value): try bracket(node, "hidden") { try $0.setIvar("_hidden", to: value) }
        case .setNext(let node, let next):
            let next = next.map(object)
            try bracket(node, "next") { try $0.setIvar("_next", to: next) }
        default: try make(step)
        }
    }

    private func bracket(_ node: Int, _ key: String, _ body: (Object) throws -> Void) throws {
        let object = object(node)
        try object.willChangeValue(forKey: key)
        try body(object)
        try object.didChangeValue(forKey: key)
        withExtendedLifetime(object) {}
    }

    // ── Collections ─────────────────────────────────────────────────────────────────────────────────

    private func mutateItems(_ node: Int, _ mutation: ArrayMutation, _ route: Route) throws {
        let object = object(node)
        defer { withExtendedLifetime(object) {} }
        var items = try [Int].bridged(from: object.ivar("_items", as: Object?.self))
        switch (route, mutation) {
        // Only the proxy checks indexes.
        case _ where route == .proxy || !mutation.fits(items.count), (.mutators, _) where !Script.hasMutators(node):
            try mutate(object.mutableArrayValue(forKey: "items"), mutation)
        case (.mutators, .insert(let elements, let at)) where at.count == 1:
            try object.send("insertObject:inItemsAtIndex:", number(elements[0]), UInt(at[0]))
        case (.mutators, .insert(let elements, let at)):
            try object.send("insertItems:atIndexes:", array(elements), NSIndexSet.object(at))
        case (.mutators, .remove(let at)) where at.count == 1:
            try object.send("removeObjectFromItemsAtIndex:", UInt(at[0]))
        case (.mutators, .remove(let at)): try object.send("removeItemsAtIndexes:", NSIndexSet.object(at))
        case (.mutators, .replace(let at, let elements)) where at.count == 1:
            try object.send("replaceObjectInItemsAtIndex:withObject:", UInt(at[0]), number(elements[0]))
        case (.mutators, .replace(let at, let elements)):
            try object.send("replaceItemsAtIndexes:withItems:", NSIndexSet.object(at), array(elements))
        default:
            let (kind, indexes) = kind(mutation)
            try object.willChange(kind, valuesAt: indexes, forKey: "items")
            mutation.apply(to: &items)
            try object.setIvar("_items", to: array(items))
            try object.didChange(kind, valuesAt: indexes, forKey: "items")
        }
    }

    private func mutate(_ proxy: Object, _ mutation: ArrayMutation) throws {
        switch mutation {
        case .insert(let elements, let at) where at.count == 1:
            try proxy.send("insertObject:atIndex:", number(elements[0]), UInt(at[0]))
        case .insert(let elements, let at):
            try proxy.send("insertObjects:atIndexes:", array(elements), NSIndexSet.object(at))
        case .remove(let at) where at.count == 1: try proxy.send("removeObjectAtIndex:", UInt(at[0]))
        case .remove(let at): try proxy.send("removeObjectsAtIndexes:", NSIndexSet.object(at))
        case .replace(let at, let elements) where at.count == 1:
            try proxy.send("replaceObjectAtIndex:withObject:", UInt(at[0]), number(elements[0]))
        case .replace(let at, let elements):
            try proxy.send("replaceObjectsAtIndexes:withObjects:", NSIndexSet.object(at), array(elements))
        }
    }

    private func kind(_ mutation: ArrayMutation) -> (KeyValueChangeKind, RangeSet<Int>) {
        switch mutation {
        case .insert(_, let at): (.insertion, ranges(at))
        case .remove(let at): (.removal, ranges(at))
        case .replace(let at, _): (.replacement, ranges(at))
        }
    }

    private func mutateTags(_ node: Int, _ mutation: SetMutation, _ members: Set<Int>, _ route: Route) throws {
        let object = object(node)
        defer { withExtendedLifetime(object) {} }
        switch (route, mutation) {
        case (.byHand, _): try mutateTagsByHand(object, mutation, members)
        case (.mutators, _) where Script.hasMutators(node):
            let isOne = members.count == 1
            switch mutation {
            case .union where isOne: try object.send("addTagsObject:", number(members.first!))
            case .union: try object.send("addTags:", set(members))
            case .minus where isOne: try object.send("removeTagsObject:", number(members.first!))
            case .minus: try object.send("removeTags:", set(members))
            case .intersect: try object.send("intersectTags:", set(members))
            case .set: try object.send("setTags:", set(members))
            }
        default:
            let proxy = try object.mutableSetValue(forKey: "tags")
            let messages: [SetMutation: Selector] = [
                .union: "unionSet:", .minus: "minusSet:", .intersect: "intersectSet:", .set: "setSet:",
            ]
            try proxy.send(messages[mutation]!, set(members))
        }
    }

    private func mutateTagsByHand(_ object: Object, _ mutation: SetMutation, _ members: Set<Int>) throws {
        let kinds: [SetMutation: KeyValueSetMutation] = [
            .union: .union, .minus: .minus, .intersect: .intersect, .set: .set,
        ]
        var tags = try Set<Int>.bridged(from: object.ivar("_tags", as: Object?.self))
        try object.willChangeValue(forKey: "tags", withSetMutation: kinds[mutation]!, using: set(members))
        mutation.apply(members, to: &tags)
        try object.setIvar("_tags", to: set(tags))
        try object.didChangeValue(forKey: "tags", withSetMutation: kinds[mutation]!, using: set(members))
    }

    private func pointer(_ context: Int) -> UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: context) }
    private func ranges(_ indexes: [Int]) -> RangeSet<Int> { RangeSet(indexes.map { $0..<$0 + 1 }) }
    private func number(_ value: Int) -> Object { value.bridgedObject! }
    private func array(_ elements: [Int]) -> Object { NSArray.object(elements.map(number)) }
    private func set(_ members: Set<Int>) -> Object { NSSet.object(members.map(number)) }

    // ── Notifications ───────────────────────────────────────────────────────────────────────────────

    func told(
        _ observer: UnmanagedObject, _ path: String, _ node: UnmanagedObject, _ change: Object, _ context: UInt
    ) throws {
        let observed = try KeyValueObservedChange(change)
        var notice = try Notice(
            observer: numbers[observer] ?? -1, path: path, node: numbers[node] ?? -1, kind: observed.kind,
            old: observed.oldValue.map(value), new: observed.newValue.map(value),
            indexes: observed.indexes.map { $0.ranges.flatMap(Array.init) }, isPrior: observed.isPrior,
            context: Int(context))
        // B033: the dictionary contains only the requested entries.
        let known = 1 + [notice.old != nil, notice.new != nil, notice.indexes != nil, notice.isPrior].count { $0 }
        if try change.send("count", as: UInt.self) != known { notice.new = .other("\(change)") }
        note(.told(notice))
        guard let place = observers.firstIndex(of: observer), nodes.contains(node) else { return }
        for step in orders.due(place) { try perform(step) }
    }

    private func value(_ object: Object) throws -> Value {
        if object == NSNull.object { return .null }
        if stage.isNode(object), let node = numbers[object.unmanaged] { return .node(node) }
        if let elements = NSArray.elements(of: object) { return .array(try elements.map { try Int.bridged(from: $0) }) }
        if let members = NSSet.elements(of: object) { return .set(Set(try members.map { try Int.bridged(from: $0) })) }
        return (try? Int.bridged(from: object)).map { .int($0) } ?? .other(object.description)
    }
}

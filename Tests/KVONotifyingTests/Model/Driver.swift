// Driver.swift - carries out a script on real objects, and writes down what can be seen.
import KVONotifying
import MiniFoundation
import MiniRuntime

/// The objects of one script. To be used by one thread.
final class ObservingDriver {
    private let stage: ObservingStage
    private let nodes: [Object]
    private let observers: [Object]
    private var orders = Orders()
    private var events: [Event] = []

    init(_ stage: ObservingStage) throws {
        self.stage = stage
        nodes = try (0..<Script.nodeCount).map { try stage.makeNode(hasMutators: Script.hasMutators($0)) }
        observers = try (0..<Script.observerCount).map { _ in try stage.observerClass.new() }
    }

    /// While `body` runs, the observers tell this driver.
    func onStage<Result>(_ body: () throws -> Result) rethrows -> Result {
        stage.driver.withLock { $0 = self }
        defer { stage.driver.withLock { $0 = nil } }
        return try autoreleasepool(body)
    }

    func isObserved(_ node: Int) -> Bool { nodes[node].observationInfo != nil }
    func isNotifying(_ node: Int) -> Bool { nodes[node].isa.name.hasPrefix("NSKVONotifying_") }

    func value(_ node: Int, _ path: String) throws -> Value {
        try value(nodes[node].value(forKeyPath: path) ?? NSNull.object)
    }

    /// Nothing of this script is ever deallocated: objects that are still observed could not be.
    func abandon() {
        for object in nodes + observers { object.unmanaged.retain() }
    }

    // ── Steps ───────────────────────────────────────────────────────────────────────────────────────

    func perform(_ step: Step) throws {
        do {
            try make(step)
        } catch let exception as RuntimeException {
            events.append(.raised(exception.name))
        }
    }

    /// Observers do nothing any more when they are told.
    func cancelOrders() { orders = Orders() }

    /// What has happened since this was last asked.
    func takeEvents() -> [Event] {
        defer { events = [] }
        return events
    }

    private func make(_ step: Step) throws {
        switch step {
        case .add(let observer, let node, let path, let options, let context):
            try nodes[node].addObserver(
                observers[observer], forKeyPath: path, options: options, context: pointer(context))
        case .remove(let observer, let node, let path, nil):
            try nodes[node].removeObserver(observers[observer], forKeyPath: path)
        case .remove(let observer, let node, let path, let context?):
            try nodes[node].removeObserver(observers[observer], forKeyPath: path, context: pointer(context))
        case .setValue(let node, let value): try nodes[node].send("setValue:", value)
        case .setHidden(let node, let value): try nodes[node].send("setHidden:", value)
        case .setNext(let node, let next): try nodes[node].send("setNext:", next.map { nodes[$0] })
        case .setItems(let node, let items): try nodes[node].send("setItems:", array(items))
        case .setTags(let node, let tags): try nodes[node].send("setTags:", set(tags))
        case .mutateItems(let node, let mutation, let route): try mutateItems(node, mutation, route)
        case .mutateTags(let node, let mutation, let members, let route):
            try mutateTags(node, mutation, members, route)
        case .will(let node, let key): try nodes[node].willChangeValue(forKey: key)
        case .did(let node, let key): try nodes[node].didChangeValue(forKey: key)
        case .byHand(let step): try makeByHand(step)
        case .when(let observer, let count, let step): orders.add(observer, count, step)
        }
    }

    private func makeByHand(_ step: Step) throws {
        switch step {
        case .setValue(let node, let value): try bracket(node, "value") { try $0.setIvar("_value", to: value) }
        case .setHidden(let node, let value): try bracket(node, "hidden") { try $0.setIvar("_hidden", to: value) }
        case .setNext(let node, let next):
            try bracket(node, "next") { try $0.setIvar("_next", to: next.map { nodes[$0] }) }
        default: try make(step)
        }
    }

    private func bracket(_ node: Int, _ key: String, _ body: (Object) throws -> Void) throws {
        try nodes[node].willChangeValue(forKey: key)
        try body(nodes[node])
        try nodes[node].didChangeValue(forKey: key)
    }

    // ── Collections ─────────────────────────────────────────────────────────────────────────────────

    private func mutateItems(_ node: Int, _ mutation: ArrayMutation, _ route: Route) throws {
        let object = nodes[node]
        var items = try [Int].bridged(from: object.ivar("_items", as: Object?.self))
        switch (route, mutation) {
        // Only the proxy looks at indexes.
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
        let object = nodes[node]
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

    // ── Being told ──────────────────────────────────────────────────────────────────────────────────

    func told(_ observer: Object, _ path: String, _ node: Object, _ change: Object, _ context: UInt) throws {
        let observed = try KeyValueObservedChange(change)
        let observer = observers.firstIndex(of: observer)!
        var notice = try Notice(
            observer: observer, path: path, node: nodes.firstIndex(of: node) ?? -1, kind: observed.kind,
            old: observed.oldValue.map(value), new: observed.newValue.map(value),
            indexes: observed.indexes.map { $0.ranges.flatMap(Array.init) }, isPrior: observed.isPrior,
            context: Int(context))
        // B033: nothing that was not asked for.
        let known = 1 + [notice.old != nil, notice.new != nil, notice.indexes != nil, notice.isPrior].count { $0 }
        if try change.send("count", as: UInt.self) != known { notice.new = .other("\(change)") }
        events.append(.told(notice))
        for step in orders.due(observer) { try perform(step) }
    }

    private func value(_ object: Object) throws -> Value {
        if object == NSNull.object { return .null }
        if let node = nodes.firstIndex(of: object) { return .node(node) }
        if let elements = NSArray.elements(of: object) { return .array(try elements.map { try Int.bridged(from: $0) }) }
        if let members = NSSet.elements(of: object) { return .set(Set(try members.map { try Int.bridged(from: $0) })) }
        return (try? Int.bridged(from: object)).map { .int($0) } ?? .other(object.description)
    }
}

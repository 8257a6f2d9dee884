// NSOperation.swift - work as objects, with keys that are observed: isReady, isExecuting, isFinished, isCancelled,
// dependencies.
//
// An operation has finished when a change of isFinished was announced by didChangeValueForKey:, by this class or by a
// subclass that implements isFinished itself, and isFinished is YES. Queues and dependent operations learn of it there.
import Foundation
import KVONotifying
import MiniFoundation
import MiniRuntime

/// What an operation stores. Any thread.
final class OperationState: Sendable {
    struct Values: Lockable {
        var isExecuting = false, isFinished = false, isCancelled = false
        /// Whether isFinished was YES when its change was announced.
        var hasEnded = false
        var dependencies: [Object] = []
        /// The operations that depend on this one, which retain it.
        var dependents: [WeakReference] = []
        var completion: [Block] = []
        var name: Object?
        var priority = 0, quality = -1
        var queue: [QueueState] = []
    }
    let values = Locked(Values())
    let ended = DispatchGroup()

    init() { ended.enter() }

    /// An operation that never ran ends here: a group that is entered keeps itself.
    deinit { if !values.read({ $0.hasEnded }) { ended.leave() } }
}

extension Block: Lockable {}
extension QueueState: Lockable {}

enum NSOperation {
    static let values = ValueClass<OperationState>("NSOperation") { cls in
        try cls.addInit("init") { OperationState() }
        try addStates(cls)
        try addRunning(cls)
        try addDependencies(cls)
        try cls.add("name") { $0.values.read { $0.name } }
        try cls.add("setName:") { (state, name: Object?) in state.values.withLock { $0.name = name } }
        try cls.add("queuePriority") { $0.values.read { $0.priority } }
        try cls.cls.addMethod("setQueuePriority:") { (me: Object, wanted: Int) in
            let value = NSOperation.priority(wanted)
            let state = try cls.value(of: me)
            state.values.withLock { $0.priority = value }
            for queue in state.values.read({ $0.queue }) { queue.setPriority(value, of: me) }
        }
        try cls.add("qualityOfService") { $0.values.read { $0.quality } }
        try cls.add("setQualityOfService:") { (state, value: Int) in state.values.withLock { $0.quality = value } }
        try cls.add("completionBlock") { $0.values.read { $0.completion.first } }
        try cls.add("setCompletionBlock:") { (state, block: Block?) in
            state.values.withLock { $0.completion = block.map { [$0] } ?? [] }
        }
    }

    /// Returns the constant of NSOperationQueuePriority at a number, or else the next one towards the normal priority.
    private static func priority(_ wanted: Int) -> Int { wanted < 0 ? max(wanted, -8) / 4 * 4 : min(wanted, 8) / 4 * 4 }

    private static func addStates(_ cls: ValueClass<OperationState>) throws {
        try cls.add("isExecuting") { $0.values.read { $0.isExecuting } }
        try cls.add("isFinished") { $0.values.read { $0.isFinished } }
        try cls.add("isCancelled") { $0.values.read { $0.isCancelled } }
        try cls.add("isAsynchronous") { _ in false }
        try cls.add("isConcurrent") { _ in false }
        // A cancelled operation waits for no other one: it only has to finish.
        try cls.add("isReady") { state in
            let (isCancelled, dependencies) = state.values.read { ($0.isCancelled, $0.dependencies) }
            return try isCancelled || dependencies.allSatisfy { try $0.send("isFinished") }
        }
        // A change of `finished` is one of `isFinished`, and so on.
        for name in ["Executing", "Finished", "Cancelled", "Ready"] {
            try cls.addClassMethod(Selector("keyPathsForValuesAffecting\(name)")) { _ in
                Set(["is\(name)"]).bridgedObject
            }
        }
        try cls.addOwn("cancel") { state, me in
            let keys = try me.send("isReady") ? ["isCancelled"] : ["isReady", "isCancelled"]
            try announcing(me, keys) { state.values.withLock { $0.isCancelled = true } }
        }
        try cls.cls.addMethod("didChangeValueForKey:") { (me: Object, key: String) in
            try me.sendSuper(of: cls.cls, "didChangeValueForKey:", key)
            if key == "isFinished" || key == "finished" { try end(me) }
            if key == "isReady" || key == "ready" { wake(me) }
        }
    }

    private static func addRunning(_ cls: ValueClass<OperationState>) throws {
        try cls.addOwn("main") { _, _ in }
        try cls.addOwn("start") { state, me in
            guard try me.send("isReady") else {
                throw RuntimeException(
                    "NSInvalidArgumentException", "*** \(me): receiver is not yet ready to execute")
            }
            if try me.send("isFinished") { return }
            if try me.send("isCancelled") { return try announcing(me, ["isFinished"]) { finish(state) } }
            try announcing(me, ["isExecuting"]) { state.values.withLock { $0.isExecuting = true } }
            let outcome = Result { try autoreleasepool { try me.send("main") } }
            try announcing(me, ["isExecuting", "isFinished"]) { finish(state) }
            try outcome.get()
        }
        try cls.add("waitUntilFinished") { $0.ended.wait() }
    }

    private static func finish(_ state: OperationState) {
        state.values.withLock { ($0.isExecuting, $0.isFinished) = (false, true) }
    }

    private static func addDependencies(_ cls: ValueClass<OperationState>) throws {
        try cls.add("dependencies") { $0.values.read { $0.dependencies }.bridgedObject }
        try cls.cls.addMethod("addDependency:") { (me: Object, other: Object) in
            let (state, first) = try (cls.value(of: me), cls.value(of: other))
            let dependent = WeakReference(me)
            first.values.withLock { $0.dependents.append(dependent) }
            try announcing(me, ["dependencies", "isReady"]) { state.values.withLock { $0.dependencies.append(other) } }
        }
        try cls.cls.addMethod("removeDependency:") { (me: Object, other: Object) in
            let state = try cls.value(of: me)
            try announcing(me, ["dependencies", "isReady"]) {
                state.values.withLock { $0.dependencies.removeAll { $0 == other } }
            }
        }
    }

    /// Changes something between the notifications of all keys. If observers raise exceptions, makes the change and
    /// notifies the others nevertheless, and then throws the first exception.
    static func announcing(_ object: Object, _ keys: [String], _ change: () -> Void) throws {
        var errors: [any Error] = []
        func send(_ selector: Selector, _ key: String) {
            do { try object.send(selector, key) } catch { errors.append(error) }
        }
        for key in keys { send("willChangeValueForKey:", key) }
        change()
        for key in keys.reversed() { send("didChangeValueForKey:", key) }
        if let first = errors.first { throw first }
    }

    /// If the operation has just finished, tells its queue and the operations that depend on it, and calls its block.
    private static func end(_ me: Object) throws {
        let state = try values.value(of: me)
        guard try me.send("isFinished") else { return }
        let ended = state.values.withLock { values -> OperationState.Values? in
            if values.hasEnded { return nil }
            let old = values
            values.hasEnded = true
            (values.completion, values.queue, values.dependents) = ([], [], [])
            return old
        }
        guard let ended else { return }
        state.ended.leave()
        for queue in ended.queue { try queue.remove(me) }
        for block in ended.completion { DispatchQueue.global().async { runCallback { block.call() } } }
        for dependent in ended.dependents {
            guard let dependent = dependent.object else { continue }
            try announcing(dependent, ["isReady"]) {}
        }
    }

    private static func wake(_ me: Object) {
        guard let state = try? values.value(of: me) else { return }
        for queue in state.values.read({ $0.queue }) { queue.wake(me) }
    }
}

enum NSBlockOperation {
    private static let blocks = AssociatedBlocks()
    static let cls = make("class NSBlockOperation") {
        let cls = HolderClass("NSBlockOperation", subclassOf: NSOperation.values.holder).cls
        try cls.isa.addMethod("blockOperationWithBlock:") { (cls: Object, block: Block) in
            let object: Object = try cls.send("new")
            blocks.add(block, to: object)
            return object
        }
        try cls.addMethod("addExecutionBlock:") { (me: Object, block: Block) in blocks.add(block, to: me) }
        try cls.addMethod("main") { (me: Object) in
            try runAtOnce(blocks.all(of: me))
        }
        return cls
    }

    /// As many blocks of one operation may wait for one another.
    private static let mostThreads = 64

    /// Runs the first block on this thread, and takes turns at the others with threads of their own, so that blocks
    /// may wait for one another. Threads of a pool would all wait if many operations did this at once. Returns when all
    /// have returned, and throws what a block on this thread has raised.
    private static func runAtOnce(_ blocks: [Block]) throws {
        let (next, others, queue) = (Locked(0), DispatchGroup(), NSOperationQueue.current.value)
        @Sendable func takeNext() -> Block? {
            next.withLock { index in
                guard index < blocks.count else { return nil }
                index += 1
                return blocks[index - 1]
            }
        }
        let first = takeNext()
        for _ in 0..<min(blocks.count, mostThreads) - 1 {
            others.enter()
            Thread.detachNewThread {
                NSOperationQueue.current.value = queue
                while let block = takeNext() { runCallback { block.call() } }
                others.leave()
            }
        }
        first?.call()
        while !RuntimeException.isPending, let block = takeNext() { block.call() }
        others.wait()
        try RuntimeException.throwIfPending()
    }
}

/// The blocks of block operations.
private struct AssociatedBlocks: Sendable {
    private final class List: Sendable {
        let blocks = Locked<[Block]>([])
    }
    private let lists = AssociatedState<List>("NSBlockOperationBlocks")

    func add(_ block: Block, to object: Object) { lists.of(object) { List() }.blocks.append(block) }

    func all(of object: Object) -> [Block] { lists.existing(of: object)?.blocks.read { copy $0 } ?? [] }
}

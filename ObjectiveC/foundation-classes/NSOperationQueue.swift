// NSOperationQueue.swift - runs operations when they are ready, on threads of libdispatch or on its main queue. The
// keys operations and operationCount are observed, and those of properties.
import Foundation
import KVONotifying
import MiniFoundation
import MiniRuntime

/// What a queue stores. Any thread.
final class QueueState: Sendable {
    /// Changed in place under the lock, because a queue may have many operations.
    final class Values: Lockable {
        /// In the order in which they were added, until they have finished.
        var operations: [Object] = []
        var waiting = WaitingOperations()
        /// The addresses of those that were started, which `operations` retains.
        var started: Set<UnsafeMutableRawPointer> = []
        var maximum, quality: Int
        var isSuspended = false
        var name: Object?
        /// The last barrier, which later operations wait for, until it has finished.
        var barrier: Object?

        init(maximum: Int) { (self.maximum, quality) = (maximum, -1) }

        var mayStart: Bool { !isSuspended && (maximum < 0 || started.count < maximum) }
    }
    let values: Locked<Values>
    private let dispatch: DispatchQueue
    private let group = DispatchGroup()
    /// The NSOperationQueue, which the program may release before its operations have finished.
    private let object = Locked<WeakReference?>(nil)

    init(dispatch: DispatchQueue = .global(), maximum: Int = -1) {
        self.dispatch = dispatch
        values = Locked(Values(maximum: maximum))
    }

    func setObject(_ new: Object) { object.exchange(WeakReference(new.unmanaged)) }

    /// Returns the NSOperationQueue, if it is alive.
    var queueObject: Object? { object.read { copy $0 }?.object }

    func wait() { group.wait() }

    private func announcing(_ keys: [String], _ change: () -> Void) throws {
        guard let object = queueObject else { return change() }
        try NSOperation.announcing(object, keys, change)
    }

    // ── Adding and removing ─────────────────────────────────────────────────────────────────────────────

    /// Adds all operations. If one is refused, throws an error and adds none.
    func add(_ operations: [Object]) throws {
        let barrier = values.read { $0.barrier }
        var claimed: [Object] = []
        var dependent: [Object] = []
        let priorities: [Int]
        do {
            for operation in operations {
                try claim(operation)
                claimed.append(operation)
            }
            priorities = try operations.map { try $0.send("queuePriority") }
            if let barrier {
                for operation in operations {
                    dependent.append(operation)
                    try operation.send("addDependency:", barrier)
                }
            }
        } catch {
            for operation in dependent { try? operation.send("removeDependency:", barrier) }
            for operation in claimed { try unclaim(operation) }
            throw error
        }
        try insert(operations, priorities)
    }

    /// Adds an operation that begins when the earlier ones have finished, and that the later ones wait for.
    func addBarrier(_ operation: Object) throws {
        try claim(operation)
        let earlier = values.withLock { values in
            defer { values.barrier = operation }
            return values.operations + [values.barrier].compactMap { $0 }
        }
        for other in earlier { try operation.send("addDependency:", other) }
        try insert([operation], [0])
    }

    private func claim(_ operation: Object) throws {
        let state = try NSOperation.values.value(of: operation)
        let isFree = state.values.withLock { values in
            if !values.queue.isEmpty || values.isFinished || values.isExecuting { return false }
            values.queue = [self]
            return true
        }
        guard isFree else {
            throw RuntimeException(
                "NSInvalidArgumentException",
                "*** -[NSOperationQueue addOperation:]: operation is finished, executing or already in a queue")
        }
        group.enter()
    }

    /// Lets another queue take an operation that was claimed and not inserted, unless the operation has finished.
    private func unclaim(_ operation: Object) throws {
        let isClaimed = try NSOperation.values.value(of: operation).values.withLock { values in
            defer { values.queue.removeAll { $0 === self } }
            return values.queue.contains { $0 === self }
        }
        if isClaimed { group.leave() }
    }

    /// Inserts operations that were claimed. Throws the error of an observer when they have their places.
    private func insert(_ operations: [Object], _ priorities: [Int]) throws {
        defer { startNext() }
        try announcing(["operations", "operationCount"]) {
            values.withLock { values in
                values.operations += operations
                for (operation, priority) in zip(operations, priorities) { values.waiting.insert(operation, priority) }
            }
        }
    }

    /// Removes an operation that has finished, with or without having been started by the queue.
    func remove(_ operation: Object) throws {
        defer {
            group.leave()
            startNext()
        }
        try announcing(["operations", "operationCount"]) {
            let removed = values.withLock { values in
                let barrier = values.barrier
                if barrier == operation { values.barrier = nil }
                if !values.waiting.remove(operation) { values.started.remove(operation.unmanaged.address) }
                let place = values.operations.firstIndex(of: operation)
                return (barrier, place.map { values.operations.remove(at: $0) })
            }
            withExtendedLifetime(removed) {}
        }
    }

    /// Gives an operation that was not started yet its place among the others.
    func setPriority(_ priority: Int, of operation: Object) {
        values.withLock { values in
            if values.waiting.remove(operation) { values.waiting.insert(operation, priority) }
        }
    }

    // ── Starting ────────────────────────────────────────────────────────────────────────────────────────

    /// Starts an operation that may have become ready, and others.
    func wake(_ operation: Object) {
        values.withLock { $0.waiting.offer(operation) }
        startNext()
    }

    /// Starts operations that are ready, as many as may run.
    func startNext() {
        while let operation = values.withLock({ $0.mayStart ? $0.waiting.popCandidate() : nil }) {
            guard (try? operation.send("isReady")) == true else { continue }
            // Meanwhile another thread may have started it, or other ones.
            let isTaken = values.withLock { values in
                guard values.waiting.contains(operation) else { return false }
                guard values.mayStart else {
                    values.waiting.offer(operation)
                    return false
                }
                _ = values.waiting.remove(operation)
                return values.started.insert(operation.unmanaged.address).inserted
            }
            if isTaken { start(operation) }
        }
    }

    private func start(_ operation: Object) {
        dispatch.async { [self] in
            let outer = NSOperationQueue.current.value
            NSOperationQueue.current.value = self
            runCallback { _ = operation.unmanaged.sendWords("start") }
            NSOperationQueue.current.value = outer
        }
    }
}

enum NSOperationQueue {
    static let current = ThreadLocal<QueueState>()

    static let values = ValueClass<QueueState>("NSOperationQueue") { cls in
        try cls.cls.addMethod("init") { (me: Object) -> Object in
            let state = QueueState()
            cls.set(state, in: me)
            state.setObject(me)
            return me
        }
        try cls.addClassMethod("mainQueue") { _ in main }
        try cls.addClassMethod("currentQueue") { _ in current.value?.queueObject ?? (Thread.isMainThread ? main : nil) }
        try cls.add("addOperation:") { (queue, operation: Object) in try queue.add([operation]) }
        try cls.add("addOperationWithBlock:") { (queue, block: Block) in
            let operation: Object = try NSBlockOperation.cls.send("blockOperationWithBlock:", block)
            try queue.add([operation])
        }
        try cls.add("addBarrierBlock:") { (queue, block: Block) in
            try queue.addBarrier(NSBlockOperation.cls.send("blockOperationWithBlock:", block))
        }
        try cls.add("addOperations:waitUntilFinished:") { (queue, operations: Object, waits: Bool) in
            let operations = try [Object].bridged(from: operations)
            try queue.add(operations)
            if waits { for operation in operations { try operation.send("waitUntilFinished") } }
        }
        try cls.add("cancelAllOperations") { queue in
            for operation in queue.values.read({ $0.operations }) { try operation.send("cancel") }
        }
        try cls.add("waitUntilAllOperationsAreFinished") { $0.wait() }
        try cls.add("operations") { $0.values.read { $0.operations }.bridgedObject }
        try cls.add("operationCount") { UInt($0.values.read { $0.operations.count }) }
        try cls.add("isSuspended") { $0.values.read { $0.isSuspended } }
        try cls.add("setSuspended:") { (queue, isSuspended: Bool) in
            queue.values.withLock { $0.isSuspended = isSuspended }
            queue.startNext()
        }
        try cls.add("maxConcurrentOperationCount") { $0.values.read { $0.maximum } }
        try cls.add("setMaxConcurrentOperationCount:") { (queue, maximum: Int) in
            queue.values.withLock { $0.maximum = maximum }
            queue.startNext()
        }
        try cls.add("qualityOfService") { $0.values.read { $0.quality } }
        try cls.add("setQualityOfService:") { (queue, quality: Int) in queue.values.withLock { $0.quality = quality } }
        try cls.cls.addMethod("name") { (me: Object) -> Object? in
            let name = try cls.value(of: me).values.read { $0.name }
            let ownName = me == main ? "Main Queue" : "\(me.unmanaged.address)"
            return name ?? "NSOperationQueue \(ownName)".bridgedObject
        }
        try cls.add("setName:") { (queue, name: Object?) in
            var name = name  // the old one, which is released outside the lock
            queue.values.withLock { swap(&$0.name, &name) }
        }
    }

    private static let main: Object = {
        let state = QueueState(dispatch: .main, maximum: 1)
        let object = values.object(state)
        state.setObject(object)
        return object
    }()
}

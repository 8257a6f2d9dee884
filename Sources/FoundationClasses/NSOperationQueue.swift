// NSOperationQueue.swift - runs operations when they are ready, on threads of libdispatch or on its main queue. The
// keys operations and operationCount are observed, and those of properties.
import Foundation
import KVONotifying
import MiniFoundation
import MiniRuntime

/// What a queue stores. Any thread.
final class QueueState: Sendable {
    struct Values: Lockable {
        var operations: [Object] = []
        /// Of `operations`, those that were started.
        var started: Set<UnsafeMutableRawPointer> = []
        var maximum = -1, quality = -1
        var isSuspended = false
        var name: Object?
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

    private func announcing(_ keys: [String], _ change: () -> Void) throws {
        guard let object = object.read({ copy $0 })?.object else { return change() }
        try NSOperation.announcing(object, keys, change)
    }

    func add(_ operations: [Object]) throws {
        for operation in operations {
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
        try announcing(["operations", "operationCount"]) {
            values.withLock { $0.operations += operations }
        }
        startNext()
    }

    func remove(_ operation: Object) throws {
        try announcing(["operations", "operationCount"]) {
            values.withLock { values in
                values.operations.removeAll { $0 == operation }
                values.started.remove(operation.unmanaged.address)
            }
        }
        group.leave()
        startNext()
    }

    /// Starts operations that are ready, as many as may run.
    func startNext() {
        let waiting = values.read { values in
            values.isSuspended ? [] : values.operations.filter { !values.started.contains($0.unmanaged.address) }
        }
        let byPriority = waiting.enumerated().map { (offset, operation) in
            (offset, operation, (try? operation.send("queuePriority") as Int) ?? 0)
        }.sorted { $0.2 != $1.2 ? $0.2 > $1.2 : $0.0 < $1.0 }
        for (_, operation, _) in byPriority where (try? operation.send("isReady")) == true {
            let mayStart = values.withLock { values in
                if values.isSuspended || values.maximum >= 0 && values.started.count >= values.maximum { return false }
                return values.started.insert(operation.unmanaged.address).inserted
            }
            if mayStart { start(operation) }
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

    func wait() { group.wait() }

    /// Returns the NSOperationQueue, if it is alive.
    var queueObject: Object? { object.read { copy $0 }?.object }
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
        try cls.add("name") { $0.values.read { $0.name } }
        try cls.add("setName:") { (queue, name: Object?) in queue.values.withLock { $0.name = name } }
    }

    private static let main: Object = {
        let state = QueueState(dispatch: .main, maximum: 1)
        let object = values.object(state)
        state.setObject(object)
        return object
    }()
}

// A view model of 2018, which loads on a queue and publishes on the main queue; groups, barriers, work items, timers.
// header: dispatch.h
import Foundation

private let loading = DispatchQueue(label: "example.loading", qos: .userInitiated)

class Item: NSObject {
    static var ended = 0
    @objc dynamic let name: String
    init(_ name: String) { self.name = name }
    deinit { Item.ended += 1 }
}

class ListModel: NSObject {
    @objc dynamic private(set) var items: [Item] = []
    @objc dynamic private(set) var isLoading = false
    var didLoad: (() -> Void)?

    func load(count: Int) {
        isLoading = true
        loading.async { [weak self] in
            dispatchPrecondition(condition: .onQueue(loading))
            let items = (1...count).map { Item("item \($0)") }
            DispatchQueue.main.async {
                dispatchPrecondition(condition: .onQueue(.main))
                self?.items = items
                self?.isLoading = false
                self?.didLoad?()
            }
        }
    }
}

enum Failure: Error { case tooLate }

@main enum Program {
    static func main() throws {
        publish()
        groups()
        barrier()
        try results()
        workItems()
        timers()
        objects()
        DispatchQueue.main.async {
            print("the main queue of dispatchMain"); exit(0)
        }
        dispatchMain()
    }

    static func publish() {
        autoreleasepool {
            let model = ListModel()
            let observations = [
                model.observe(\.isLoading, options: .new) { _, change in
                    print("loading:", change.newValue!, Thread.isMainThread)
                },
                model.observe(\.items, options: [.old, .new]) { _, change in
                    print("items:", change.oldValue!.count, "to", change.newValue!.map(\.name), Thread.isMainThread)
                },
            ]
            var isDone = false
            model.didLoad = { isDone = true }
            model.load(count: 3)
            while !isDone { RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 1)) }
            observations.forEach { $0.invalidate() }
        }
        loading.sync {}
        print("ended:", Item.ended, loading.label, loading.qos == .userInitiated)
    }

    static func groups() {
        let group = DispatchGroup(), queue = DispatchQueue.global(qos: .utility), lock = NSLock()
        var sum = 0
        for number in 1...100 {
            queue.async(group: group) {
                lock.lock(); sum += number; lock.unlock()
            }
        }
        group.enter()
        queue.asyncAfter(deadline: .now() + .milliseconds(1)) {
            lock.lock(); sum += 1000; lock.unlock(); group.leave()
        }
        group.wait()
        let done = DispatchSemaphore(value: 0)
        group.notify(queue: loading) { done.signal() }
        done.wait()
        print("group:", sum, group.wait(timeout: .now()) == .success, done.wait(timeout: .now() + 0.001) == .timedOut)
        var squares = [Int](repeating: 0, count: 50)
        squares.withUnsafeMutableBufferPointer { buffer in
            let results = buffer
            DispatchQueue.concurrentPerform(iterations: 50) { results[$0] = $0 * $0 }
        }
        print("concurrently:", squares.reduce(0, +))
    }

    static func barrier() {
        let queue = DispatchQueue(label: "example.cache", attributes: .concurrent)
        var cache: [Int: NSNumber] = [:], misses = 0
        for number in 0..<200 {
            queue.async(flags: .barrier) { cache[number % 10] = NSNumber(value: number) }
            queue.async { if cache[number % 10] == nil { misses += 1 } }
        }
        print("barrier:", queue.sync(flags: .barrier) { cache.count }, misses)
    }

    static func results() throws {
        let queue = DispatchQueue(label: "example.results")
        let number = queue.sync { 42 }
        let item: Item = queue.sync { Item("made on a queue") }
        print(number, item.name)
        do { try queue.sync { throw Failure.tooLate } } catch { print("thrown:", error) }
        let key = DispatchSpecificKey<String>()
        queue.setSpecific(key: key, value: "mine")
        print(
            queue.sync { DispatchQueue.getSpecific(key: key) } ?? "none", DispatchQueue.getSpecific(key: key) ?? "none")
        queue.setSpecific(key: key, value: nil)
    }

    static func workItems() {
        let queue = DispatchQueue(label: "example.items"), order = NSMutableArray()
        let mayBegin = DispatchSemaphore(value: 0)
        let cancelled = DispatchWorkItem { order.add("cancelled") }
        let item = DispatchWorkItem(qos: .background, flags: .enforceQoS) { order.add("item") }
        item.notify(queue: queue) { order.add("notified") }
        queue.async { mayBegin.wait() }
        queue.async(execute: cancelled)
        cancelled.cancel()
        cancelled.perform()
        mayBegin.signal()
        queue.async(execute: item)
        item.wait()
        queue.sync {}
        print(order.componentsJoined(by: ", "), cancelled.isCancelled, item.isCancelled)
    }

    static func timers() {
        let done = DispatchSemaphore(value: 0), timer = DispatchSource.makeTimerSource(queue: loading)
        var ticks = 0
        timer.schedule(deadline: .now(), repeating: .milliseconds(1))
        timer.setEventHandler { [unowned timer] in
            ticks += 1
            if ticks == 3 { timer.cancel() }
        }
        timer.setCancelHandler { done.signal() }
        timer.resume()
        done.wait()
        print("ticks:", ticks, timer.isCancelled)
        timer.setEventHandler(handler: nil)
    }

    /// Queues are objects, and the same for Objective-C.
    static func objects() {
        let holder = QueueHolder()
        holder.queue = DispatchQueue(label: "example.held")
        print(holder.labelOfQueue(), holder.queue!.label, holder.queue === holder.value(forKey: "queue") as AnyObject)
        print(holder.run { dispatchPrecondition(condition: .onQueue(holder.queue!)) })
        let queues: [DispatchQueue] = [.main, .global(), .main]
        print(Set(queues).count, queues[0] === DispatchQueue.main, (queues as [Any])[1] is DispatchQueue)
        print((queues[0] as Any) is DispatchGroup, NSStringFromClass(type(of: DispatchGroup())))
    }
}

// prints
//     loading: true true
//     items: 0 to ["item 1", "item 2", "item 3"] true
//     loading: false true
//     ended: 3 example.loading true
//     group: 6050 true true
//     concurrently: 40425
//     barrier: 10 0
//     42 made on a queue
//     thrown: tooLate
//     mine none
//     item, notified true false
//     ticks: 3 true
//     example.held example.held true
//     1
//     2 true true
//     false OS_dispatch_group
//     the main queue of dispatchMain
